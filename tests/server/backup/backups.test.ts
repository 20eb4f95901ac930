import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '#app/platform/env.server'
import { BACKUP_FOLDER, lastBackup } from '#app/server/backup/backup-folder.server'
import { bundled } from '#app/server/backup/bundle.server'
import { copyDatabase } from '#app/server/backup/copy-database.server'
import { backUp, makeBackup } from '#app/server/backup/make-backup.server'
import { openBackup } from '#app/server/backup/restore-backup.server'
import { PHOTO_FOLDER } from '#app/site/photo-files.server'
import { db, sqlite } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { NOON } from '#tests/fixtures/orders'

// A file, of which another connection can make a copy.
const home = vi.hoisted(() => {
  const folder = `/tmp/savanna-backed-up-${process.pid}`
  process.env.DATABASE_PATH = `${folder}/safari.db`
  return folder
})

const ORPHANS = `create table __drizzle_migrations (created_at numeric);
  create table parents (id integer primary key);
  create table children (parent integer references parents (id));
  insert into children values (1)`

const KEY = 'a-key-for-backups-in-tests'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savanna-opened-'))
})
afterEach(() => {
  Object.assign(env, { BACKUP_KEY: undefined, BACKUP_COMMAND: undefined })
  for (const path of [folder, BACKUP_FOLDER, PHOTO_FOLDER]) rmSync(path, { recursive: true, force: true })
  db.delete(outbox).run()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const hang = (name: string, bytes = Buffer.from(`the bytes of ${name}`)) => {
  mkdirSync(PHOTO_FOLDER, { recursive: true })
  writeFileSync(join(PHOTO_FOLDER, name), bytes)
}
const open = (file: string, keys: string[] = []) => openBackup(file, folder, keys)

describe('a backup', () => {
  test('holds the database, the pictures and the films, for its owner alone', async () => {
    hang('dawn-0123456789ab-480.jpg')
    hang('the-drive-0123456789ab.mp4')
    hang('film-half-arrived.part')
    hang('half-written-480.jpg.part')
    hang('.DS_Store')
    const { file, bytes, pictures } = await makeBackup(NOON, 'nightly')

    expect(file).toBe(join(BACKUP_FOLDER, 'safari-2025-06-01-20250601T170000000Z.gz'))
    expect(lastBackup()).toEqual({ at: NOON, bytes, file })
    expect(pictures).toBe(2)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(BACKUP_FOLDER).mode & 0o777).toBe(0o700)
    expect(readdirSync(BACKUP_FOLDER)).toHaveLength(1)

    expect(await open(file)).toMatchObject({ takenAt: NOON.toISOString() })
    expect(readFileSync(join(folder, 'pictures/dawn-0123456789ab-480.jpg'), 'utf8')).toBe(
      'the bytes of dawn-0123456789ab-480.jpg',
    )
    expect(readdirSync(join(folder, 'pictures')).toSorted()).toEqual([
      'dawn-0123456789ab-480.jpg',
      'the-drive-0123456789ab.mp4',
    ])
    const copy = new Database(join(folder, 'safari.db'))
    const tours = 'select name from tours'
    expect(copy.prepare(tours).all()).toEqual(sqlite.prepare(tours).all())
    copy.close()
  })

  test('that is not encrypted opens with everybody’s tools', async () => {
    const { file } = await makeBackup(NOON, 'nightly')
    const [index = '', rest] = split(gunzipSync(readFileSync(file)))
    const [database] = JSON.parse(index).files
    expect(database).toMatchObject({ name: 'safari.db' })
    expect(rest?.subarray(0, 15).toString()).toBe('SQLite format 3')
    expect(rest).toHaveLength(database.bytes)
  })

  test('that SQLite cannot write says why', async () => {
    const copied = copyDatabase(env.DATABASE_PATH, folder, new AbortController().signal)
    await expect(copied).rejects.toThrow('unable to open database file')
  })

  test('that is encrypted shows nothing, and opens by either key', async () => {
    Object.assign(env, { BACKUP_KEY: [KEY] })
    const { file } = await makeBackup(NOON, 'nightly')
    expect(file).toMatch(/\.gz\.enc$/)
    expect(() => gunzipSync(readFileSync(file))).toThrow()
    expect(await open(file, ['a-newer-key-of-later-on', KEY])).toHaveProperty('files')
  })

  const split = (bytes: Buffer): [string, Buffer] => {
    const end = bytes.indexOf('\n')
    return [bytes.subarray(0, end).toString(), bytes.subarray(end + 1)]
  }
})

describe('what cannot be used is refused:', () => {
  const changed = (file: string, change: (bytes: Buffer) => Buffer) => {
    writeFileSync(file, change(readFileSync(file)))
    return file
  }

  test.each([
    ['an encrypted one without a key', [], 'no-key'],
    ['one with another key', ['another-key-than-that-one'], 'wrong-key'],
  ])('%s', async (_, keys, refused) => {
    Object.assign(env, { BACKUP_KEY: [KEY] })
    const { file } = await makeBackup(NOON, 'nightly')
    expect(await open(file, keys)).toEqual({ refused })
  })

  test('one that is not encrypted, where there is a key', async () => {
    const { file } = await makeBackup(NOON, 'nightly')
    expect(await open(file, [KEY])).toEqual({ refused: 'unsealed' })
  })

  test.each([
    ['plain', undefined],
    ['encrypted', [KEY]],
  ])('one that was cut off or changed, %s', async (_, key) => {
    Object.assign(env, { BACKUP_KEY: key })
    hang('dawn-480.jpg', Buffer.alloc(5_000, 7))
    const { file, bytes } = await makeBackup(NOON, 'nightly')
    const whole = readFileSync(file)
    for (const length of [bytes - 1, bytes - 20, Math.floor(bytes / 2), 100]) {
      truncateSync(file, length)
      expect(await openBackup(file, mkdtempSync(join(folder, 'cut-')), key ?? [])).toEqual({
        refused: 'damaged',
      })
      writeFileSync(file, whole)
    }
    const middle = Math.floor(bytes / 2)
    changed(file, (all) =>
      Buffer.concat([all.subarray(0, middle), Buffer.from([1, 2]), all.subarray(middle + 2)]),
    )
    expect(await open(file, key ?? [])).toEqual({ refused: 'damaged' })
  })

  test.each([
    ['a text', Buffer.from('Dear diary')],
    ['an empty file', Buffer.alloc(0)],
    ['a packed text', gzipSync('Dear diary\nIt rained')],
    ['a packed bundle of somebody else', gzipSync('{"kind":"other","version":1}\n')],
  ])('%s', async (_, bytes) => {
    const file = join(folder, 'other')
    writeFileSync(file, bytes)
    expect(await open(file)).toEqual({ refused: 'not-a-backup' })
  })

  test.each([
    ['a format of later on', { version: 2 }, 'newer'],
    [
      'a name that leads out of the folder',
      { files: [{ name: '../safari.db', bytes: 0, sha256: '0'.repeat(64) }] },
      'damaged',
    ],
    [
      'more than the disk has room for',
      { files: [{ name: 'safari.db', bytes: 2 ** 50, sha256: '0'.repeat(64) }] },
      'too-large',
    ],
    [
      'a file that is longer than it says',
      { files: [{ name: 'safari.db', bytes: 1, sha256: '0'.repeat(64) }] },
      'damaged',
    ],
  ])('%s', async (_, details, refused) => {
    const index = {
      kind: 'savanna-soul-backup',
      version: 1,
      takenAt: NOON.toISOString(),
      files: [],
      ...details,
    }
    const file = join(folder, 'made-up')
    writeFileSync(file, gzipSync(`${JSON.stringify(index)}\nxyz`))
    expect(await open(file)).toEqual({ refused })
  })

  test.each([
    [
      'one of a later release',
      'create table __drizzle_migrations as select 9999999999999 as created_at',
      'newer',
    ],
    ['another program’s database', 'create table notes (words text)', 'not-a-backup'],
    ['rows that point nowhere', ORPHANS, 'damaged'],
  ])('%s', async (_, schema, refused) => {
    const path = join(folder, 'other.db')
    const database = new Database(path)
    database.pragma('foreign_keys = off')
    database.exec(schema)
    database.close()
    expect(await open(await packed(path))).toEqual({ refused })
  })

  test('a database whose pages are broken', async () => {
    const { file } = await makeBackup(NOON, 'nightly')
    const whole = mkdtempSync(join(folder, 'whole-'))
    await openBackup(file, whole, [])
    const path = join(whole, 'safari.db')
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(7, 8_192, bytes.length - 8_192))
    expect(await open(await packed(path))).toEqual({ refused: 'damaged' })
  })

  async function packed(path: string): Promise<string> {
    const file = join(folder, 'packed.gz')
    const parts: Buffer[] = []
    for await (const part of bundled([{ name: 'safari.db', path }], NOON)) parts.push(part)
    writeFileSync(file, gzipSync(Buffer.concat(parts)))
    return file
  }
})

