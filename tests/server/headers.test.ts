import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerClientErrors } from '#app/server/guards/answer'
import { stripeSandbox } from '#tests/fixtures/environment'
import { aSite } from './a-site'

const { ask, port } = await aSite()

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
  ['an address that cannot be read', '/%zz', 'GET'],
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

/** What comes back for bytes as they stand. */
const answerTo = (lines: string[], at = port, end = '\r\n\r\n') =>
  new Promise<string>((resolve, reject) => {
    let said = ''
    const socket = connect(at, '127.0.0.1', () => socket.write(lines.join('\r\n') + end))
    socket.on('data', (words) => {
      said += words
    })
    socket.once('error', reject).once('close', () => resolve(said))
  })

test.each([
  ['what is no HTTP', ['GET'], 400],
  ['a request without a host', ['GET / HTTP/1.1', 'Connection: close'], 400],
  ['two hosts', ['GET / HTTP/1.1', 'Host: x', 'hOST: y', 'Connection: close'], 400],
  ['two lengths', ['POST / HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'], 400],
  [
    'extensions of a chunk without end',
    ['POST / HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked', '', `1;${'x'.repeat(20_000)}`],
    413,
  ],
  ['headers without end', ['GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`], 431],
  ['an expectation', ['POST / HTTP/1.1', 'Host: x', 'Expect: tea', 'Connection: close'], 417],
  [
    'a list that is too large',
    ['POST /admin/subscribers/add HTTP/1.1', 'Host: x', 'Content-Length: 99999999', 'Connection: close'],
    303,
  ],
])('also where Node would answer by itself: %s', async (_, lines, status) => {
  expectProtected(await answerTo(lines), status)
})

test('a request that never ends is told so, with every header', async () => {
  const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }
  const server = answerClientErrors(createServer(limits, () => undefined)).listen(0)
  onTestFinished(() => void server.close())
  const { port: slow } = server.address() as AddressInfo
  expectProtected(await answerTo(['GET / HTTP/1.1', 'Host: x'], slow, ''), 408)
})

function expectProtected(answer: string, status: number) {
  const [head = ''] = answer.split('\r\n\r\n')
  expect(head).toContain(`HTTP/1.1 ${status} `)
  for (const header of [
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ])
    expect(head.toLowerCase()).toContain(header)
}

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
