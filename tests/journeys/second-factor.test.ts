import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appCode, wrongCode } from '#tests/fixtures/app-codes'
import { callJson } from '#tests/fixtures/json-call'
import { everySent, type Site, startSite } from '#tests/fixtures/site'

// Two-step sign-in as a browser without scripts goes through it, and by the call.

const WAMBUI = { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'karibu-sana', FLY_APP_NAME: 'for-tests' }
const PASSWORD = 'kahawa-1'
const AT_WORK = '10.8.0.1'

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI)
})
afterAll(() => site.close())

let networks = 0
const somewhere = () => `10.9.${networks >> 8}.${networks++ & 255}`

/** A browser without scripts: it keeps cookies and follows nothing. */
function aBrowser(address = somewhere(), cookies = new Map<string, string>()) {
  async function ask(path: string, init: RequestInit = {}) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'Fly-Client-IP': address, Cookie, ...init.headers }
    const answer = await fetch(site.url + path, { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, to: answer.headers.get('Location'), text: await answer.text() }
  }
  const post = (path: string, fields: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) })
  return {
    cookies,
    get: (path: string) => ask(path),
    post,
    postFile(path: string, fields: Record<string, string>) {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return ask(path, { method: 'POST', body })
    },
    password: (username: string, password = PASSWORD, next = '/admin/contacts') =>
      post(`/admin/login?next=${encodeURIComponent(next)}`, { username, password }),
    code: (code: string) => post('/admin/login/code?next=%2Fadmin%2Fcontacts', { code }),
    recoveryCode: (recoveryCode: string) =>
      post('/admin/login/code?next=%2Fadmin%2Fcontacts', { recoveryCode }),
    isIn: async () => (await ask('/api/admin/me')).status === 200,
  }
}
type Browser = ReturnType<typeof aBrowser>

const call = (body: object, address = somewhere()) =>
  callJson(site.url, 'POST', '/api/admin/login', body, { 'Fly-Client-IP': address })

let people = 0
/** Somebody with an address, signed in by password alone. */
async function somebody() {
  const username = `Person ${++people}`
  const email = `person${people}@savannasoul.example`
  const admin = aBrowser()
  await admin.password('Wambui', 'karibu-sana')
  const headers = { Cookie: `staff=${admin.cookies.get('staff')}`, 'Fly-Client-IP': somewhere() }
  const { body } = await callJson(
    site.url,
    'POST',
    '/api/admin/users',
    { username, password: PASSWORD },
    headers,
  )
  const id = Number(body.id)
  const browser = aBrowser()
  await browser.password(username)
  await browser.post(`/admin/users/${id}`, { email, currentPassword: PASSWORD })
  return { id, username, email, browser }
}

/** The key that is typed into an app by hand. */
const secretIn = (page: string) => (/<code>([^<]+)<\/code>/.exec(page)?.[1] ?? '').replaceAll(' ', '')
const codesIn = (page: string) =>
  [...page.matchAll(/>([0-9a-z]{5}-[0-9a-z]{5})</g)].map(([, code = '']) => code)

async function beginSetUp(browser: Browser) {
  const begun = await browser.post('/admin/users/two-step', { currentPassword: PASSWORD })
  expect(begun.to).toBe('/admin/users/two-step/app')
  return secretIn((await browser.get('/admin/users/two-step/app')).text)
}

/** Somebody with two-step sign-in, signed in at the browser in which it was set up. */
async function somebodyWithApp() {
  const person = await somebody()
  const secret = await beginSetUp(person.browser)
  const on = await person.browser.post('/admin/users/two-step/app', { code: appCode(secret) })
  const codes = codesIn(on.text)
  expect(codes).toHaveLength(10)
  return { ...person, secret, codes, freshCode: () => freshCode(person.id, secret) }
}

/** The app's code of now, as if none had been used before: nobody waits half a minute for the next. */
function freshCode(id: number, secret: string): string {
  site.change('update second_factors set last_step = 0 where admin_user_id = ?', id)
  return appCode(secret)
}

