import { afterAll, beforeAll, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { fromSomewhere } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY } from '#tests/fixtures/staff-cookie'

// The calls around accounts and settings, as a script of the staff would make them.

let site: Site
beforeAll(async () => {
  // On Fly the visitor's address stands in a header, so that each call can come from a network of its own.
  site = await startSite(WAMBUI_ON_FLY)
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: unknown, cookie = '') =>
  callJson(site.url, method, `/api/admin/${path}`, body, { ...fromSomewhere(), Cookie: cookie })

async function signIn(username = 'Wambui', password = 'karibu-sana'): Promise<string> {
  const { status, headers } = await call('POST', 'login', { username, password })
  expect(status).toBe(200)
  return String(headers.get('Set-Cookie')).split(';')[0] ?? ''
}

let names = 0
async function aUser(cookie: string) {
  const username = `User ${++names}`
  const { body } = await call('POST', 'users', { username, password: 'kahawa-1', role: 'editor' }, cookie)
  return { id: Number(body.id), username, cookie: await signIn(username, 'kahawa-1') }
}

test('signing in answers the session that other calls need', async () => {
  const { body, headers } = await call('POST', 'login', { username: 'wambui', password: 'karibu-sana' })
  const admin = { id: 1, username: 'Wambui', role: 'admin' }
  expect(body).toEqual({ admin })
  const setCookie = String(headers.get('Set-Cookie'))
  expect(setCookie).toMatch(/^staff=.+HttpOnly; SameSite=Lax/)
  const cookie = setCookie.split(';')[0]
  expect((await call('GET', 'me', undefined, cookie)).body).toEqual({ admin })

  const out = await call('POST', 'logout', undefined, cookie)
  expect(out.status).toBe(200)
  expect(out.headers.get('Set-Cookie')).toMatch(/^staff=;.*Max-Age=0/)
  expect((await call('GET', 'me', undefined, cookie)).status).toBe(401)
  expect((await call('POST', 'logout')).status).toBe(200)
})

test('a wrong sign-in is refused alike for users and strangers', async () => {
  expect((await call('POST', 'login', {})).body).toEqual({
    message: 'Username is required',
    errors: { username: ['Username is required'], password: ['Password is required'] },
  })
  for (const username of ['Wambui', 'Nobody']) {
    const { status, body } = await call('POST', 'login', { username, password: 'wrong' })
    expect([status, body]).toEqual([401, { message: 'Invalid credentials' }])
  }
})

test('the twentieth wrong password is told how long to wait', async () => {
  const user = await aUser(await signIn())
  const wrong = { username: user.username, password: 'wrong' }
  const here = fromSomewhere()
  const guess = () => callJson(site.url, 'POST', '/api/admin/login', wrong, here)
  const statuses: number[] = []
  for (let n = 0; n < 19; n += 1) statuses.push((await guess()).status)
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(9).fill(429)])
  const { status, body, headers } = await guess()
  expect(status).toBe(429)
  expect(body.message).toBe('Too many failed attempts. Please wait 15 minutes and try again.')
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(800)
})

test('users are listed newest first, never with their password', async () => {
  const cookie = await signIn()
  const created = await call(
    'POST',
    'users',
    { username: 'Otieno', password: 'kahawa-1', role: 'editor' },
    cookie,
  )
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ username: 'Otieno', role: 'editor', lastLogin: null })
  const again = await call('POST', 'users', { username: 'OTIENO', password: 'kahawa-1' }, cookie)
  expect([again.status, again.body.message]).toEqual([
    409,
    'This username is already taken. Please choose another.',
  ])

  const first = await call('GET', 'users?limit=1', undefined, cookie)
  expect(first.body).toEqual([created.body])
  expect(first.headers.get('Link')).toMatch(
    /^<http:\/\/localhost:\d+\/api\/admin\/users\?limit=1&after=[\d.]+>; rel="next"$/,
  )
  const link = /api\/admin\/(users[^>]+)/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
  expect((await call('GET', link, undefined, cookie)).body).not.toEqual(first.body)

  const all = await call('GET', 'users', undefined, cookie)
  expect(JSON.stringify(all.body)).not.toMatch(/argon2|hash/i)
  expect(all.body).toContainEqual(expect.objectContaining({ id: 1, username: 'Wambui', role: 'admin' }))
})

test('a user who cannot be is refused by field', async () => {
  const cookie = await signIn()
  const { status, body } = await call(
    'POST',
    'users',
    { username: 'ab', password: '12345', role: 'owner' },
    cookie,
  )
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    username: ['Username must be at least 3 characters'],
    password: ['Password must be at least 6 characters'],
    role: ['Role must be admin, editor, bookkeeper or guide'],
  })
})

test('a common password is refused for new and old users', async () => {
  const cookie = await signIn()
  const words =
    /^This password is one of the 10,000 most common, or one of this site’s own words, and would soon be guessed/
  const created = await call('POST', 'users', { username: 'Nekesa', password: 'Password1' }, cookie)
  expect([created.status, created.body.errors]).toEqual([400, { password: [expect.stringMatching(words)] }])
  const change = { currentPassword: 'karibu-sana', newPassword: '123456', confirmPassword: '123456' }
  const changed = await call('PUT', 'users/1/password', change, cookie)
  expect([changed.status, changed.body.errors]).toEqual([
    400,
    { newPassword: [expect.stringMatching(words)] },
  ])
})

