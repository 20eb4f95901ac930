import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Site, startSite } from '#tests/fixtures/site'

// What Litestream asks of an application (https://litestream.io/tips): WAL, patience, and that it alone
// checkpoints.

const REPLICA = 's3://bucket/safari'

describe('the connection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-litestream-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const pragmas = async (variables: Record<string, string>) => {
    vi.resetModules()
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const { sqlite } = await import('#db/connection.server')
    vi.unstubAllEnvs()
    const names = ['journal_mode', 'busy_timeout', 'wal_autocheckpoint', 'synchronous']
    const found = names.map((name) => sqlite.pragma(name, { simple: true }))
    sqlite.close()
    return found
  }

  test('keeps the rules where Litestream is set', async () => {
    const DATABASE_PATH = join(folder, 'replicated.db')
    expect(await pragmas({ DATABASE_PATH, LITESTREAM_REPLICA_URL: REPLICA })).toEqual(['wal', 5_000, 0, 2])
  })

  test('checkpoints by itself where it is not', async () => {
    expect(await pragmas({ DATABASE_PATH: join(folder, 'alone.db') })).toEqual(['wal', 1_000, 1_000, 2])
  })
})

test('nothing of ours asks for another checkpoint where Litestream or LiteFS makes them', () => {
  const { stdout } = spawnSync('grep', ['-rlE', 'wal_checkpoint', 'app', 'db', 'build/server'], {
    encoding: 'utf8',
  })
  const files = stdout.trim().split('\n')
  const sources = files.filter((file) => !file.startsWith('build/'))
  expect(sources.toSorted()).toEqual(['app/server/stop.ts', 'db/connection.server.ts'])
  for (const source of sources)
    expect(readFileSync(source, 'utf8')).toMatch(
      /LITESTREAM_REPLICA_URL (?:&& !|\|\| )env\.LITEFS_DIR\)[\s\S]{0,120}wal_checkpoint/,
    )
})

describe('a site that stops', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(() => site.close())

  /** Somebody who has the file open, as Litestream has, and was the last to look. */
  async function logAfterStop(): Promise<number> {
    const other = new Database(site.settings.DATABASE_PATH)
    other.prepare('select count(*) from tours').get()
    other.exec("update tours set name = name || ''")
    await site.stop()
    const bytes = statSync(`${site.settings.DATABASE_PATH}-wal`).size
    other.close()
    return bytes
  }

  test('leaves its log to Litestream, and empties it without', async () => {
    expect(await logAfterStop()).toBe(0)
    await site.start({ LITESTREAM_REPLICA_URL: REPLICA })
    expect(await logAfterStop()).toBeGreaterThan(0)
    await site.start()
  })
})

describe('the image’s start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-start-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const heard = join(folder, 'heard')

  const start = (variables: Record<string, string>) =>
    spawnSync('sh', ['scripts/deploy/start.sh', 'echo', 'the site', 'starts'], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env.PATH}`, DATABASE_PATH: '/data/safari.db', ...variables } as never,
    })

  test('is the site’s alone where nothing is set', () => {
    expect(start({}).stdout).toBe('the site starts\n')
    expect(start({ LITESTREAM_REPLICA_URL: '' }).stdout).toBe('the site starts\n')
  })

  test('says so where Litestream is set and missing', () => {
    const { status, stderr } = start({ LITESTREAM_REPLICA_URL: REPLICA })
    expect(status).toBe(1)
    expect(stderr).toContain('LITESTREAM=with')
  })

  test('restores what is missing, then replicates around the site', () => {
    writeFileSync(
      join(folder, 'litestream'),
      `#!/bin/sh\nprintf '%s|' "$@" >> ${heard}; echo >> ${heard}\n`,
      {
        mode: 0o755,
      },
    )
    expect(start({ LITESTREAM_REPLICA_URL: REPLICA }).status).toBe(0)
    const config = 'scripts/deploy/litestream.yml'
    expect(existsSync(config)).toBe(true)
    expect(readFileSync(heard, 'utf8').trim().split('\n')).toEqual([
      `restore|-if-db-not-exists|-if-replica-exists|-config|${config}|/data/safari.db|`,
      `replicate|-config|${config}|-exec|echo the site starts|`,
    ])
  })
})