const factors = (id: number) =>
  site.rows<{ id: number; sealed_secret: string }>('select * from second_factors where admin_user_id = ?', id)

const acts = (action: string, username: string) =>
  site.rows<{ actor: string; detail: string }>(
    'select actor, detail from audit_log where action = ? and subject = ? order by id',
    action,
    `user:${username}`,
  )

async function lettersTo(email: string): Promise<string[]> {
  await everySent(site)
  return site.mailbox
    .messages()
    .filter(({ to }) => JSON.stringify(to).includes(email))
    .map(({ subject }) => String(subject))
}

const everything = () => {
  const tables = site.rows<{ name: string }>("select name from sqlite_master where type = 'table'")
  return JSON.stringify(tables.flatMap(({ name }) => site.rows(`select * from "${name}"`)))
}

describe('setting it up', () => {
  test('asks for the password, then for the first code, shows ten recovery codes once, and ends other sessions', async () => {
    const { id, username, email, browser } = await somebody()
    const elsewhere = aBrowser()
    await elsewhere.password(username)
    expect((await browser.get(`/admin/users/${id}`)).text).toContain('Two-step sign-in')

    const wrong = await browser.post('/admin/users/two-step', { currentPassword: 'wrong' })
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining('Current password is incorrect'),
    ])
    expect(factors(id)).toEqual([])

    const secret = await beginSetUp(browser)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const page = (await browser.get('/admin/users/two-step/app')).text
    expect(page).toMatch(/<svg role="img" aria-label="QR code[^>]+viewBox="0 0 \d+ \d+"/)
    expect(page).toContain(`secret=${secret}`)
    // Nothing is asked for before a code was right.
    expect((await aBrowser().password(username)).to).toBe('/admin/contacts')

    const refused = await browser.post('/admin/users/two-step/app', { code: wrongCode(secret) })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('This is not the code')])
    expect((await browser.post('/admin/users/two-step/app', { code: '12345' })).text).toContain(
      'A code from your app has six digits',
    )

    const on = await browser.post('/admin/users/two-step/app', { code: appCode(secret) })
    expect([on.status, codesIn(on.text).length]).toEqual([200, 10])
    expect([await browser.isIn(), await elsewhere.isIn()]).toEqual([true, false])

    expect((await browser.get(`/admin/users/${id}`)).text).toContain('10 recovery codes are left.')
    expect((await browser.get('/admin/users')).text).toMatch(/Two-step sign-in: on/)
    const later = (await browser.get('/admin/users/two-step/app')).text
    expect([secretIn(later), codesIn(later)]).toEqual(['', []])
    expect((await browser.get('/admin/users/two-step')).to).toBe(`/admin/users/${id}`)
    expect(acts('second-factor-on', username)).toMatchObject([{ actor: username }])
    expect(await lettersTo(email)).toEqual(['Two-step sign-in is on'])
  })

  test('is over after half an hour', async () => {
    const { id, browser } = await somebody()
    const secret = await beginSetUp(browser)
    site.change('update second_factors set begun_at = begun_at - 1800000 where admin_user_id = ?', id)
    expect((await browser.get('/admin/users/two-step/app')).text).toContain('There is nothing to set up here')
    const late = await browser.post('/admin/users/two-step/app', { code: appCode(secret) })
    expect([late.status, codesIn(late.text)]).toEqual([400, []])
  })

  test('two first codes at once turn it on once', async () => {
    const { browser } = await somebody()
    const secret = await beginSetUp(browser)
    const turnOn = () => browser.post('/admin/users/two-step/app', { code: appCode(secret) })
    const answers = await Promise.all([turnOn(), turnOn()])
    expect(answers.filter(({ text }) => codesIn(text).length === 10)).toHaveLength(1)
  })

  test('keeps neither the secret nor a recovery code as it is, and no call tells of them', async () => {
    const { id, secret, codes, browser } = await somebodyWithApp()
    const kept = everything()
    for (const word of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(word)
    const told = (await browser.get('/api/admin/users')).text
    expect(told).toContain(`"id":${id}`)
    expect(told).not.toMatch(/secret|factor|recovery/i)
  })
})

