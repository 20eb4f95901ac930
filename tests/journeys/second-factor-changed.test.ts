import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appCode, wrongCode } from '#tests/fixtures/app-codes'
import { type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { PASSWORD, twoStepPeople } from './two-step-people'

// Two-step sign-in: guesses at codes, the call, and how it is changed and turned off.

const AT_WORK = '10.8.0.1'

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
})
afterAll(() => site.close())

const { aBrowser, call, somebody, codesIn, beginSetUp, somebodyWithApp, factors, acts, lettersTo } =
  twoStepPeople(() => site)

describe('guessing at codes', () => {
  test('stops after five wrong codes despite the right password', async () => {
    const { username, secret, freshCode } = await somebodyWithApp()
    const thief = aBrowser()
    for (let n = 0; n < 5; n += 1) {
      // A right password does not restart the count.
      await thief.password(username)
      expect((await thief.code(wrongCode(secret))).status).toBe(401)
    }
    await thief.password(username)
    const refused = await thief.code(freshCode())
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringContaining('Too many failed attempts. Please wait 15 minutes'),
    ])
    expect(acts('codes-refused', username)).toEqual([{ actor: 'somebody', detail: '{"times":1}' }])
  })

  test('stops after ten an hour, except in known browsers', async () => {
    const { username, secret, codes, freshCode } = await somebodyWithApp()
    const known = aBrowser(AT_WORK)
    await known.password(username)
    await known.code(freshCode())
    known.cookies.delete('staff')

    for (const wrong of [wrongCode(secret), 'aaaaa-aaaaa', 'no code']) {
      for (let n = 0; n < 3; n += 1)
        expect((await call({ username, password: PASSWORD, code: wrong })).status).toBe(401)
    }
    expect((await call({ username, password: PASSWORD, code: wrongCode(secret) })).status).toBe(401)
    const stranger = { username, password: PASSWORD, code: codes[0] }
    expect(await call(stranger)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('Too many failed attempts') },
    })
    await known.password(username)
    expect((await known.code(freshCode())).to).toBe('/admin/contacts')
  })
})

describe('the call', () => {
  test('needs a code where the account has a second factor', async () => {
    const { id, username, secret, codes, freshCode } = await somebodyWithApp()
    const words = 'Enter the code from your authenticator app'
    const password = PASSWORD
    expect(await call({ username, password })).toMatchObject({
      status: 401,
      body: { message: words, errors: { code: [words] } },
    })
    for (const code of [wrongCode(secret), 'no code'])
      expect(await call({ username, password, code })).toMatchObject({
        status: 401,
        body: { message: 'Invalid credentials' },
      })
    expect((await call({ username, password: 'wrong', code: freshCode() })).body).toEqual({
      message: 'Invalid credentials',
    })
    expect((await call({ username, password, code: '' })).status).toBe(400)
    const admin = { id, username, role: 'admin' }
    expect(await call({ username, password, code: freshCode() })).toMatchObject({
      status: 200,
      body: { admin },
    })
    expect(await call({ username, password, code: codes[1] })).toMatchObject({ status: 200, body: { admin } })
    const document = await (await fetch(`${site.url}/api/openapi.json`)).json()
    const schema = document.paths['/api/admin/login'].post.requestBody.content['application/json'].schema
    expect([Object.keys(schema.properties), schema.required]).toEqual([
      ['username', 'password', 'code'],
      ['username', 'password'],
    ])
  })

  test('takes a code that nobody asked for', async () => {
    const { username } = await somebody()
    expect((await call({ username, password: PASSWORD, code: '123456' })).status).toBe(200)
  })
})

