import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { UPLOAD_PATH } from '#app/site/list-forms'
import { aSite } from './a-site'
import { reached } from './a-small-build'

const { port, ask } = await aSite()
const bytes = (count: number) => Buffer.alloc(count, 'x')

beforeEach(() => {
  reached.length = 0
})

describe('a body', () => {
  test.each([false, true])('up to 100 kB is taken whole (chunked: %s)', async (chunked) => {
    const answer = await ask('/api/contact', { method: 'POST', body: bytes(100_000), chunked })
    expect(JSON.parse(answer.text)).toEqual({ length: 100_000 })
  })

  test.each([false, true])('beyond it is answered 413 (chunked: %s)', async (chunked) => {
    const api = await ask('/api/contact', { method: 'POST', body: bytes(100_001), chunked })
    expect(api.status).toBe(413)
    expect(JSON.parse(api.text).message).toContain('too much to send at once')

    const page = await ask('/contact', { method: 'POST', body: bytes(1_000_000), chunked })
    expect(page.status).toBe(413)
    expect(page.headers['content-type']).toContain('text/plain')
    expect(reached).toEqual([])
  })

  test('of the webhook may be larger', async () => {
    const webhook = (size: number) => ask('/api/stripe/webhook', { method: 'POST', body: bytes(size) })
    expect((await webhook(256_000)).status).toBe(200)
    expect((await webhook(256_001)).status).toBe(413)
  })
})

test('a malformed or foreign request never reaches Remix', async () => {
  expect((await ask('/', { method: 'TRACE' })).status).toBe(405)
  expect(await raw('GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toContain(
    '400 Bad Request',
  )
  expect(await raw('GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('400 Bad Request')
  expect(await raw('GET //evil.example/a HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('404 Not Found')
})

test('an upload without a session is answered and cut off', async () => {
  const waiting = Array.from(
    { length: 400 },
    () =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`POST ${UPLOAD_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n`),
        )
        let answer = ''
        socket.on('data', (part) => {
          answer += part
        })
        socket.once('error', reject)
        socket.once('close', () => resolve(answer))
      }),
  )
  for (const answer of await Promise.all(waiting)) expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
  expect((await ask('/contact')).status).toBe(200)
})

function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.once('data', (answer) => {
      resolve(answer.toString())
      socket.destroy()
    })
  })
}
