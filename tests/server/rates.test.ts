import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { counterOf, createRates } from '#app/server/guards/rates.server'
import { aSite } from './a-site'

afterEach(() => vi.useRealTimers())

const { ask } = await aSite()
const post = (path: string) => ask(path, { method: 'POST', body: 'a=b' })

test('too many messages a minute must wait, whatever the route', async () => {
  const ways = ['/contact', '/api/contact', '/contact.data', '/Contact', '/a/../contact/']
  for (let sent = 0; sent < 10; sent += 1) expect((await post(ways[sent % 5] ?? '')).status).not.toBe(429)

  for (const way of ways) {
    const refused = await post(way)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(JSON.parse((await post('/api/contact')).text).message).toContain('Too many requests')
  expect((await post('/checkout')).status).toBe(200)
  expect((await ask('/contact')).status).toBe(200)
})

test('Stripe is never told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 400 }, () => post('/api/stripe/webhook')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('one address sends at most forty messages a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // A site of its own has counted nobody yet.
  const { ask } = await aSite()
  const send = (path: string) => ask(path, { method: 'POST', body: 'a=b' })
  let taken = 0
  for (let minute = 0; minute < 60; minute += 1) {
    const { status } = await send(minute % 2 ? '/contact' : '/?index')
    if (status !== 429) taken += 1
    vi.setSystemTime(Date.now() + 60_001)
  }
  expect(taken).toBe(40)
  const refused = await send('/api/contact')
  expect(JSON.parse(refused.text).message).toContain('Please wait 23 hours and try again')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(22 * 3_600)

  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  expect((await send('/api/contact')).status).not.toBe(429)
})

test('addresses share a bounded number of fixed counters', () => {
  const addresses = Array.from(
    { length: 200_000 },
    (_, at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
  )
  const counters = new Set(addresses.map(counterOf))
  expect(counters.size).toBeLessThanOrEqual(65_536)
  expect(counters.size).toBeGreaterThan(50_000)
  expect(counterOf('10.0.0.1')).toBe(counterOf('10.0.0.1'))
})

test('reading has a rate that no person meets, and says when to come again', async () => {
  const overRate = createRates()
  const refusals: OutgoingHttpHeaders[] = []
  const readFrom = (remoteAddress: string) =>
    overRate(
      { method: 'GET', url: '/admin/contacts', headers: {}, socket: { remoteAddress } } as IncomingMessage,
      {
        writeHead: (_: number, headers: OutgoingHttpHeaders) => refusals.push(headers),
        end: () => undefined,
      } as unknown as ServerResponse,
    )
  let taken = 0
  for (let read = 0; read < 2_500; read += 1) if (!(await readFrom('203.0.113.7'))) taken += 1
  expect(taken).toBe(2_400)
  expect(Number(refusals[0]?.['Retry-After'])).toBeGreaterThan(0)
  expect(await readFrom('203.0.113.8')).toBe(false)
  for (let read = 0; read < 2_500; read += 1) expect(await readFrom('127.0.0.1')).toBe(false)
})

test('page views have a limit of their own', async () => {
  const { ask } = await aSite()
  const send = (path: string) => ask(path, { method: 'POST', body: '{}' })
  let taken = 0
  for (let view = 0; view < 400; view += 1) if ((await send('/api/page-view')).status !== 429) taken += 1
  expect(taken).toBe(120)
  expect((await send('/contact')).status).not.toBe(429)
  expect((await send('/admin/users')).status).not.toBe(429)
})