test('the forms say so under the password', async () => {
  const cookie = await signIn()
  for (const [path, fields] of [
    ['users/new', { username: 'Nekesa', password: 'letmein', role: 'editor' }],
    [
      'users/1/password',
      { currentPassword: 'karibu-sana', newPassword: 'letmein', confirmPassword: 'letmein' },
    ],
  ] as const) {
    const answer = await fetch(`${site.url}/admin/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { ...fromSomewhere(), Cookie: cookie },
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This password is one of the 10,000 most common')
  }
})

test('a deleted user is signed out at once', async () => {
  const cookie = await signIn()
  const user = await aUser(cookie)
  expect((await call('GET', 'me', undefined, user.cookie)).status).toBe(200)
  expect((await call('DELETE', `users/${user.id}`, undefined, cookie)).status).toBe(200)
  expect((await call('GET', 'me', undefined, user.cookie)).status).toBe(401)
  expect((await call('DELETE', `users/${user.id}`, undefined, cookie)).status).toBe(404)
  expect((await call('DELETE', 'users/abc', undefined, cookie)).status).toBe(404)
  const own = await call('DELETE', 'users/1', undefined, cookie)
  expect([own.status, own.body.message]).toEqual([409, 'You cannot delete your own account'])
})

test('two users deleting each other at once leave one', async () => {
  const cookie = await signIn()
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await aUser(cookie), await aUser(cookie)]
    const answers = await Promise.all([
      call('DELETE', `users/${other.id}`, undefined, one.cookie),
      call('DELETE', `users/${one.id}`, undefined, other.cookie),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const left = site.rows('select id from admin_users where id in (?, ?)', one.id, other.id)
    expect(left).toHaveLength(1)
  }
})

test('changing a password ends the account’s other sessions', async () => {
  const cookie = await signIn()
  const user = await aUser(cookie)
  const elsewhere = await signIn(user.username, 'kahawa-1')
  const to = (details: object) => ({
    currentPassword: 'kahawa-1',
    newPassword: 'kahawa-2',
    confirmPassword: 'kahawa-2',
    ...details,
  })
  const put = (body: unknown, by = user.cookie) => call('PUT', `users/${user.id}/password`, body, by)

  expect((await put(to({ confirmPassword: 'other' }))).body.errors).toEqual({
    confirmPassword: ["Passwords don't match"],
  })
  expect((await put(to({ currentPassword: 'wrong' }), cookie)).body).toEqual({
    message: 'Current password is incorrect',
    errors: { currentPassword: ['Current password is incorrect'] },
  })
  const changed = await put(to({}))
  expect(changed.status).toBe(200)
  expect((await call('GET', 'me', undefined, elsewhere)).status).toBe(401)
  // The session goes on with another token: somebody who had learned the old one is out.
  expect((await call('GET', 'me', undefined, user.cookie)).status).toBe(401)
  const renewed = String(changed.headers.get('Set-Cookie')).split(';')[0]
  expect((await call('GET', 'me', undefined, renewed)).status).toBe(200)
  expect((await call('PUT', 'users/999999/password', to({}), cookie)).status).toBe(404)
})

test('saved settings reach visitors unless the version is stale', async () => {
  const cookie = await signIn()
  const { body: settings } = await call('GET', 'settings', undefined, cookie)
  expect(settings).toMatchObject({
    heroTitle: 'Discover the Soul of Africa',
    bannerEnabled: false,
    version: 1,
  })
  const changed = { ...settings, heroTitle: '<b>Karibu</b>', bannerEnabled: true, bannerText: 'Seats <left>' }
  const saved = await call('PUT', 'settings', changed, cookie)
  expect([saved.status, saved.body.version]).toEqual([200, 2])
  const home = await (await fetch(site.url)).text()
  expect(home).toContain('&lt;b&gt;Karibu&lt;/b&gt;')
  expect(home).toContain('Seats &lt;left&gt;')

  expect((await call('PUT', 'settings', { ...changed, heroTitle: 'Late' }, cookie)).status).toBe(409)
  const lastWord = { ...changed, version: undefined, heroTitle: 'The last word' }
  expect((await call('PUT', 'settings', lastWord, cookie)).body.heroTitle).toBe('The last word')
  const wrong = await call('PUT', 'settings', { ...lastWord, contactEmail: 'nonsense' }, cookie)
  expect([wrong.status, wrong.body.errors]).toEqual([400, { contactEmail: ['Valid email is required'] }])
})

test.each([
  ['GET', 'login'],
  ['GET', 'logout'],
  ['POST', 'me'],
  ['PUT', 'users'],
  ['GET', 'users/1'],
  ['POST', 'users/1/password'],
  ['DELETE', 'settings'],
])('%s %s is answered 405', async (method, path) => {
  const answer = await call(method, path, undefined, await signIn())
  expect([answer.status, answer.headers.get('Allow')]).toEqual([405, expect.any(String)])
})

test.each([
  ['POST', 'login'],
  ['POST', 'users'],
  ['PUT', 'users/1/password'],
  ['PUT', 'settings'],
])('%s %s wants JSON', async (method, path) => {
  const cookie = await signIn()
  const headers = { ...fromSomewhere(), Cookie: cookie, 'Content-Type': 'text/plain' }
  expect((await callJson(site.url, method, `/api/admin/${path}`, '{}', headers)).status).toBe(415)
  expect((await call(method, path, '[1]', cookie)).status).toBe(400)
})
