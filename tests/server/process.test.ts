import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '#tests/fixtures/free-port'
import { startRawMailServer } from '#tests/mail/a-raw-mail-server'
import { ask } from './a-site'

// The built site as a process of its own, as production runs it.

const folder = mkdtempSync(join(tmpdir(), 'site-'))
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  [{ SESSION_SECRET: '' }, 'SESSION_SECRET'],
  [{ SESSION_SECRET: 'too-short' }, 'SESSION_SECRET'],
  [{ BASE_URL: '' }, 'BASE_URL'],
  [{ BASE_URL: 'http://safari.example' }, 'BASE_URL'],
  [{ BUSINESS_TIMEZONE: 'Mars' }, 'BUSINESS_TIMEZONE'],
  [{ DATABASE_PATH: '/dev/null/safari.db' }, '/dev/null'],
])('a failed start explains itself in one sentence: %o', async (settings, named) => {
  const site = start({ PORT: '0', ...settings })
  const [said, [code]] = await Promise.all([text(site.stderr), once(site, 'exit')])
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(said).toContain(named)
  expect(code).toBe(1)
})

test('a taken port is said plainly', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const site = start({ PORT: port })
  const [said, [code]] = await Promise.all([text(site.stderr), once(site, 'exit')])
  other.close()
  expect(said).toContain(`port ${port} is taken`)
  expect(code).toBe(1)
})

test('a site whose log nobody reads anymore stops, too', async () => {
  const { site } = await started({ DATABASE_PATH: join(folder, 'unread.db') })
  site.stdout?.destroy()
  site.stderr?.destroy()
  site.kill('SIGTERM')
  const [code] = await once(site, 'exit')
  expect(code).toBe(0)
})

test('a stopping site finishes the request under way', async () => {
  const { site, port } = await started({ DATABASE_PATH: join(folder, 'stopped.db') })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const posting = request({
      port,
      path: '/api/stripe/webhook',
      method: 'POST',
      headers: { 'Content-Length': 4, Expect: '100-continue' },
    })
    // The site's word that it has the request and waits for its body.
    posting.once('continue', async () => {
      site.kill('SIGTERM')
      await expect.poll(() => isWell(port)).toBe(false)
      posting.end('abcd')
    })
    posting.once('response', (response) => resolve(response.resume().statusCode))
    posting.once('error', reject)
    posting.flushHeaders()
  })
  const exited = once(site, 'exit')
  expect(await answered).toBe(503)
  expect(await exited).toEqual([0, null])
  expect(existsSync(join(folder, 'stopped.db'))).toBe(true)
  expect(existsSync(join(folder, 'stopped.db-wal'))).toBe(false)
})

test('stopping takes at most ten seconds, even when something hangs', async () => {
  const mailServer = await startRawMailServer()
  const path = join(folder, 'hanging.db')
  const { site, port } = await started({ DATABASE_PATH: path, SMTP_URL: mailServer.url })
  const file = new Database(path)
  file.exec(
    `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id,
       next_attempt_at, created_at)
     values ('test', 'test', '', 'drips@example.com', 'Karibu', '', '', '<a@b>', 1, 1)`,
  )
  file.close()
  const hanging = request({
    port,
    path: '/api/stripe/webhook',
    method: 'POST',
    headers: { 'Content-Length': 4 },
  })
  const cutOff = once(hanging, 'error')
  hanging.write('ab')
  await expect.poll(mailServer.dripping).toBe(1)

  const exited = once(site, 'exit')
  const askedAt = Date.now()
  site.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(Date.now() - askedAt).toBeLessThan(10_000)
  await cutOff
  expect(existsSync(`${path}-wal`)).toBe(false)
  await mailServer.close()
})

