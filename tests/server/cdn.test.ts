import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Site, startSite } from '#tests/fixtures/site'
import { ask } from './a-site'

// The built site behind a cache that may keep its public pages.

const SECONDS = 120
const KEPT = ['/', '/texascountrysafari', '/gallery', '/contact', '/_root.data', '/contact.data']
const OF_ONE_VISITOR = [
  '/checkout?roomType=double',
  '/checkout',
  '/my-booking',
  '/pay/no-such-token',
  '/payment-success',
  '/texascountrysafari?departure=2025-10-16',
  '/admin/login',
  '/healthz',
  '/nowhere',
]

let site: Site
let port: number
beforeAll(async () => {
  site = await startSite({ CDN_SECONDS: String(SECONDS) })
  port = Number(new URL(site.url).port)
})
afterAll(() => site.close())

describe('a cache on the way', () => {
  test.each(KEPT)('may show %s for as long as the setting says', async (path) => {
    const { headers, status } = await ask(port, path)
    expect(status).toBe(200)
    expect(headers['cdn-cache-control']).toBe(`public, max-age=${SECONDS}`)
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(headers.vary).toBe('Accept-Encoding, Cookie')
    expect(headers['set-cookie']).toBeUndefined()

    const again = await ask(port, path, { headers: { 'If-None-Match': String(headers.etag) } })
    expect([again.status, again.headers['cdn-cache-control']]).toEqual([304, `public, max-age=${SECONDS}`])
  })

  test.each(OF_ONE_VISITOR)('is never given %s', async (path) => {
    const { headers } = await ask(port, path)
    expect(headers['cdn-cache-control']).toBeUndefined()
    expect(headers['cache-control']).toMatch(/no-store|must-revalidate/)
  })

  test.each(['toast=x', 'staff=x'])('is never given a page made for the cookie %s', async (Cookie) => {
    const { headers } = await ask(port, '/contact', { headers: { Cookie } })
    expect([headers['cdn-cache-control'], headers['cache-control']]).toEqual([undefined, 'no-store'])
  })

  test('is never given the answer to a form that was sent', async () => {
    const { headers, status } = await ask(port, '/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: site.url },
      body: 'firstName=Ann',
    })
    expect(status).toBe(400)
    expect([headers['cdn-cache-control'], headers['cache-control']]).toEqual([undefined, 'no-store'])
  })
})

test('no cache is told anything where nobody asked for one', async () => {
  await site.stop()
  await site.start({ CDN_SECONDS: undefined })
  const { headers } = await ask(port, '/')
  expect(headers['cdn-cache-control']).toBeUndefined()
  expect(headers.vary).toBe('Accept-Encoding')
})