describe('signing in', () => {
  test('asks for a code after the password, and goes on to the page that was asked for', async () => {
    const { id, username, secret, freshCode } = await somebodyWithApp()
    const browser = aBrowser()
    const first = await browser.password(username)
    expect(first.to).toBe('/admin/login/code?next=%2Fadmin%2Fcontacts')
    expect(await browser.isIn()).toBe(false)
    const signedInBefore = acts('signed-in', username).length

    expect((await browser.get(first.to ?? '')).text).toContain('The six digits from your app')
    const empty = await browser.code('')
    expect([empty.status, empty.text]).toEqual([
      400,
      expect.stringContaining('Please enter the six digits from your app'),
    ])
    const wrong = await browser.code(wrongCode(secret))
    expect([wrong.status, wrong.text]).toEqual([
      401,
      expect.stringContaining('This code is wrong or was used already'),
    ])
    expect(acts('wrong-code', username)).toEqual([{ actor: 'somebody', detail: '{"times":1}' }])

    const code = freshCode()
    expect((await browser.code(`${code.slice(0, 3)} ${code.slice(3)}`)).to).toBe('/admin/contacts')
    expect([await browser.isIn(), browser.cookies.has('second-step')]).toEqual([true, false])
    expect(acts('signed-in', username)).toHaveLength(signedInBefore + 1)
    expect((await browser.get('/admin/login/code')).to).toBe('/admin/dashboard')
    expect(factors(id)).toHaveLength(1)
  })

  test('takes the code of now, once, and none of another time', async () => {
    const { id, username, secret } = await somebodyWithApp()
    site.change('update second_factors set last_step = 0 where admin_user_id = ?', id)
    const isIn = async (code: string) => {
      const browser = aBrowser()
      await browser.password(username)
      return (await browser.code(code)).to === '/admin/contacts'
    }
    const now = appCode(secret)
    expect([await isIn(appCode(secret, -3)), await isIn(appCode(secret, 3))]).toEqual([false, false])
    expect([await isIn(now), await isIn(now)]).toEqual([true, false])
    expect(await isIn(appCode(secret, 1))).toBe(true)
  })

  test('of two who use one code at once, one is let in', async () => {
    const { username, freshCode } = await somebodyWithApp()
    const browsers = [aBrowser(), aBrowser(), aBrowser()]
    await Promise.all(browsers.map((browser) => browser.password(username)))
    const code = freshCode()
    const answers = await Promise.all(browsers.map((browser) => browser.code(code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401, 401])
  })

  test('takes a recovery code once, in any case and without its dash, and says how many are left', async () => {
    const { id, username, email, codes, freshCode } = await somebodyWithApp()
    const [first = '', ...others] = codes
    const browser = aBrowser()
    await browser.password(username)
    const used = await browser.recoveryCode(first.toUpperCase().replace('-', ' '))
    expect(used.to).toBe('/admin/contacts')
    expect((await browser.get('/admin/contacts')).text).toContain('You signed in with a recovery code')
    expect(acts('recovery-code-used', username)).toEqual([{ actor: username, detail: '{"left":9}' }])
    expect(await lettersTo(email)).toEqual(['Two-step sign-in is on', 'A recovery code was used'])

    const again = aBrowser()
    await again.password(username)
    const refused = await again.recoveryCode(first)
    expect([refused.status, refused.text]).toEqual([
      401,
      expect.stringContaining('This recovery code is wrong or was used already'),
    ])
    expect((await again.recoveryCode('not a code')).text).toContain(
      'A recovery code has ten letters and digits',
    )

    expect((await browser.get(`/admin/users/${id}`)).text).not.toContain('make new recovery codes soon')
    for (const code of others.slice(0, 6)) {
      const visitor = aBrowser()
      await visitor.password(username)
      expect((await visitor.recoveryCode(code)).to).toBe('/admin/contacts')
    }
    expect((await browser.get(`/admin/users/${id}`)).text).toContain(
      'Only 3 left: make new recovery codes soon',
    )
    expect(freshCode()).toMatch(/^\d{6}$/)
  })

  test('a right password alone is worth nothing anywhere else', async () => {
    const { username } = await somebodyWithApp()
    const browser = aBrowser()
    await browser.password(username)
    const step = browser.cookies.get('second-step') ?? ''
    expect(step).not.toBe('')
    for (const name of ['staff', 'second-step', 'known-browser']) {
      const thief = aBrowser(somewhere(), new Map([[name, step]]))
      expect(await thief.isIn(), name).toBe(false)
      expect((await thief.get('/admin/users')).to, name).toContain('/admin/login?next=')
    }
    const forged = aBrowser(somewhere(), new Map([['second-step', `${step.slice(0, -3)}AAA`]]))
    expect((await forged.get('/admin/login/code')).to).toBe('/admin/login?again&next=')
    expect((await aBrowser().code('123456')).to).toBe('/admin/login?again&next=%2Fadmin%2Fcontacts')
  })

  test('begins anew where the password was changed, or the second factor turned off, between the steps', async () => {
    const { id, username, browser, secret, codes, freshCode } = await somebodyWithApp()
    const late = aBrowser()
    await late.password(username)
    const change = { currentPassword: PASSWORD, newPassword: 'kahawa-2', confirmPassword: 'kahawa-2' }
    await browser.post(`/admin/users/${id}/password`, change)
    const again = '/admin/login?again&next=%2Fadmin%2Fcontacts'
    expect((await late.code(freshCode())).to).toBe(again)
    expect((await late.recoveryCode(codes[0] ?? '')).to).toBe(again)
    expect((await late.get(again)).text).toContain('Please sign in once more')

    await late.password(username, 'kahawa-2')
    const off = { currentPassword: 'kahawa-2', recoveryCode: codes[0] ?? '' }
    expect((await browser.post('/admin/users/two-step/off', off)).to).toBe(`/admin/users/${id}`)
    expect((await late.code(appCode(secret))).to).toBe(again)
    expect((await late.password(username, 'kahawa-2')).to).toBe('/admin/contacts')
  })

  test('what was typed in a form of the desk comes through both steps', async () => {
    const { username, freshCode, secret } = await somebodyWithApp()
    const browser = aBrowser()
    const typed = await browser.post('/admin/login?next=%2Fadmin%2Fcampaigns%2Fnew&typed', {
      subject: 'The herds are back',
      currentPassword: 'secret-1',
      recoveryCode: 'secret-2',
    })
    const kept = (/name="kept-form" value="([^"]+)"/.exec(typed.text)?.[1] ?? '').replaceAll('&quot;', '"')
    expect(JSON.parse(kept)).toEqual({ subject: 'The herds are back' })

    const sent = { username, password: PASSWORD, 'kept-form': kept }
    const next = '/admin/login?next=%2Fadmin%2Fcampaigns%2Fnew'
    const first = await browser.postFile(next, sent)
    expect([first.status, first.to]).toEqual([307, '/admin/login/code?next=%2Fadmin%2Fcampaigns%2Fnew&typed'])
    const second = await browser.postFile(first.to ?? '', sent)
    expect([second.status, second.text]).toEqual([200, expect.stringContaining('name="kept-form"')])
    expect(second.text).not.toContain(PASSWORD)
    const here = '/admin/login/code?next=%2Fadmin%2Fcampaigns%2Fnew'
    const wrong = await browser.postFile(here, { code: wrongCode(secret), 'kept-form': kept })
    expect(wrong.text).toContain('name="kept-form"')
    const last = { code: freshCode(), 'kept-form': kept }
    const done = await browser.postFile(here, last)
    expect([done.status, done.to]).toEqual([307, '/admin/campaigns/new'])
    expect((await browser.postFile(done.to ?? '', last)).text).toContain('value="The herds are back"')

    const late = await aBrowser().postFile(here, last)
    expect([late.status, late.to]).toEqual([307, `${next.replace('?', '?again&')}&typed`])
    expect((await aBrowser().postFile(late.to ?? '', last)).text).toContain(
      'what you typed is in its form again',
    )
  })
})

