import { describe, expect, test } from 'vitest'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aSite } from './a-site'

const { ask } = await aSite()

const EVERY_KIND = [
  ['a page from memory', '/', 'GET'],
  ['the data of a page', '/_root.data', 'GET'],
  ["one visitor's page", '/checkout', 'GET'],
  ['a page that broke', '/broken', 'GET'],
  ['an address that leads nowhere', '/nowhere', 'GET'],
  ['the API', '/api/contact', 'POST'],
  ['the API asked wrongly', '/api/contact', 'GET'],
  ['a file that is missing', '/assets/none.js', 'GET'],
  ['the health', '/healthz', 'GET'],
  ['an unknown method', '/', 'PROPFIND'],
]

describe('every answer protects its reader', () => {
  test.each(EVERY_KIND)('%s', async (_, path = '', method = '') => {
    const { headers } = await ask(path, { method })
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy']).toMatch(/base-uri 'none'/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('payment=(self')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers).not.toHaveProperty('x-powered-by')
  })
})

test('scripts never run for being written into a page', async () => {
  for (const path of ['/', '/checkout', '/nowhere']) {
    const policy = String((await ask(path)).headers['content-security-policy'])
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe|\*|https:(?!\/)/)
  }
})

test('only the pages where a visitor pays let Stripe in', async () => {
  const sandbox = new URL(stripeSandbox.apiBase).origin
  const pays = String((await ask('/checkout?roomType=double')).headers['content-security-policy'])
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'form-action']) {
    expect(new RegExp(`${directive} ([^;]*)`).exec(pays)?.[1]).toContain(sandbox)
  }
  expect(pays).toMatch(/form-action [^;]*https:\/\/checkout\.stripe\.com/)
  for (const path of ['/', '/contact', '/checkouts']) {
    expect((await ask(path)).headers['content-security-policy']).not.toContain(sandbox)
  }
})

test('a failure tells the visitor nothing about its reason', async () => {
  for (const path of ['/broken', '/broken.data']) {
    const answer = await ask(path)
    expect(answer.status).toBe(500)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  expect((await ask('/broken')).text).toContain('It broke')
})

test('Remix always sees the site’s own address, whatever the host', async () => {
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example:99',
    'X-Forwarded-Proto': 'https',
  }
  expect((await ask('/seen-address?a=1', { headers })).text).toBe('http://localhost:3000/seen-address?a=1')
})
