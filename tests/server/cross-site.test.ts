import type { OutgoingHttpHeaders } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { aSite } from './a-site'
import { reached } from './a-small-build'

const site = await aSite()
const post = (path: string, headers: OutgoingHttpHeaders, { ask } = site) =>
  ask(path, { method: 'POST', headers, body: 'a=b' })
const ROUTES = [
  '/contact',
  '/contact.data',
  '/contact?_data=contact',
  '/checkout',
  '/api/contact',
  '/API/contact',
]

beforeEach(() => {
  reached.length = 0
})

describe('a request that changes something', () => {
  test.each(ROUTES)('from another site is refused before the action runs: %s', async (path) => {
    const refusals = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' },
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
      { Origin: 'file://localhost:3000' },
    ]
    for (const headers of refusals) expect((await post(path, headers)).status).toBe(403)
    expect(reached).toEqual([])
  })

  test.each(ROUTES)("from the site's own pages is carried out: %s", async (path) => {
    const fresh = await aSite()
    const own: OutgoingHttpHeaders[] = [
      { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' },
      { Origin: `http://127.0.0.1:${fresh.port}` },
      {},
    ]
    for (const headers of own) expect((await post(path, headers, fresh)).status).toBeLessThan(400)
    expect(reached).toHaveLength(own.length)
  })

  test('is refused whatever its method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await site.ask('/api/contact', { method, headers: { Origin: 'https://evil.example' } })
      expect(answer.status).toBe(403)
    }
    expect(reached).toEqual([])
  })

  test('is answered in the words of the API there', async () => {
    const answer = await post('/api/contact', { Origin: 'https://evil.example' })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(JSON.parse(answer.text).message).toContain('another site')
  })
})

test('only the webhook’s exact address takes posts from anywhere', async () => {
  expect((await post('/api/stripe/webhook', { Origin: 'https://stripe.example' })).status).toBe(200)
  expect((await post('/api/stripe/webhook?_data=webhook', { Origin: 'https://evil.example' })).status).toBe(
    403,
  )
})

test.each(['/admin/bookings.csv', '/admin/Manifest.csv?with=passports', '/admin/manifest-offline'])(
  'the file %s is only handed out on the page that offers it',
  async (path) => {
    const seen = (from: string, mode: string, kind: string): OutgoingHttpHeaders => ({
      'Sec-Fetch-Site': from,
      'Sec-Fetch-Mode': mode,
      'Sec-Fetch-Dest': kind,
    })
    for (const headers of [
      seen('cross-site', 'navigate', 'document'),
      seen('same-site', 'navigate', 'document'),
      seen('none', 'navigate', 'document'),
      seen('same-origin', 'cors', 'empty'),
      seen('same-origin', 'no-cors', 'image'),
    ])
      expect((await site.ask(path, { headers })).status).toBe(403)
    // Some browsers take a link with `download` for no navigation.
    for (const headers of [
      seen('same-origin', 'navigate', 'document'),
      seen('same-origin', 'no-cors', 'empty'),
      {},
    ])
      expect((await site.ask(path, { headers })).status).not.toBe(403)
  },
)

test('a page may be opened from anywhere', async () => {
  expect((await site.ask('/contact', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(200)
})
