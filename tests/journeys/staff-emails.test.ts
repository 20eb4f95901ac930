import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { networkAddress } from '#tests/fixtures/network-address'
import { everySent, type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { PASSWORD, twoStepPeople } from './two-step-people'

// An account's email counts once its owner has confirmed it; colleagues help each other in by it, without
// scripts.

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
})
afterAll(() => site.close())

const people = twoStepPeople(() => site)
const { aBrowser, somebody, somebodyWithApp, factors, acts, lettersTo, linkTo } = people

/** Wambui, who manages accounts. */
async function wambui() {
  const browser = aBrowser()
  await browser.password('Wambui', 'karibu-sana')
  return browser
}

let hired = 0
/** A new colleague, made by the dialog. */
async function aColleague(email = `hired${++hired}@savannasoul.example`) {
  const username = `Hired ${++hired}`
  const admin = await wambui()
  const fields = { username, email, password: PASSWORD, role: 'editor' }
  expect((await admin.post('/admin/users/new', fields)).to).toBe('/admin/users')
  const [row] = site.rows<{ id: number }>('select id from admin_users where username = ?', username)
  const browser = aBrowser()
  await browser.password(username)
  return { id: Number(row?.id), username, email, admin, browser }
}

const storedEmail = (id: number) => site.rows('select email from admin_users where id = ?', id)[0]?.email

const forgot = (email: string) => aBrowser().post('/admin/forgot', { email })

describe('an email address', () => {
  test('counts once who is signed in to the account confirms it', async () => {
    const { id, username, email, browser } = await aColleague()
    expect(storedEmail(id)).toBeNull()
    expect((await browser.get('/admin/dashboard')).text).toContain(email)
    const link = await linkTo(email, 'confirm-email')

    // Neither a mail program that follows links, nor a stranger, nor a colleague confirms it.
    expect((await aBrowser().get(link)).to).toContain('/admin/login?next=')
    const other = await wambui()
    expect((await other.get(link)).text).toContain(`This link belongs to the account ${username}`)
    await other.post(link, {})
    expect((await browser.get(link)).text).toContain('Confirm this address')
    expect(storedEmail(id)).toBeNull()

    expect((await browser.post(link, {})).to).toBe(`/admin/users/${id}`)
    expect(storedEmail(id)).toBe(email)
    expect((await browser.get('/admin/dashboard')).text).not.toContain('your email')
    expect((await browser.get(link)).status).toBe(404)
    expect(acts('email-confirmed', username)).toMatchObject([{ actor: username }])
    await forgot(email)
    expect(await lettersTo(email)).toContain('Choose a new password')
  })

  test('that was mistyped gives its owner nothing', async () => {
    const { id, email, admin } = await aColleague()
    await forgot(email)
    expect((await admin.get(`/admin/users/${id}/link`)).text).toContain('has not confirmed')
    expect((await admin.post(`/admin/users/${id}/link`, {})).to).toBe(`/admin/users/${id}/link`)
    expect(await lettersTo(email)).toEqual(['Please confirm your email address'])
  })

  test('stays until the next one is confirmed, and is told', async () => {
    const { id, email, username, browser } = await somebody()
    const next = `next-${email}`
    const saved = await browser.post(`/admin/users/${id}`, { email: next, currentPassword: PASSWORD })
    expect(saved.to).toBe(`/admin/users/${id}`)
    expect((await browser.get(`/admin/users/${id}`)).text).toContain(`Please confirm ${next}`)
    expect(storedEmail(id)).toBe(email)
    await browser.post(await linkTo(next, 'confirm-email'), {})
    expect(storedEmail(id)).toBe(next)
    expect(await lettersTo(email)).toContain('Your account no longer has this email address')
    expect(acts('email-asked', username)).toHaveLength(2)
  })

  test('that is taken away is told, so that no one loses it unawares', async () => {
    const { id, email, username, browser } = await somebody()
    await browser.post(`/admin/users/${id}`, { email: '', currentPassword: PASSWORD })
    expect(storedEmail(id)).toBeNull()
    expect(await lettersTo(email)).toContain('Your account no longer has this email address')
    expect(acts('email-chosen', username)).toHaveLength(1)
  })

  test('is one account’s, also where two wait for it', async () => {
    const first = await aColleague()
    const second = await aColleague(first.email)
    const theirs = await linkTo(second.email, 'confirm-email')
    await first.browser.post(`/admin/users/${first.id}?again`, {})
    await first.browser.post(await linkTo(first.email, 'confirm-email'), {})
    await second.browser.post(theirs, {})
    expect([storedEmail(first.id), storedEmail(second.id)]).toEqual([first.email, null])
    const fields = { username: 'Third', email: first.email, password: PASSWORD, role: 'editor' }
    const taken = await first.admin.post('/admin/users/new', fields)
    expect([taken.status, taken.text]).toEqual([
      409,
      expect.stringContaining('Another account has this address.'),
    ])
  })

  test('is asked for three times an hour at most', async () => {
    const { id, email, browser } = await aColleague()
    for (let n = 0; n < 4; n += 1) {
      // One that still waits is overtaken by the next.
      await everySent(site)
      await browser.post(`/admin/users/${id}?again`, {})
    }
    expect(await lettersTo(email)).toHaveLength(3)
    const saved = await browser.post(`/admin/users/${id}`, { email, currentPassword: PASSWORD })
    expect([saved.status, saved.text]).toEqual([429, expect.stringContaining('Several links')])
  })

  test('may be left out, by the dialog and the call', async () => {
    const { admin } = await aColleague()
    const headers = { Cookie: `staff=${admin.cookies.get('staff')}`, 'Fly-Client-IP': networkAddress() }
    const call = (body: object) => callJson(site.url, 'POST', '/api/admin/users', body, headers)
    const made = await call({ username: 'By call', password: PASSWORD, role: 'guide' })
    expect([made.status, Object.keys(made.body)]).toEqual([
      201,
      ['id', 'username', 'role', 'createdAt', 'lastLogin'],
    ])
    expect((await call({ username: 'By post', password: PASSWORD, email: 'no' })).status).toBe(400)
    const email = 'by-call@savannasoul.example'
    expect((await call({ username: 'By mail', password: PASSWORD, email })).status).toBe(201)
    expect(await lettersTo(email)).toEqual(['Please confirm your email address'])
    const guide = aBrowser()
    await guide.password('By call')
    expect((await guide.get('/admin/departures')).text).toContain('Add your email')
  })
})

