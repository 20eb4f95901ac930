import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY, WAMBUI_SIGNS_IN } from '#tests/fixtures/staff-cookie'
import { visitor } from '#tests/fixtures/visitor'

// How long staff stay signed in, how they leave, and what of it is written down.

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let site: Site
beforeAll(async () => {
  site = await startSite(WAMBUI_ON_FLY)
})
afterAll(() => site.close())

let networks = 0
const from = (cookie = '') => ({ 'Fly-Client-IP': `10.5.0.${++networks}`, Cookie: cookie })

const call = (method: string, path: string, body?: unknown, cookie = '') =>
  callJson(site.url, method, `/api/admin/${path}`, body, from(cookie))

const sessionIn = (headers: Headers) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

async function signIn(over = '') {
  const { status, headers } = await call('POST', 'login', WAMBUI_SIGNS_IN, over)
  expect(status).toBe(200)
  return sessionIn(headers)
}

const isIn = async (cookie: string) => (await call('GET', 'me', undefined, cookie)).status === 200

const { post: postAs } = visitor(() => site)
const post = (path: string, fields: Record<string, string>, cookie: string) =>
  postAs(path, fields, from(cookie))

const leftAlone = (ms: number) => site.change('update sessions set last_seen_at = ?', Date.now() - ms)

const acts = (action: string) =>
  site.rows<{ actor: string; subject: string; detail: string }>(
    'select actor, subject, detail from audit_log where action = ? order by id',
    action,
  )

describe('a session', () => {
  test('ends after twelve idle hours unless staff chose otherwise', async () => {
    const cookie = await signIn()
    leftAlone(12 * HOUR - MINUTE)
    expect(await isIn(cookie)).toBe(true)
    // Being used counts from then on.
    expect(site.rows('select * from sessions where last_seen_at < ?', Date.now() - HOUR)).toEqual([])
    leftAlone(12 * HOUR)
    expect(await isIn(cookie)).toBe(false)

    const next = await signIn()
    for (const idleHours of ['0', '25', '1.5', 'never', '']) {
      await post('/admin/users', { idleHours }, next)
      expect(site.rows('select * from desk_settings')).toEqual([])
    }
    expect((await post('/admin/users', { idleHours: '1' }, next)).status).toBe(302)
    expect(acts('idle-hours-chosen')).toMatchObject([{ actor: 'Wambui', detail: '{"hours":1,"before":12}' }])
    leftAlone(HOUR - MINUTE)
    expect(await isIn(next)).toBe(true)
    leftAlone(HOUR)
    expect(await isIn(next)).toBe(false)
    await post('/admin/users', { idleHours: '12' }, await signIn())
  })

  test('ends after seven days however much it is used', async () => {
    const cookie = await signIn()
    site.change('update sessions set expires_at = ?', Date.now() + MINUTE)
    leftAlone(HOUR)
    expect(await isIn(cookie)).toBe(true)
    site.change('update sessions set expires_at = ?', Date.now())
    expect(await isIn(cookie)).toBe(false)
    const later = await signIn()
    const [{ lasts } = { lasts: 0 }] = site.rows<{ lasts: number }>(
      'select expires_at - created_at as lasts from sessions order by created_at desc',
    )
    expect([lasts, await isIn(later)]).toEqual([7 * 24 * HOUR, true])
  })

  test('gets a new token at each sign-in', async () => {
    const first = await signIn()
    const second = await signIn(first)
    expect(second).not.toBe(first)
    expect([await isIn(first), await isIn(second)]).toEqual([false, true])
  })

  test('is limited to fifty; the longest idle ends', async () => {
    const first = await signIn()
    leftAlone(MINUTE / 2)
    for (let n = 0; n < 50; n += 1) await signIn()
    expect(await isIn(first)).toBe(false)
    expect(site.rows('select 1 from sessions')).toHaveLength(50)
  })
})

describe('signing out', () => {
  test('ends the session and clears the browser’s stored data', async () => {
    for (const leave of [
      (cookie: string) => post('/admin/logout', {}, cookie),
      (cookie: string) => fetch(`${site.url}/api/admin/logout`, { method: 'POST', headers: from(cookie) }),
    ]) {
      const [cookie, elsewhere] = [await signIn(), await signIn()]
      const before = acts('signed-out').length
      const { headers } = await leave(cookie)
      expect(headers.get('Clear-Site-Data')).toBe('"cache", "storage"')
      expect([await isIn(cookie), await isIn(elsewhere)]).toEqual([false, true])
      expect(acts('signed-out').slice(before)).toMatchObject([{ actor: 'Wambui', subject: 'user:Wambui' }])
      await leave(cookie)
      expect(acts('signed-out')).toHaveLength(before + 1)
    }
  })

  test('everywhere ends every session of the account', async () => {
    site.change('delete from sessions')
    const [cookie, elsewhere] = [await signIn(), await signIn()]
    const { headers } = await post('/admin/logout?everywhere', {}, cookie)
    expect(headers.get('Location')).toBe('/admin/login')
    expect([await isIn(cookie), await isIn(elsewhere)]).toEqual([false, false])
    expect(acts('signed-out-everywhere')).toMatchObject([{ actor: 'Wambui', detail: '{"ended":2}' }])
  })
})

describe('the audit log', () => {
  test('counts wrong passwords in one entry an hour', async () => {
    const guess = async (username: string, times: number, address: string) => {
      for (let n = 0; n < times; n += 1) {
        const headers = { 'Fly-Client-IP': address }
        await callJson(site.url, 'POST', '/api/admin/login', { username, password: 'wrong' }, headers)
      }
    }
    await guess('WAMBUI', 12, '10.6.0.1')
    await guess('my-secret-password', 3, '10.6.0.2')
    const who = { actor: 'somebody', subject: 'user:Wambui' }
    expect(acts('wrong-password')).toEqual([{ ...who, detail: '{"times":10}' }])
    expect(acts('guesses-refused')).toEqual([{ ...who, detail: '{"times":2}' }])
    expect(acts('unknown-name')).toMatchObject([{ subject: 'sign-in', detail: '{"times":3}' }])
    expect(JSON.stringify(site.rows('select * from audit_log'))).not.toContain('my-secret')

    site.change("update audit_log set created_at = created_at - 3600000 where action = 'wrong-password'")
    await guess('Wambui', 1, '10.6.0.3')
    expect(acts('wrong-password').map(({ detail }) => detail)).toEqual(['{"times":10}', '{"times":1}'])
  })

  test('names who moved the clock, and between which days', async () => {
    await post('/admin/installments', { operation: 'move-clock', moveTo: 'day' }, await signIn())
    expect(acts('clock-moved')).toEqual([
      { actor: 'Wambui', subject: 'clock', detail: '{"from":"2025-06-01","to":"2025-06-02"}' },
    ])
  })
})

test('over https no neighboring host can plant staff cookies', async () => {
  const secure = await startSite({ ...WAMBUI_ON_FLY, BASE_URL: 'https://savannasoul.example' })
  const { headers } = await callJson(secure.url, 'POST', '/api/admin/login', WAMBUI_SIGNS_IN)
  const cookies = headers.getSetCookie()
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-staff=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-known-browser=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  const me = (cookie: string) => callJson(secure.url, 'GET', '/api/admin/me', undefined, { Cookie: cookie })
  const session = sessionIn(headers)
  expect((await me(session)).status).toBe(200)
  expect((await me(session.replace('__Host-', ''))).status).toBe(401)
  await secure.close()
})
