import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupsIn } from '#app/server/backup/backup-folder.server'
import { patiently } from '#scripts/test/patience.mjs'
import { eventually } from '#tests/fixtures/site'
import { tablesOf } from '#tests/server/backup/tables'
import { LONG, startTroubledSite, storeFaults, type TroubledSite } from './a-troubled-site'

// Disk and database in trouble: locked, full, a migration that fails half way, a clock that jumps.

const folder = mkdtempSync(join(tmpdir(), 'savanna-faults-'))
let troubled: TroubledSite
beforeAll(async () => {
  troubled = await startTroubledSite()
})
afterAll(async () => {
  await troubled.site.close()
  rmSync(folder, { recursive: true })
})

type Around = { longestKb?: number; changed?: Record<string, string>; cwd?: string }

/** One of the site's programs, where a file may be so long. */
function starts(name: 'start' | 'backup', { longestKb, changed = {}, cwd = process.cwd() }: Around) {
  const limit = longestKb === undefined ? 'unlimited' : 2 * longestKb
  const words = ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, `build/server/${name}.js`]
  const env = { ...troubled.site.settings, ...changed } as NodeJS.ProcessEnv
  return spawn('sh', words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** What it says, and how it ends. */
async function runs(...asked: Parameters<typeof starts>) {
  const child = starts(...asked)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (words) => {
      said += words
    })
  const [code] = await once(child, 'close')
  return { code: code as number | null, said }
}

/**
 * Guests who only read, one after the other, beside ten who write: how long the slowest page took, in
 * milliseconds.
 */
function readers(url: string) {
  let slowest = 0
  let isOver = false
  const headers = { 'Content-Type': 'application/json' }
  const reading = (async () => {
    for (let page = 1; !isOver; page += 1) {
      if (page % 10 === 1)
        for (let writer = 0; writer < 10; writer += 1)
          void fetch(`${url}/api/page-view`, { method: 'POST', headers, body: '{"path":"/"}' }).catch(
            () => null,
          )
      const before = performance.now()
      await fetch(`${url}/my-booking`)
      slowest = Math.max(slowest, performance.now() - before)
    }
  })()
  return {
    async slowest() {
      isOver = true
      await reading
      return slowest
    },
  }
}

test('a database that somebody has locked is said, and no place is lost', async () => {
  const { site, books } = troubled
  // The first page of a process that has just started is slow, locked or not.
  await fetch(`${site.url}/my-booking`)
  const file = new Database(site.settings.DATABASE_PATH)
  file.exec('begin immediate')
  const until = Date.now() + (LONG ? 10_000 : 2_500)
  const refused: unknown[] = []
  const waits = readers(site.url)
  while (Date.now() < until) {
    const { status, message } = await books('patient@example.com')
    refused.push([status, message.slice(0, 38)])
    expect((await fetch(site.url)).status).toBe(200)
  }
  const slowest = await waits.slowest()
  file.exec('rollback')
  file.close()
  expect(slowest).toBeLessThan(patiently(800))
  expect(new Set(refused.map((one) => JSON.stringify(one)))).toEqual(
    new Set(['[503,"The site is very busy at this moment. "]']),
  )
  const guest = await books('patient@example.com')
  expect(guest.status).toBe(200)
  guest.pays()
  await eventually(() => troubled.statusOf(guest.reference) === 'deposit_paid')
})

test(
  'a full disk refuses bookings in words and sends no mail twice',
  async () => {
    const { site, books } = troubled
    const early = await books('early@example.com')
    await site.mailbox.stopSmtp()
    const inOutbox = await books('outbox@example.com')
    inOutbox.pays()
    await eventually(() => troubled.statusOf(inOutbox.reference) === 'deposit_paid')
    await site.stop()
    await site.startWithoutRoom()

    await site.mailbox.startSmtp()
    // The jobs may look at Stripe's clock by then; nothing is ordered of it.
    const ordered = () => site.stripe.requests().filter(({ method }) => method === 'POST').length
    const before = ordered()
    const refused = await books('late@example.com')
    expect([refused.status, refused.message]).toEqual([
      503,
      expect.stringContaining('We cannot save anything'),
    ])
    expect(ordered()).toBe(before)
    early.pays()
    expect((await fetch(site.url)).status).toBe(200)
    // The sender looks every second, and cannot write down that it takes a letter.
    await pause(1_500)
    expect(site.mailbox.messages().filter(({ to }) => to.includes('outbox@example.com'))).toEqual([])
    await troubled.killHard()
    await troubled.start()
    await eventually(() => troubled.statusOf(early.reference) === 'deposit_paid')
  },
  patiently(60_000),
)

test('a backup that finds no room says so and leaves none behind', async () => {
  const { site } = troubled
  const backups = join(dirname(site.settings.DATABASE_PATH), 'backups')
  const { code, said } = await runs('backup', { longestKb: 64 })
  expect([code, said]).toEqual([1, expect.stringMatching(/^.*(disk|too large|EFBIG).*\n$/)])
  expect(said).not.toMatch(/ {4}at /)
  expect(backupsIn(backups)).toEqual([])
  expect(await runs('backup', {})).toMatchObject({ code: 0 })
  expect(backupsIn(backups)).toHaveLength(1)
})

test('a migration that finds no room leaves a file that the next start can use', async () => {
  const DATABASE_PATH = join(folder, 'new.db')
  const { code, said } = await runs('start', { longestKb: 256, changed: { DATABASE_PATH } })
  expect([code, said]).toEqual([1, expect.stringContaining('The site did not start: ')])
  const child = starts('start', { changed: { DATABASE_PATH, PORT: '0' } })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(storeFaults(DATABASE_PATH)).toEqual([])
  expect(tablesOf(DATABASE_PATH).departures).toMatch(/^1 rows/)
})

test('a release whose migration fails half way changes nothing', async () => {
  const { site } = troubled
  const release = join(folder, 'release')
  mkdirSync(join(release, 'db'), { recursive: true })
  for (const name of ['build', 'node_modules']) symlinkSync(join(process.cwd(), name), join(release, name))
  cpSync('db/migrations', join(release, 'db/migrations'), { recursive: true })
  const journalPath = join(release, 'db/migrations/meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalPath, 'utf8'))
  journal.entries.push({ ...journal.entries.at(-1), idx: 9999, when: Date.now(), tag: '9999_next' })
  writeFileSync(journalPath, JSON.stringify(journal))
  writeFileSync(
    join(release, 'db/migrations/9999_next.sql'),
    'delete from payments;--> statement-breakpoint\nalter table bookings add column mood text;--> statement-breakpoint\ninsert into nowhere values (1);',
  )
  await site.stop()
  const before = tablesOf(site.settings.DATABASE_PATH)
  const { code, said } = await runs('start', { cwd: release })
  expect([code, said.split('\n').at(-2)]).toEqual([
    1,
    'The site did not start: no such table: nowhere. The database was not migrated.',
  ])
  expect(tablesOf(site.settings.DATABASE_PATH)).toEqual(before)
  await troubled.start()
})

test(
  'a clock that goes back an hour and forward a day, and all of it adds up',
  async () => {
    const { site, books, statusOf } = troubled
    for (const hours of [-1, 25]) {
      troubled.turnClock(hours)
      await site.stop()
      await troubled.start()
      const guest = await books()
      expect(guest.status).toBe(200)
      guest.pays()
      await eventually(() => statusOf(guest.reference) === 'deposit_paid')
    }
    await troubled.expectNothingLost()
  },
  patiently(60_000),
)