describe('the nightly run', () => {
  test('keeps by the rule, and touches no file of others', async () => {
    mkdirSync(BACKUP_FOLDER, { recursive: true })
    const others = [
      'notes.txt',
      'safari.db',
      'safari-2025-06-01.gz',
      'safari-2025-06-01-20250601T170000000Z.gz.bak',
    ]
    for (const name of others) writeFileSync(join(BACKUP_FOLDER, name), '')
    const early = new Date(NOON.getTime() - 3_600_000)
    expect(await backUp(early)).toMatchObject({ removed: 0, pictures: 0 })
    expect(await backUp(NOON)).toMatchObject({ removed: 1, bytes: expect.any(Number) })
    expect(readdirSync(BACKUP_FOLDER).toSorted()).toEqual(
      [...others, 'safari-2025-06-01-20250601T170000000Z.gz'].toSorted(),
    )
    expect(await backUp(early)).toMatchObject({ removed: 0 })
  })

  test('hands the file to the command, without the site’s secrets', async () => {
    const seen = join(folder, 'seen')
    Object.assign(env, {
      BACKUP_COMMAND: `cp "$1" ${seen} && echo "$BACKUP_FILE;$STRIPE_SECRET_KEY$SESSION_SECRET;$PATH" > ${seen}.env`,
    })
    await backUp(NOON)
    const { file } = lastBackup() ?? { file: '' }
    expect(readFileSync(seen)).toEqual(readFileSync(file))
    expect(readFileSync(`${seen}.env`, 'utf8').trim()).toBe(`${file};;${process.env.PATH}`)
  })

  test('a failing command fails the run, its backup stays', async () => {
    Object.assign(env, { BACKUP_COMMAND: 'echo begun; echo "no such bucket" >&2; exit 3' })
    const failure = 'BACKUP_COMMAND ended with 3: no such bucket.'
    await expect(backUp(NOON)).rejects.toThrow(failure)
    expect(lastBackup()).not.toBeNull()
  })

  test('a run that is taken over ends its command', async () => {
    Object.assign(env, { BACKUP_COMMAND: 'sleep 600' })
    await expect(backUp(NOON, () => false)).rejects.toThrow('Another process has taken this run over')
  })

  test('a backup that fails half way leaves nothing behind', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(makeBackup(NOON, 'nightly', stopped)).rejects.toThrow('stopped')
    expect(readdirSync(BACKUP_FOLDER)).toEqual([])
    expect(lastBackup()).toBeNull()
  })
})
