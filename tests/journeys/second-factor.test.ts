import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appCode, wrongCode } from '#tests/fixtures/app-codes'
import { fromSomewhere, networkAddress } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { PASSWORD, twoStepPeople } from './two-step-people'

// Two-step sign-in as a browser without scripts goes through it.

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
})
afterAll(() => site.close())

const {
  aBrowser,
  somebody,
  secretIn,
  codesIn,
  beginSetUp,
  somebodyWithApp,
  factors,
  acts,
  lettersTo,
  everything,
} = twoStepPeople(() => site)

describe('setting it up', () => {
  test('asks for the password, then for the first code', async () => {
    const { id, username, email, browser } = await somebody()
    const elsewhere = aBrowser()
    await elsewhere.password(username)
    expect((await browser.get(`/admin/users/${id}`)).text).toContain('Two-step sign-in')

    const wrong = await browser.press('/admin/users/two-step', 'Continue', { currentPassword: 'wrong' })
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

    const refused = await browser.press('/admin/users/two-step/app', 'Turn on', { code: wrongCode(secret) })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('This is not the current code'),
    ])
    expect((await browser.post('/admin/users/two-step/app', { code: '12345' })).text).toContain(
      'A code from your app has six digits',
    )

    const on = await browser.press('/admin/users/two-step/app', 'Turn on', { code: appCode(secret) })
    expect([on.status, codesIn(on.text).length]).toEqual([200, 10])
    expect(on.text).toContain('Print or write down these recovery codes now')
    expect([await browser.isIn(), await elsewhere.isIn()]).toEqual([true, false])

    expect((await browser.get(`/admin/users/${id}`)).text).toContain('10 recovery codes are left.')
    expect((await browser.get('/admin/users')).text).toMatch(/Two-step sign-in: on/)
    const later = (await browser.get('/admin/users/two-step/app')).text
    expect([secretIn(later), codesIn(later)]).toEqual(['', []])
    expect((await browser.get('/admin/users/two-step')).to).toBe(`/admin/users/${id}`)
    expect(acts('second-factor-on', username)).toMatchObject([{ actor: username }])
    expect(await lettersTo(email)).toEqual(['Please confirm your email address', 'Two-step sign-in is on'])
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

  test('stores neither the secret nor recovery codes in plain text', async () => {
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
  test('asks for a code after the password', async () => {
    const { id, username, secret, freshCode } = await somebodyWithApp()
    const browser = aBrowser()
    const first = await browser.press('/admin/login?next=%2Fadmin%2Fcontacts', 'Sign in', {
      ...{ username, password: PASSWORD },
    })
    expect(first.to).toBe('/admin/login/code?next=%2Fadmin%2Fcontacts')
    expect(await browser.isIn()).toBe(false)
    const signedInBefore = acts('signed-in', username).length

    expect((await browser.get(first.to ?? '')).text).toContain('The six digits from your app')
    const empty = await browser.code('')
    expect([empty.status, empty.text]).toEqual([
      400,
      expect.stringContaining('Please enter the six digits from your app'),
    ])
    const wrong = await browser.press(String(first.to), 'Sign in', { code: wrongCode(secret) })
    expect([wrong.status, wrong.text]).toEqual([
      401,
      expect.stringContaining('This code is wrong or was used already'),
    ])
    expect(acts('wrong-code', username)).toEqual([{ actor: 'somebody', detail: '{"times":1}' }])

    const code = freshCode()
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect((await browser.press(String(first.to), 'Sign in', { code: spaced })).to).toBe('/admin/contacts')
    expect([await browser.isIn(), browser.cookies.has('second-step')]).toEqual([true, false])
    expect(acts('signed-in', username)).toHaveLength(signedInBefore + 1)
    expect((await browser.get('/admin/login/code')).to).toBe('/admin/dashboard')
    expect(factors(id)).toHaveLength(1)
  })

  test('takes the current code once and no other', async () => {
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

  test('one code used twice at once admits one person', async () => {
    const { username, freshCode } = await somebodyWithApp()
    const browsers = [aBrowser(), aBrowser(), aBrowser()]
    await Promise.all(browsers.map((browser) => browser.password(username)))
    const code = freshCode()
    const answers = await Promise.all(browsers.map((browser) => browser.code(code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401, 401])
  })

  test('takes a recovery code once, with or without dash', async () => {
    const { id, username, email, codes, freshCode } = await somebodyWithApp()
    const [first = '', ...others] = codes
    const browser = aBrowser()
    const { to } = await browser.password(username)
    const recoveryCode = first.toUpperCase().replace('-', ' ')
    const used = await browser.press(String(to), 'Sign in', { recoveryCode })
    expect(used.to).toBe('/admin/contacts')
    expect((await browser.get('/admin/contacts')).text).toContain('You signed in with a recovery code')
    expect(acts('recovery-code-used', username)).toEqual([{ actor: username, detail: '{"left":9}' }])
    expect(await lettersTo(email)).toEqual([
      'A recovery code was used',
      'Please confirm your email address',
      'Two-step sign-in is on',
    ])

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
      const thief = aBrowser(networkAddress(), new Map([[name, step]]))
      expect(await thief.isIn(), name).toBe(false)
      expect((await thief.get('/admin/users')).to, name).toContain('/admin/login?next=')
    }
    const forged = aBrowser(networkAddress(), new Map([['second-step', `${step.slice(0, -3)}AAA`]]))
    expect((await forged.get('/admin/login/code')).to).toBe('/admin/login?again&next=')
    expect((await aBrowser().code('123456')).to).toBe('/admin/login?again&next=%2Fadmin%2Fcontacts')
  })

  test('starts over if the password changed between steps', async () => {
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

  test('signing in sends nothing on to an action', async () => {
    const { username } = await somebody()
    const typed = { username, password: PASSWORD, subject: 'Made by nobody', body: 'Karibu' }
    const next = '/admin/login?next=%2Fadmin%2Fcampaigns%2Fnew'
    const kept = JSON.stringify({ subject: 'The herds are back' })
    const plain = await aBrowser().post(next, { ...typed, 'kept-form': kept })
    expect([plain.status, plain.to]).toEqual([302, '/admin/campaigns/new'])
    const none = await aBrowser().postFile(next, { ...typed, 'kept-form': 'no form of ours' })
    expect([none.status, none.to]).toEqual([302, '/admin/campaigns/new'])
    const body = new FormData()
    for (const [name, value] of Object.entries(typed)) body.set(name, value)
    body.set('kept-form', new Blob([kept]), 'kept.json')
    const file = await fetch(site.url + next, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: fromSomewhere(),
    })
    expect(file.status).toBe(302)
    expect((await aBrowser().postFile(next, { ...typed, 'kept-form': kept })).status).toBe(307)
  })

  test('a staff form’s typed values survive both steps', async () => {
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
      'what you typed is back in its form',
    )
  })
})