test('no mail is sent without encryption, whatever the server offers', async () => {
  const mailServer = await startRawMailServer()
  const path = join(folder, 'plain-mail.db')
  // This machine by a name that does not say so.
  const elsewhere = mailServer.url.replace('127.0.0.1', '2130706433')
  await started({ DATABASE_PATH: path, SMTP_URL: elsewhere })
  const file = new Database(path)
  file.exec(
    `insert into outbox (kind, occasion, to_name, to_address, subject, text_body, html_body, message_id,
       next_attempt_at, created_at)
     values ('test', 'test', '', 'ann@example.com', 'Karibu', '', '', '<a@b>', 1, 1)`,
  )
  const why = file.prepare('select last_error from outbox').pluck()
  await expect.poll(() => why.get()).toContain('STARTTLS')
  expect(mailServer.whole()).toEqual([])
  file.close()
  await mailServer.close()
})

test('a log line names no query, no token, no address', async () => {
  const { site, port } = await started({})
  await ask(port, '/contact?email=ann@example.com', { headers: { Cookie: 'a=secret' } })
  await ask(port, '/pay/tok-123.data')
  await ask(port, '/booking/tok-123/receipt')
  await ask(port, '/gallery?_data=root')
  site.kill('SIGTERM')
  const said = await text(site.stdout)
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const paths = lines.flatMap(({ path }) => path ?? [])
  // A line is written when its connection has taken the answer: the next may be quicker.
  expect(paths.sort()).toEqual(['/booking/…/receipt', '/contact', '/gallery', '/pay/…'])
  // Anybody may ask as older apps of Remix did: that is no failure.
  expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  expect(said).not.toMatch(/ann@|tok-123|secret|127\.0\.0\.1/)
  expect(lines.find(({ path }) => path === '/contact')).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: expect.any(String),
    method: 'GET',
    path: '/contact',
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
  })
})

test('every log line is JSON, even after a sleep', async () => {
  const { site, port } = await started({})
  const said = Promise.all([text(site.stdout), text(site.stderr)])
  site.kill('SIGSTOP')
  await wait(2_500)
  site.kill('SIGCONT')
  await expect.poll(() => isWell(port)).toBe(true)
  site.kill('SIGTERM')

  const [out, errors] = await said
  expect(errors).toBe('')
  const events = out.trim().split('\n')
  const [level, time] = [expect.any(String), expect.any(String)]
  for (const line of events) expect(JSON.parse(line)).toMatchObject({ level, time })
})

test('a public site redirects other host names to its own', async () => {
  const { port } = await started({ BASE_URL: 'https://safari.example' })
  const elsewhere = { headers: { Host: 'old.example' } }
  const moved = await ask(port, '/contact?a=1', elsewhere)
  expect([moved.status, moved.headers.location]).toEqual([308, 'https://safari.example/contact?a=1'])
  expect((await ask(port, '/contact', { ...elsewhere, method: 'POST' })).status).toBe(421)
  expect((await ask(port, '/healthz', elsewhere)).status).toBe(200)

  const subscribing = (origin: string) =>
    ask(port, '/api/newsletter', { method: 'POST', headers: { Host: 'safari.example', Origin: origin } })
  expect((await subscribing('http://safari.example')).status).toBe(403)
  expect((await subscribing('https://safari.example')).status).not.toBe(403)

  const home = await ask(port, '/', { headers: { Host: 'safari.example' } })
  expect(home.status).toBe(200)
  expect(home.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

function start(settings: Record<string, string>) {
  const site = spawn(process.execPath, ['build/server/start.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      BASE_URL: 'http://localhost:3000',
      SESSION_SECRET: 'for-tests-only-and-for-nothing-else',
      DATABASE_PATH: join(folder, 'site.db'),
      ...settings,
    },
  })
  running.add(site)
  return site
}

async function started(settings: Record<string, string>) {
  const port = await freePort()
  const site = start({ PORT: String(port), ...settings })
  await expect.poll(() => isWell(port)).toBe(true)
  return { site, port }
}

const isWell = (port: number) =>
  ask(port, '/healthz').then(
    ({ status }) => status === 200,
    () => false,
  )
