import { beforeEach, expect, test } from 'vitest'
import { action, loader } from '#app/routes/api/page-view'
import { beginHere } from '#app/server/guards/staff-session.server'
import { signIn } from '#app/staff/sign-in.server'
import { ensureFirstAccount } from '#app/staff/users.server'
import { db } from '#db/connection.server'
import { pageViews } from '#db/schema/running'
import { WAMBUI_SIGNS_IN } from '#tests/fixtures/staff-cookie'

const NOON = new Date('2025-06-01T17:00:00Z')
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

async function call(body: string, headers: Record<string, string> = {}, method = 'POST') {
  const request = new Request('http://localhost:3000/api/page-view', {
    method,
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'User-Agent': FIREFOX, ...headers },
    ...(method !== 'GET' && { body }),
  })
  const given = { request, params: {}, context: { clientAddress: '203.0.113.7' } }
  return (await (method === 'GET' ? loader(given) : action(given))) as Response
}

const counted = () => db.select().from(pageViews).all()
beforeEach(() => void db.delete(pageViews).run())

test.each(['text/plain;charset=UTF-8', 'application/json'])(
  'a beacon sent as %s is counted',
  async (type) => {
    const answer = await call(
      JSON.stringify({ path: '/contact', referrer: 'https://www.google.com/', utm_source: undefined }),
      { 'Content-Type': type },
    )
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(answer.headers.has('Set-Cookie')).toBe(false)
    expect(counted()).toMatchObject([{ path: '/contact', source: 'www.google.com' }])
  },
)

test.each<[string, Record<string, string>]>([
  ['a program', { 'User-Agent': 'Googlebot/2.1' }],
  ['a browser that does not say what it is', { 'User-Agent': '' }],
  ['somebody who asked not to be tracked', { DNT: '1' }],
  ['somebody with Global Privacy Control', { 'Sec-GPC': '1' }],
  ['a page fetched ahead', { 'Sec-Purpose': 'prefetch' }],
  ['a page rendered ahead', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['an older browser’s prefetch', { Purpose: 'prefetch' }],
])('%s gets the same answer and is not counted', async (_, headers) => {
  const answer = await call('{"path":"/"}', headers)
  expect(answer.status).toBe(204)
  expect(counted()).toEqual([])
})

test('only a genuine staff cookie keeps a view uncounted', async () => {
  await ensureFirstAccount(WAMBUI_SIGNS_IN, NOON)
  const signedIn = await signIn(WAMBUI_SIGNS_IN, {}, { now: NOON, at: new Date() })
  if (!('staff' in signedIn)) throw new Error('Wambui could not sign in')
  const headers = await beginHere(new Request('http://localhost'), signedIn.staff)
  const [cookie = ''] = String(headers.get('Set-Cookie')).split(';')

  const answer = await call('{"path":"/"}', { Cookie: cookie })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('X-Left-Out')).toBe('staff')
  expect(counted()).toEqual([])
  const guest = await call('{"path":"/"}', { Cookie: 'staff=made-up' })
  expect(guest.status).toBe(204)
  expect(guest.headers.has('X-Left-Out')).toBe(false)
  expect(counted()).toHaveLength(1)
})

test.each([
  ['no JSON', 'hello', {}, 400],
  ['nothing', '', {}, 400],
  ['a list', '[]', {}, 400],
  ['null', 'null', {}, 400],
  ['no path', '{}', {}, 400],
  ['a path that is a number', '{"path":1}', {}, 400],
  ['a whole address', '{"path":"https://evil.example/"}', {}, 400],
  ['a referrer that is no text', '{"path":"/","referrer":{}}', {}, 400],
  ['a form', 'path=/', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
  ['more than a page view', `{"path":"/${'x'.repeat(10_000)}"}`, {}, 413],
])('%s is refused in a sentence', async (_, body, headers, status) => {
  const answer = await call(body, headers)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/\w/) })
  expect(counted()).toEqual([])
})

test('only a post counts', async () => {
  const answer = await call('', {}, 'GET')
  expect(answer.status).toBe(405)
  expect(answer.headers.get('Allow')).toBe('POST')
})
