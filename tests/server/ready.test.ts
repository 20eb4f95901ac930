import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { afterAll, afterEach, expect, test } from 'vitest'
import { patiently } from '#scripts/test/patience.mjs'
import { freePort } from '#tests/fixtures/free-port'
import { ask } from './a-site'

// The built site as a process of its own, asked whether it takes requests.

const STARTED = patiently(20_000)
const LONG = { timeout: patiently(60_000) }

const folder = mkdtempSync(join(tmpdir(), 'ready-'))
const database = join(folder, 'site.db')
const running = new Set<ChildProcess>()
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function start(home: string, path = database, settings: Record<string, string> = {}) {
  const port = await freePort()
  const site = spawn(process.execPath, [resolve('build/server/start.js')], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      NODE_ENV: 'production',
      BASE_URL: 'http://localhost:3000',
      SESSION_SECRET: 'for-tests-only-and-for-nothing-else',
      DATABASE_PATH: path,
      BACKUP_HOUR: 'off',
      ...settings,
    },
  })
  running.add(site)
  return { site, port }
}

const status = (port: number, path: string) =>
  ask(port, path).then(
    (answer) => answer.status,
    () => 0,
  )

let releases = 0

/** A release of our own: this one, and a migration more. */
function nextRelease(name: string, migration: string): string {
  releases += 1
  const home = join(folder, name)
  mkdirSync(join(home, 'db'), { recursive: true })
  symlinkSync(resolve('build'), join(home, 'build'))
  symlinkSync(resolve('public'), join(home, 'public'))
  cpSync('db/migrations', join(home, 'db/migrations'), { recursive: true })
  const journal = join(home, 'db/migrations/meta/_journal.json')
  const before = JSON.parse(readFileSync(journal, 'utf8'))
  const when = Math.max(...before.entries.map((entry: { when: number }) => entry.when)) + releases
  before.entries.push({ idx: before.entries.length, version: '6', when, tag: 'later', breakpoints: true })
  writeFileSync(journal, JSON.stringify(before))
  writeFileSync(join(home, 'db/migrations/later.sql'), migration)
  return home
}

const tablesNamed = (name: string) => {
  const file = new Database(database, { readonly: true })
  const found = file.prepare('select name from sqlite_master where name = ?').all(name)
  file.close()
  return found.length
}

test('a new site is ready once it is up', LONG, async () => {
  const { site, port } = await start(process.cwd())
  await expect.poll(() => status(port, '/readyz'), { timeout: STARTED }).toBe(200)
  site.kill('SIGTERM')
  expect(await once(site, 'exit')).toEqual([0, null])
})

test('while it migrates, every address answers 503', LONG, async () => {
  const slow = `create table slow as with recursive counted(n) as (
    select 1 union all select n + 1 from counted where n < 12000000) select max(n) as most from counted`
  const { port } = await start(nextRelease('slow', slow))
  await expect.poll(() => status(port, '/readyz'), { timeout: STARTED, interval: 5 }).toBe(503)
  const answer = await ask(port, '/', { headers: { Accept: 'text/html' } })
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.text).toContain('The site is being restarted. Please try again in a few seconds.')
  expect(await status(port, '/healthz')).toBe(503)
  expect(tablesNamed('slow')).toBe(0)

  await expect.poll(() => status(port, '/readyz'), { timeout: STARTED }).toBe(200)
  expect(tablesNamed('slow')).toBe(1)
  // The way back: what was there before, and nothing where there was nothing.
  expect(readdirSync(join(folder, 'backups')).map((name) => name.slice(name.indexOf('Z-')))).toEqual([
    'Z-before-later.gz',
  ])
  expect(await status(port, '/')).toBe(200)
})

