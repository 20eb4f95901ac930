import { afterAll, beforeAll, expect, test } from 'vitest'
import { callJson } from '#tests/fixtures/json-call'
import { networkAddress } from '#tests/fixtures/network-address'
import { type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI_ON_FLY, WAMBUI_SIGNS_IN } from '#tests/fixtures/staff-cookie'

// Strangers who guess at a password, and the person whose it is.

let site: Site
beforeAll(async () => {
  // On Fly the visitor's address stands in a header, so that each call can come from a network of its own.
  site = await startSite(WAMBUI_ON_FLY)
})
afterAll(() => site.close())

const WRONG = { ...WAMBUI_SIGNS_IN, password: 'wrong' }

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

test('guesses keep out only the guesser, also after a restart', async () => {
  const theirs = networkAddress()
  expect(await guess(11, () => theirs)).toEqual([...Array(10).fill(401), 429])
  await site.killHard()
  await site.start()
  const { status, body, headers } = await signIn(WAMBUI_SIGNS_IN, theirs)
  expect(status).toBe(429)
  expect(body.message).toMatch(/^Too many failed attempts. Please wait 1[45] minutes and try again.$/)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(800)

  expect((await signIn(WAMBUI_SIGNS_IN, networkAddress())).status).toBe(200)
})

test('many strangers do not keep out a known browser', async () => {
  const { headers } = await signIn(WAMBUI_SIGNS_IN, networkAddress())
  const hers = cookiesOf(headers)
  expect(hers).toMatch(/^staff=.+; known-browser=/)
  expect(headers.getSetCookie()[1]).toMatch(/HttpOnly; SameSite=Lax/)

  expect((await guess(60, networkAddress)).at(-1)).toBe(429)
  expect((await signIn(WAMBUI_SIGNS_IN, networkAddress())).status).toBe(429)
  expect((await signIn(WAMBUI_SIGNS_IN, networkAddress(), 'known-browser=made-up')).status).toBe(429)
  // Signed out, or with the session ended, the browser is still known.
  const mark = hers.replace(/staff=[^;]+; /, '')
  expect((await signIn(WRONG, networkAddress(), mark)).status).toBe(401)
  const me = await callJson(site.url, 'GET', '/api/admin/me', undefined, { Cookie: mark })
  expect(me.status).toBe(401)
  expect((await signIn(WAMBUI_SIGNS_IN, networkAddress(), mark)).status).toBe(200)
})
