import { afterAll, beforeAll, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { networkAddress } from '#tests/fixtures/network-address'
import { eventually, everySent, type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// Staff who have forgotten their password, by mail and at the machine.

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
})
afterAll(() => site.close())

const guest = visitor(() => site)
const post = (path: string, fields: Record<string, string>, cookie = '', address = networkAddress()) =>
  guest.post(path, fields, { 'Fly-Client-IP': address, Cookie: cookie })

const signIn = (username: string, password: string) =>
  callJson(
    site.url,
    'POST',
    '/api/admin/login',
    { username, password },
    { 'Fly-Client-IP': networkAddress() },
  )

async function sessionOf(username: string, password: string) {
  const { status, headers } = await signIn(username, password)
  expect(status).toBe(200)
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

let people = 0
/** Somebody with an address that they confirmed, signed in. */
async function somebody(password = 'kahawa-1') {
  const username = `Person ${++people}`
  const email = `person${people}@savannasoul.example`
  const admin = await sessionOf('Wambui', 'karibu-sana')
  const headers = { Cookie: admin, 'Fly-Client-IP': networkAddress() }
  const created = await callJson(site.url, 'POST', '/api/admin/users', { username, password }, headers)
  const cookie = await sessionOf(username, password)
  const own = `/admin/users/${created.body.id}`
  const asSelf = { Cookie: cookie, 'Fly-Client-IP': networkAddress() }
  const saved = await guest.press(own, 'Save address', { email, currentPassword: password }, asSelf)
  expect(saved.to).toBe(own)
  const then = (await guest.read(own, { ...asSelf, Cookie: `${cookie}; ${saved.cookie}` })).html
  expect(then).toContain('Please check your inbox')
  expect(then).toContain(`Please confirm ${email}`)
  await guest.press(await linkFor(email, 'confirm-email'), 'Confirm this address', {}, asSelf)
  return { id: Number(created.body.id), username, email, cookie }
}

const ask = (email: string, address?: string) => post('/admin/forgot', { email }, '', address)

const lettersTo = (email: string) =>
  site.mailbox
    .messages()
    .filter(({ to, subject }) => JSON.stringify(to).includes(email) && subject === 'Choose a new password')

/** The link in the last letter. */
async function linkFor(email: string, page = 'new-password'): Promise<string> {
  await everySent(site)
  const all = JSON.stringify(site.mailbox.messages().filter(({ to }) => JSON.stringify(to).includes(email)))
  const link = [...all.matchAll(new RegExp(`/admin/${page}/[\\w-]{43}`, 'g'))].at(-1)?.[0]
  expect(link, all).toBeDefined()
  return String(link)
}

const choose = (link: string, newPassword: string) =>
  post(link, { newPassword, confirmPassword: newPassword })

const acts = (action: string) =>
  site.rows<{ actor: string; subject: string }>(
    'select actor, subject from audit_log where action = ?',
    action,
  )

test('a forgotten password gets a link that works once', async () => {
  const { username, email, cookie } = await somebody()
  const self = { 'Fly-Client-IP': networkAddress() }
  expect((await guest.read('/admin/login')).html).toContain('href="/admin/forgot"')
  const asked = await guest.press('/admin/forgot', 'Send me a link', { email: email.toUpperCase() }, self)
  expect(asked.to).toBe('/admin/forgot?asked')
  expect((await guest.read(asked.to)).html).toContain('check your inbox')
  const link = await linkFor(email)

  // Programs that read mail follow links: that uses nothing up.
  expect(await (await fetch(site.url + link)).text()).toContain(username)
  const short = await choose(link, 'abc')
  expect([short.status, await short.text()]).toEqual([400, expect.stringContaining('at least 6 characters')])
  const common = await choose(link, 'letmein')
  expect(await common.text()).toContain('one of the 10,000 most common')

  const save = (newPassword: string, confirmPassword: string) =>
    guest.press(link, 'Save new password', { newPassword, confirmPassword }, self)
  expect((await save('kahawa-2', 'kahawa-3')).html).toContain('Passwords don&#x27;t match')
  const chosen = await save('kahawa-2', 'kahawa-2')
  expect(chosen.to).toBe('/admin/login')
  expect((await guest.read(chosen.to, chosen.cookie)).html).toContain('Password updated')
  expect((await signIn(username, 'kahawa-1')).status).toBe(401)
  expect((await signIn(username, 'kahawa-2')).status).toBe(200)
  expect((await callJson(site.url, 'GET', '/api/admin/me', undefined, { Cookie: cookie })).status).toBe(401)

  expect((await choose(link, 'kahawa-3')).status).toBe(404)
  const gone = await fetch(site.url + link)
  expect([gone.status, await gone.text()]).toEqual([
    404,
    expect.stringContaining('This link is no longer good'),
  ])
  const subject = `user:${username}`
  expect(acts('reset-asked')).toContainEqual({ actor: 'somebody', subject })
  expect(acts('password-reset')).toContainEqual({ actor: username, subject })
})

test('a link ends with time, renewal or a changed password', async () => {
  const { id, username, email } = await somebody()
  await ask(email)
  const first = await linkFor(email)
  await ask(email)
  const second = await linkFor(email)
  expect((await fetch(site.url + first)).status).toBe(404)
  expect((await fetch(site.url + second)).status).toBe(200)

  site.change('update password_resets set ends_at = ? where admin_user_id = ?', Date.now(), id)
  expect((await choose(second, 'kahawa-2')).status).toBe(404)

  await ask(email)
  const third = await linkFor(email)
  const cookie = await sessionOf(username, 'kahawa-1')
  const change = { currentPassword: 'kahawa-1', newPassword: 'kahawa-2', confirmPassword: 'kahawa-2' }
  await post(`/admin/users/${id}/password`, change, cookie)
  expect((await choose(third, 'kahawa-3')).status).toBe(404)
})

test('the token of a link is stored nowhere', async () => {
  const { id, email } = await somebody()
  await ask(email)
  const token = (await linkFor(email)).split('/').at(-1) ?? ''
  const tables = site.rows<{ name: string }>("select name from sqlite_master where type = 'table'")
  const everything = tables.flatMap(({ name }) => site.rows(`select * from "${name}"`))
  expect(JSON.stringify(everything)).not.toContain(token)

  const before = lettersTo(email).length
  await site.mailbox.stopSmtp()
  await ask(email)
  const triedInVain = "select 1 from outbox where state = 'waiting' and attempts > 0"
  await eventually(() => site.rows(triedInVain).length > 0)
  site.change('update password_resets set ends_at = ? where admin_user_id = ?', Date.now(), id)
  await site.mailbox.startSmtp()
  site.change("update outbox set next_attempt_at = 0 where kind = 'password-reset'")
  await everySent(site)
  expect(lettersTo(email)).toHaveLength(before)
})

test('an unknown mailbox is answered like a known one', async () => {
  const { email } = await somebody()
  const answers = [await ask('nobody@savannasoul.example')]
  for (let n = 0; n < 5; n += 1) {
    answers.push(await ask(email))
    // One that still waits is overtaken by the next.
    await everySent(site)
  }
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('Location')}`))).toEqual(
    new Set(['303 /admin/forgot?asked']),
  )
  expect((await ask('not an address')).status).toBe(400)
  await everySent(site)
  expect(lettersTo(email)).toHaveLength(3)
  expect(lettersTo('nobody@savannasoul.example')).toEqual([])
})

test('one network address gets ten letters an hour at most', async () => {
  const { email } = await somebody()
  const address = networkAddress()
  for (let n = 0; n < 10; n += 1) await ask(`nobody${n}@savannasoul.example`, address)
  await ask(email, address)
  await everySent(site)
  expect(lettersTo(email)).toEqual([])
})

test('only the owner changes an account’s address, by password', async () => {
  const [wambui, kamau] = [await somebody(), await somebody()]
  const save = (fields: object, id = wambui.id) =>
    post(`/admin/users/${id}`, { email: 'new@savannasoul.example', ...fields }, wambui.cookie)
  const stored = (id: number) => site.rows('select email from admin_users where id = ?', id)

  expect(await (await save({ currentPassword: 'wrong' })).text()).toContain('Current password is incorrect')
  expect((await save({ currentPassword: 'kahawa-1' }, kamau.id)).headers.get('Location')).toBe(
    `/admin/users/${wambui.id}`,
  )
  const taken = await save({ currentPassword: 'kahawa-1', email: kamau.email.toUpperCase() })
  expect(taken.status).toBe(400)
  expect(await taken.text()).toContain('Another account has this address.')
  const two = await save({ currentPassword: 'kahawa-1', email: 'a@example.com, b@example.com' })
  expect(two.status).toBe(400)
  expect([stored(wambui.id), stored(kamau.id)]).toEqual([[{ email: wambui.email }], [{ email: kamau.email }]])

  expect((await save({ currentPassword: 'kahawa-1', email: '' })).status).toBe(302)
  expect(stored(wambui.id)).toEqual([{ email: null }])
})

test('when nobody can sign in, the machine makes a link', async () => {
  expect(site.staff()).toContain('npm run staff -- reset NAME')
  expect(site.staff('reset', 'Nobody')).toBe('No account is called Nobody.\n')
  const said = site.staff('reset', 'wambui')
  expect(said).toMatch(/^Wambui chooses a new password here, within 30 minutes:/)
  const link = /new-password\/[\w-]{43}/.exec(said)?.[0]
  expect((await choose(`/admin/${link}`, 'karibu-tena')).headers.get('Location')).toBe('/admin/login')
  await sessionOf('Wambui', 'karibu-tena')
  expect(acts('reset-link-made')).toEqual([{ actor: 'machine', subject: 'user:Wambui' }])
})