describe('a colleague who cannot sign in', () => {
  test('is sent a new link, and nobody chooses their password', async () => {
    const { id, username, email, browser } = await somebody()
    const admin = await wambui()
    expect((await admin.get('/admin/users')).text).toContain(`href="/admin/users/${id}/link"`)
    const change = { currentPassword: PASSWORD, newPassword: 'kahawa-9', confirmPassword: 'kahawa-9' }
    expect((await admin.get(`/admin/users/${id}/password`)).to).toBe(`/admin/users/${id}/link`)
    expect((await admin.post(`/admin/users/${id}/password`, change)).to).toBe(`/admin/users/${id}/link`)

    expect((await admin.post(`/admin/users/${id}/link`, {})).to).toBe('/admin/users')
    expect(await browser.isIn()).toBe(true)
    const link = await linkTo(email, 'new-password')
    await aBrowser().post(link, { newPassword: 'kahawa-2', confirmPassword: 'kahawa-2' })
    expect(await browser.isIn()).toBe(false)
    expect((await aBrowser().password(username, 'kahawa-2')).to).toBe('/admin/contacts')
    expect(acts('reset-link-sent', username)).toMatchObject([{ actor: 'Wambui' }])

    for (let n = 0; n < 6; n += 1) await admin.post(`/admin/users/${id}/link`, {})
    expect(acts('reset-link-sent', username)).toHaveLength(5)
  })

  test('without their phone is let in by someone with their own code', async () => {
    const lost = await somebodyWithApp()
    const helper = await somebodyWithApp()
    const letIn = `/admin/users/${lost.id}/let-in`
    const without = await wambui()
    expect((await without.get(letIn)).text).toContain('Set up your own two-step sign-in first')
    await without.post(letIn, { currentPassword: 'karibu-sana', code: '123456' })
    expect(factors(lost.id)).toHaveLength(1)

    const wrong = await helper.browser.post(letIn, { currentPassword: 'wrong', code: helper.freshCode() })
    expect(wrong.text).toContain('Current password is incorrect')
    // The colleague's own code is not the helper's.
    const theirs = await helper.browser.post(letIn, { currentPassword: PASSWORD, code: lost.freshCode() })
    expect([theirs.status, factors(lost.id).length]).toEqual([400, 1])

    const done = await helper.browser.post(letIn, { currentPassword: PASSWORD, code: helper.freshCode() })
    expect(done.to).toBe(`/admin/users/${lost.id}`)
    expect([factors(lost.id), await lost.browser.isIn()]).toEqual([[], false])
    expect((await aBrowser().password(lost.username)).to).toBe('/admin/contacts')
    expect(acts('second-factor-lifted', lost.username)).toMatchObject([{ actor: helper.username }])
    expect(await lettersTo(lost.email)).toContain('Two-step sign-in is off')
    const told = `${lost.username} was let in again without two-step sign-in`
    for (const who of [lost.email, helper.email, 'staff@savannasoul.example'])
      expect(await lettersTo(who)).toContain(told)
  })
})