describe('guessing at codes', () => {
  test('is over after five wrong ones, whatever is known of the password', async () => {
    const { username, secret, freshCode } = await somebodyWithApp()
    const thief = aBrowser()
    for (let n = 0; n < 5; n += 1) {
      // A right password does not begin the count anew.
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

  test('is over for all strangers after ten an hour, recovery codes and calls included, but not for known browsers', async () => {
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
  test('needs a code where the account has a second factor, and answers as ever', async () => {
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
  test('it is turned off with the password and a code, and all other sessions end', async () => {
    const { id, username, email, browser, secret, freshCode } = await somebodyWithApp()
    const elsewhere = aBrowser()
    await elsewhere.password(username)
    await elsewhere.code(freshCode())
    const off = (fields: Record<string, string>) => browser.post('/admin/users/two-step/off', fields)

    expect((await off({ currentPassword: 'wrong', code: freshCode() })).text).toContain(
      'Current password is incorrect',
    )
    const wrong = await off({ currentPassword: PASSWORD, code: wrongCode(secret) })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('This code is wrong')])
    expect(wrong.text).not.toContain(`value="${PASSWORD}"`)
    expect((await off({ currentPassword: PASSWORD })).status).toBe(400)
    expect(factors(id)).toHaveLength(1)
    expect(acts('wrong-code', username)).toEqual([{ actor: username, detail: '{"times":1}' }])

    expect((await off({ currentPassword: PASSWORD, code: freshCode() })).to).toBe(`/admin/users/${id}`)
    expect([await browser.isIn(), await elsewhere.isIn()]).toEqual([true, false])
    expect(factors(id)).toEqual([])
    expect(
      site.rows('select * from recovery_codes where second_factor_id not in (select id from second_factors)'),
    ).toEqual([])
    expect((await aBrowser().password(username)).to).toBe('/admin/contacts')
    expect(acts('second-factor-off', username)).toMatchObject([{ actor: username }])
    expect(await lettersTo(email)).toEqual(['Two-step sign-in is on', 'Two-step sign-in is off'])
    expect((await off({ currentPassword: PASSWORD, code: '123456' })).to).toBe(`/admin/users/${id}`)
  })

  test('new recovery codes take the place of the old ones', async () => {
    const { id, username, browser, codes, freshCode } = await somebodyWithApp()
    const page = (await browser.get('/admin/users/two-step/codes')).text
    expect(page).toContain('The 10 that are left are good no more')
    const fields = { currentPassword: PASSWORD, code: freshCode() }
    const made = codesIn((await browser.post('/admin/users/two-step/codes', fields)).text)
    expect([made.length, made.filter((code) => codes.includes(code))]).toEqual([10, []])
    expect((await browser.post('/admin/users/two-step/codes', fields)).text).toContain('This code is wrong')
    expect(acts('recovery-codes-made', username)).toMatchObject([{ actor: username }])
    expect((await call({ username, password: PASSWORD, code: codes[0] })).status).toBe(401)
    expect((await call({ username, password: PASSWORD, code: made[0] })).status).toBe(200)
    expect(factors(id)).toHaveLength(1)
  })

  test('nobody else turns it off, and a deleted account leaves nothing of it', async () => {
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

  test('a link to a new password leaves it on; the machine turns it off', async () => {
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

test('a new SESSION_SECRET before the old one goes on with it; where all are new, recovery codes are left', async () => {
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
    expect.stringContaining('The site cannot check the codes of your app any more'),
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
