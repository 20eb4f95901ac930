import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backupsIn, lastBackup } from '#app/server/backup/backup-folder.server'
import { type Site, startSite } from '#tests/fixtures/site'
import { atMachine, startAtMachine } from './at-machine'

// `npm run backup` and `npm run restore`, as somebody types them at the machine.

const FILM = 'the-drive-0123456789ab.mp4'
const BACKUP_KEY = 'a-key-for-restoring-in-tests'

let site: Site
let home: string
beforeAll(async () => {
  site = await startSite({ BACKUP_KEY })
  home = dirname(site.settings.DATABASE_PATH)
})
beforeEach(() => {
  // A copy holds the lease of the run that made it, and a killed process its own: for some seconds.
  site.change('delete from job_leases')
  for (const name of ['backups', 'pictures']) rmSync(join(home, name), { recursive: true, force: true })
  mkdirSync(join(home, 'pictures'))
  writeFileSync(join(home, 'pictures/dawn-480.jpg'), 'dawn')
  writeFileSync(join(home, 'pictures', FILM), 'a film')
})
afterAll(() => site.close())

const backup = async (changed: Record<string, string> = {}) => {
  const { said, code } = await atMachine(site, 'backup', [], changed)
  expect({ said, code }).toMatchObject({ code: 0 })
  return said.split(': ')[0] ?? ''
}

const digestOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Everything beside the backups, and what the database holds. */
function asItIs() {
  const names = readdirSync(home).filter((name) => !/^backups$|-(wal|shm)$/.test(name))
  const pictures = readdirSync(join(home, 'pictures')).map((name) => digestOf(join(home, 'pictures', name)))
  return {
    names,
    pictures,
    tours: site.rows('select * from tours'),
    runs: site.rows('select * from job_runs'),
  }
}

test('a site that runs is not restored', async () => {
  const file = await backup()
  const before = asItIs()
  expect(await atMachine(site, 'restore', [file])).toEqual({
    code: 1,
    said: 'The site runs on this database, or something else has it open. Stop it first. Nothing was replaced.\n',
  })
  expect(asItIs()).toEqual(before)
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
})

describe('nothing is replaced by', () => {
  beforeAll(() => site.stop())
  afterAll(() => site.start())

  test.each([
    ['a file that was cut off', 'is damaged', (file: string) => truncateSync(file, 9_000)],
    ['a file of another kind', 'no backup of this site', (file: string) => writeFileSync(file, 'Dear diary')],
    ['no file', 'There is no file', () => `/no/such/file`],
    ['no backup at all', 'There is no backup', () => 'latest'],
    ['no word', 'npm run restore', () => ''],
  ])('%s', async (_, words, change) => {
    const file = await backup({ BACKUP_DIR: join(home, 'elsewhere') })
    const other = change(file) ?? file
    const before = asItIs()
    const refused = await atMachine(site, 'restore', other ? [other] : [])
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(words) })
    expect(asItIs()).toEqual(before)
  })

  test.each([
    ['another key', 'not the key', 'another-key-than-that-one'],
    ['no key', 'set BACKUP_KEY', ''],
  ])('a backup with %s', async (_, words, key) => {
    const file = await backup()
    const before = asItIs()
    const refused = await atMachine(site, 'restore', [file], { BACKUP_KEY: key })
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(words) })
    expect(asItIs()).toEqual(before)
  })
})

test('a backup that is not encrypted is refused where there is a key, unless told', async () => {
  const file = await backup({ BACKUP_KEY: '' })
  await site.stop()
  const before = asItIs()
  expect(await atMachine(site, 'restore', [file])).toMatchObject({
    code: 1,
    said: expect.stringContaining('anyone could have made it'),
  })
  expect(asItIs()).toEqual(before)
  expect(await atMachine(site, 'restore', [file, '--unsealed'])).toMatchObject({ code: 0 })
  await site.start()
})