describe('changing it', () => {
  test('turning it off needs the password and a code', async () => {
    const { id, username, email, browser, secret, freshCode } = await somebodyWithApp()
    const elsewhere = aBrowser()
    await elsewhere.password(username)
    await elsewhere.code(freshCode())
    const off = (fields: Record<string, string>) => browser.post('/admin/users/two-step/off', fields)
    const turnOff = (fields: Record<string, string>) =>
      browser.press('/admin/users/two-step/off', 'Turn off', fields)

    expect((await off({ currentPassword: 'wrong', code: freshCode() })).text).toContain(
      'Current password is incorrect',
    )
    const wrong = await turnOff({ currentPassword: PASSWORD, code: wrongCode(secret) })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('This code is wrong')])
    expect(wrong.text).not.toContain(`value="${PASSWORD}"`)
    expect((await off({ currentPassword: PASSWORD })).status).toBe(400)
    expect(factors(id)).toHaveLength(1)
    expect(acts('wrong-code', username)).toEqual([{ actor: username, detail: '{"times":1}' }])

    expect((await turnOff({ currentPassword: PASSWORD, code: freshCode() })).to).toBe(`/admin/users/${id}`)
    const own = (await browser.get(`/admin/users/${id}`)).text
    expect(own).toContain('Two-step sign-in is off')
    expect(own).toContain('href="/admin/users/two-step"')
    expect([await browser.isIn(), await elsewhere.isIn()]).toEqual([true, false])
    expect(factors(id)).toEqual([])
    expect(
      site.rows('select * from recovery_codes where second_factor_id not in (select id from second_factors)'),
    ).toEqual([])
    expect((await aBrowser().password(username)).to).toBe('/admin/contacts')
    expect(acts('second-factor-off', username)).toMatchObject([{ actor: username }])
    expect(await lettersTo(email)).toEqual([
      'Please confirm your email address',
      'Two-step sign-in is off',
      'Two-step sign-in is on',
    ])
    expect((await off({ currentPassword: PASSWORD, code: '123456' })).to).toBe(`/admin/users/${id}`)
  })

  test('new recovery codes take the place of the old ones', async () => {
    const { id, username, browser, codes, freshCode } = await somebodyWithApp()
    const page = (await browser.get('/admin/users/two-step/codes')).text
    expect(page).toContain('The 10 that are left will stop working')
    const fields = { currentPassword: PASSWORD, code: freshCode() }
    const renewed = await browser.press('/admin/users/two-step/codes', 'Make new codes', fields)
    expect(renewed.text).toContain('Print or write down these recovery codes now')
    const made = codesIn(renewed.text)
    expect([made.length, made.filter((code) => codes.includes(code))]).toEqual([10, []])
    expect((await browser.post('/admin/users/two-step/codes', fields)).text).toContain('This code is wrong')
    expect(acts('recovery-codes-made', username)).toMatchObject([{ actor: username }])
    expect((await call({ username, password: PASSWORD, code: codes[0] })).status).toBe(401)
    expect((await call({ username, password: PASSWORD, code: made[0] })).status).toBe(200)
    expect(factors(id)).toHaveLength(1)
  })

  test('nobody turns off another’s second factor without their own', async () => {
    const { id, freshCode, codes } = await somebodyWithApp()
    const admin = aBrowser()
    await admin.password('Wambui', 'karibu-sana')
    expect((await admin.get(`/admin/users/${id}`)).text).not.toContain('Turn off')
    for (const page of ['off', 'codes']) {
      const fields = { currentPassword: 'karibu-sana', code: freshCode(), recoveryCode: codes[0] ?? '' }
      expect((await admin.post(`/admin/users/two-step/${page}`, fields)).to).toBe('/admin/users/1')
    }
    const [factor] = factors(id)
    expect(factor).toBeDefined()
    await admin.post(`/admin/users/${id}/delete`, {})
    expect(factors(id)).toEqual([])
    expect(site.rows('select * from recovery_codes where second_factor_id = ?', factor?.id)).toEqual([])
  })

  test('a password reset leaves two-step sign-in on unless asked', async () => {
    const { id, username, email, browser, freshCode } = await somebodyWithApp()
    const linkIn = (said: string) => `/admin/${/new-password\/[\w-]{43}/.exec(said)?.[0]}`
    const choose = (link: string, newPassword: string) =>
      aBrowser().post(link, { newPassword, confirmPassword: newPassword })
    await choose(linkIn(site.staff('reset', username)), 'kahawa-3')
    expect(factors(id)).toHaveLength(1)
    const visitor = aBrowser()
    expect((await visitor.password(username, 'kahawa-3')).to).toContain('/admin/login/code')
    expect((await visitor.code(freshCode())).to).toBe('/admin/contacts')

    const said = site.staff('reset', username, '--second-factor')
    expect(said).toContain(`Two-step sign-in of ${username} is off.`)
    expect([factors(id), await visitor.isIn(), await browser.isIn()]).toEqual([[], false, false])
    await choose(linkIn(said), 'kahawa-4')
    expect((await aBrowser().password(username, 'kahawa-4')).to).toBe('/admin/contacts')
    expect(acts('second-factor-off', username)).toMatchObject([{ actor: 'machine' }])
    expect(await lettersTo(email)).toContain('Two-step sign-in is off')
    expect(site.staff('reset', username, '--second-factor')).not.toContain('is off')
    expect(site.staff('reset', '--second-factor')).toContain('npm run staff -- reset NAME')
  })
})

test('a rotated SESSION_SECRET keeps authenticator codes working', async () => {
  const { id, username, secret, codes, freshCode } = await somebodyWithApp()
  const OLD = 'for-tests-only-and-for-nothing-else'
  const NEW = 'another-one-for-tests-and-nothing-else'
  const restart = async (SESSION_SECRET: string) => {
    await site.killHard()
    await site.start({ SESSION_SECRET })
  }
  const signIn = async (way: 'code' | 'recoveryCode', code: string) => {
    const browser = aBrowser()
    await browser.password(username)
    return { browser, ...(await browser[way](code)) }
  }
  const sealedBefore = factors(id)[0]?.sealed_secret
  await restart(`${NEW},${OLD}`)
  expect((await signIn('code', freshCode())).to).toBe('/admin/contacts')
  expect(factors(id)[0]?.sealed_secret).not.toBe(sealedBefore)
  await restart(NEW)
  expect((await signIn('code', freshCode())).to).toBe('/admin/contacts')

  await restart('a-third-one-for-tests-and-for-nothing-else')
  const useless = await signIn('code', freshCode())
  expect([useless.status, useless.text]).toEqual([
    401,
    expect.stringContaining('The site can no longer check the codes of your app'),
  ])
  expect(await call({ username, password: PASSWORD, code: appCode(secret) })).toMatchObject({
    status: 401,
    body: { message: expect.stringContaining('Use a recovery code') },
  })
  const { browser, to } = await signIn('recoveryCode', codes[0] ?? '')
  expect(to).toBe('/admin/contacts')
  expect((await browser.get(`/admin/users/${id}`)).text).toContain('Turn it off with a recovery code')
  const off = { currentPassword: PASSWORD, recoveryCode: codes[1] ?? '' }
  expect((await browser.post('/admin/users/two-step/off', off)).to).toBe(`/admin/users/${id}`)
  await beginSetUp(browser)
})