test('a migration that fails ends the start with its sentence', LONG, async () => {
  const broken = 'create table half (a);--> statement-breakpoint\ninsert into nowhere values (1)'
  const { site } = await start(nextRelease('broken', broken))
  const [said, [code]] = await Promise.all([text(site.stderr), once(site, 'exit')])
  expect(said.trim()).toBe('The site did not start: no such table: nowhere. The database was not migrated.')
  expect(code).toBe(1)
  expect(tablesNamed('half')).toBe(0)
})

test('a database of a later release is refused, and stays as it is', LONG, async () => {
  const { site } = await start(process.cwd())
  const [said, [code]] = await Promise.all([text(site.stderr), once(site, 'exit')])
  expect(said.trim()).toBe(
    'The site did not start: This database was written by a later release of the site. Start it with that one. The database was not migrated.',
  )
  expect(code).toBe(1)
  expect(tablesNamed('slow')).toBe(1)
})

test('a start that fails after migrating says so', LONG, async () => {
  const path = join(folder, 'unsealed.db')
  cpSync(database, path)
  const home = nextRelease('migrated', 'drop table admin_users;')
  const { site } = await start(home, path, { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'karibu-sana' })
  const [said, [code]] = await Promise.all([text(site.stderr), once(site, 'exit')])
  expect(said).toContain(
    'The database has been migrated to this release: docs/running.md says how to go back.',
  )
  expect(code).toBe(1)
})

test('a database is for its owner alone', LONG, async () => {
  const path = join(folder, 'private.db')
  writeFileSync(path, '', { mode: 0o644 })
  const { port } = await start(process.cwd(), path)
  await expect.poll(() => status(port, '/readyz'), { timeout: STARTED }).toBe(200)
  const modes = ['', '-wal', '-shm'].map((ending) => statSync(path + ending).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
})

test('a site that is stopped under load cuts off nobody', LONG, async () => {
  const { site, port } = await start(process.cwd(), join(folder, 'loaded.db'))
  await expect.poll(() => status(port, '/readyz'), { timeout: STARTED }).toBe(200)
  const errors: unknown[] = []
  let answered = 0
  let isOver = false
  const exited = once(site, 'exit').then(() => {
    isOver = true
  })
  // Each asks over connections of its own, or over one that is kept, as proxies do, and never gives up.
  const visitors = Array.from({ length: 24 }, async (_, visitor) => {
    const agent = visitor % 2 ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined
    while (!isOver) {
      try {
        await ask(port, visitor % 3 ? '/my-booking' : '/', agent && { agent })
        answered += 1
      } catch (error) {
        // Nobody listens anymore: that is the end of the process, and nothing was taken.
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return
        errors.push(error)
      }
    }
  })
  await expect.poll(() => answered).toBeGreaterThan(100)
  site.kill('SIGTERM')
  await exited
  await Promise.all(visitors)
  expect(errors).toEqual([])
})

test('while it stops, new requests are answered 503', LONG, async () => {
  const { site, port } = await start(process.cwd(), join(folder, 'stopped.db'))
  await expect.poll(() => status(port, '/readyz'), { timeout: STARTED }).toBe(200)
  const under = new Promise<number | undefined>((answered, failed) => {
    const posting = request({
      port,
      path: '/api/stripe/webhook',
      method: 'POST',
      headers: { 'Content-Length': 4, Expect: '100-continue' },
    })
    posting.once('continue', async () => {
      site.kill('SIGTERM')
      await expect.poll(() => status(port, '/readyz'), { interval: 20 }).toBe(503)
      await expect.poll(() => status(port, '/'), { interval: 20 }).toBe(503)
      const page = await ask(port, '/', { headers: { Accept: 'text/html' } })
      expect(page.text).toContain('The site is being restarted')
      posting.end('abcd')
    })
    posting.once('response', (response) => answered(response.resume().statusCode))
    posting.once('error', failed)
    posting.flushHeaders()
  })
  const exited = once(site, 'exit')
  expect(await under).toBe(503)
  expect(await exited).toEqual([0, null])
})