test('what was replaced is kept, and the latest is found, of those that are not dated ahead', async () => {
  const latest = await backup()
  const ahead = join(home, 'backups', 'safari-2026-06-01-20260601T170000000Z.gz.enc')
  copyFileSync(latest, ahead)
  site.change("update tours set name = 'Another journey'")
  writeFileSync(join(home, 'pictures/dusk-480.jpg'), 'dusk')
  await site.stop()

  const { said, code } = await atMachine(site, 'restore', ['latest'])
  expect({ said, code }).toMatchObject({ code: 0 })
  expect(said).toContain(`Passed over, because dated after now:\n  ${ahead}\n`)
  expect(said).toContain(`Restored ${latest}`)
  rmSync(ahead)
  expect(said).toContain('Files of pictures: 2.')
  expect(site.rows<{ name: string }>('select name from tours')[0]?.name).not.toBe('Another journey')
  expect(readdirSync(join(home, 'pictures'))).toEqual(['dawn-480.jpg', FILM])

  const kept = said.match(/\S+\.replaced-\d{8}T\d{9}Z/g) ?? []
  expect(kept).toHaveLength(2)
  const [pictures = '', database = ''] = kept
  expect(readdirSync(pictures)).toEqual(['dawn-480.jpg', 'dusk-480.jpg', FILM])
  const before = new Database(database, { readonly: true })
  expect(before.prepare('select name from tours').pluck().get()).toBe('Another journey')
  before.close()
  await site.start()
})

test('a database beyond reading is restored, but not while served', async () => {
  await backup()
  await site.stop()
  writeFileSync(site.settings.DATABASE_PATH, Buffer.alloc(100_000, 7))
  writeFileSync(`${site.settings.DATABASE_PATH}-wal`, Buffer.alloc(50_000, 7))

  const { said, code } = await atMachine(site, 'restore', ['latest'])
  expect({ said, code }).toMatchObject({ code: 0 })
  expect(existsSync(`${site.settings.DATABASE_PATH}-wal`)).toBe(false)
  await site.start()
  expect(site.rows('select name from tours')).toHaveLength(1)

  await site.killHard()
  await site.start()
  const file = site.settings.DATABASE_PATH
  const broken = join(home, 'broken.db')
  writeFileSync(broken, Buffer.alloc(100_000, 7))
  const refused = await atMachine(site, 'restore', [lastBackup(join(home, 'backups'))?.file ?? ''], {
    DATABASE_PATH: broken,
  })
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The site runs') })
  expect(existsSync(file)).toBe(true)
})

test('a backup that is cut off leaves no finished file', async () => {
  site.change('create table ballast (weight blob)')
  site.change(
    'insert into ballast with recursive n(i) as (select 1 union all select i + 1 from n where i < 40) select randomblob(1000000) from n',
  )
  const folder = join(home, 'backups')
  const inTheMaking = () =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('.in-the-making-')) : []
  for (const file of ['safari.db', 'whole']) {
    site.change('delete from job_leases')
    const child = startAtMachine(site, 'backup')
    await expect
      .poll(() => inTheMaking().some((name) => existsSync(join(folder, name, file))), { interval: 5 })
      .toBe(true)
    child.kill('SIGKILL')
  }
  expect(inTheMaking()).toHaveLength(2)
  expect(backupsIn(folder)).toEqual([])
  await site.stop()
  const refused = await atMachine(site, 'restore', ['latest'])
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('There is no backup') })
  await site.start()
  site.change('drop table ballast')
})

test('a command that fails is said at the machine', async () => {
  const failed = await atMachine(site, 'backup', [], { BACKUP_COMMAND: 'echo "no such bucket"; exit 2' })
  expect(failed).toMatchObject({
    code: 1,
    said: expect.stringContaining('BACKUP_COMMAND ended with 2: no such bucket.'),
  })
  expect(site.rows('select error from job_runs')).toContainEqual({
    error: 'BACKUP_COMMAND ended with 2: no such bucket.',
  })
})
