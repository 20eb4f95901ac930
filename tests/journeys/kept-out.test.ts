import { afterAll, beforeAll, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { type Site, startSite } from '#tests/fixtures/site'

// Strangers who guess at a password, and the person whose it is.

let site: Site
beforeAll(async () => {
  // On Fly the visitor's address stands in a header, so that each call can come from a network of its own.
  site = await startSite({
    ADMIN_USERNAME: 'Wambui',
    ADMIN_PASSWORD: 'karibu-sana',
    FLY_APP_NAME: 'for-tests',
  })
})
afterAll(() => site.close())

let networks = 0
const somewhere = () => `10.4.0.${++networks}`

const RIGHT = { username: 'Wambui', password: 'karibu-sana' }
const WRONG = { ...RIGHT, password: 'wrong' }

const signIn = (typed: object, address: string, cookies = '') =>
  callJson(site.url, 'POST', '/api/admin/login', typed, { 'Fly-Client-IP': address, Cookie: cookies })

async function guess(times: number, address: () => string): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) statuses.push((await signIn(WRONG, address())).status)
  return statuses
}

const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

test('a stranger’s guesses keep out the stranger, also after a restart, and nobody else', async () => {
  const theirs = somewhere()
  expect(await guess(11, () => theirs)).toEqual([...Array(10).fill(401), 429])
  await site.killHard()
  await site.start()
  const { status, body, headers } = await signIn(RIGHT, theirs)
  expect(status).toBe(429)
  expect(body.message).toMatch(/^Too many failed attempts. Please wait 1[45] minutes and try again.$/)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(800)

  expect((await signIn(RIGHT, somewhere())).status).toBe(200)
})

test('many strangers at once do not keep out a browser that was let in before', async () => {
  const { headers } = await signIn(RIGHT, somewhere())
  const hers = cookiesOf(headers)
  expect(hers).toMatch(/^staff=.+; known-browser=/)
  expect(headers.getSetCookie()[1]).toMatch(/HttpOnly; SameSite=Lax/)

  expect((await guess(60, somewhere)).at(-1)).toBe(429)
  expect((await signIn(RIGHT, somewhere())).status).toBe(429)
  expect((await signIn(RIGHT, somewhere(), 'known-browser=made-up')).status).toBe(429)
  // Signed out, or with the session ended, the browser is still known.
  const mark = hers.replace(/staff=[^;]+; /, '')
  expect((await signIn(WRONG, somewhere(), mark)).status).toBe(401)
  const me = await callJson(site.url, 'GET', '/api/admin/me', undefined, { Cookie: mark })
  expect(me.status).toBe(401)
  expect((await signIn(RIGHT, somewhere(), mark)).status).toBe(200)
})
