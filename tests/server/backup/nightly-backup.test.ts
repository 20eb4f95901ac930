import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { env } from '#app/platform/env.server'
import { BACKUP_FOLDER } from '#app/server/backup/backup-folder.server'
import { backUpByHand, lastRuns, runOwedBackup } from '#app/server/schedule/daily-jobs.server'
import { db } from '#db/connection.server'
import { jobRuns } from '#db/schema/running'

const home = vi.hoisted(() => {
  const folder = `/tmp/savanna-nightly-${process.pid}`
  process.env.DATABASE_PATH = `${folder}/safari.db`
  return folder
})
beforeEach(() => {
  rmSync(BACKUP_FOLDER, { recursive: true, force: true })
  db.delete(jobRuns).run()
  env.BACKUP_HOUR = 3
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** The schedule looks at these times of June 2, 2025, in Chicago. */
async function looksAt(...times: string[]) {
  for (const time of times) await runOwedBackup(() => new Date(`2025-06-02T${time}:00-05:00`))
}
const runs = () => lastRuns(['backup'], 10).map(({ error }) => (error === null ? 'made' : 'failed'))

test('a backup is made once a day, from its hour on', async () => {
  await looksAt('02:59')
  expect(runs()).toEqual([])
  await looksAt('03:00', '03:01', '04:30', '23:59')
  expect(runs()).toEqual(['made'])
  expect(readdirSync(BACKUP_FOLDER)).toEqual(['safari-2025-06-02-20250602T080000000Z.gz'])
})

test('one made by hand is not the night’s, and removes none', async () => {
  await looksAt('03:00')
  await backUpByHand(() => new Date('2025-06-02T14:00:00-05:00'))
  expect(readdirSync(BACKUP_FOLDER)).toEqual([
    'safari-2025-06-02-20250602T080000000Z.gz',
    'safari-2025-06-02-20250602T190000000Z-by-hand.gz',
  ])
  db.delete(jobRuns).run()
  await backUpByHand(() => new Date('2025-06-03T03:30:00-05:00'))
  await runOwedBackup(() => new Date('2025-06-03T05:00:00-05:00'))
  expect(readdirSync(BACKUP_FOLDER)).toContain('safari-2025-06-03-20250603T100000000Z.gz')
})

test('one that its command removes is said in words', async () => {
  env.BACKUP_COMMAND = 'rm "$1"'
  const said = await backUpByHand(() => new Date('2025-06-02T14:00:00-05:00'))
  env.BACKUP_COMMAND = undefined
  expect(said).toMatch(/^A backup of \d+\.\d MB was made\. It is no longer in .*: BACKUP_COMMAND has/)
})

test('one that fails is tried again an hour later', async () => {
  writeFileSync(BACKUP_FOLDER, 'in the way of the folder')
  await looksAt('03:00', '03:01', '03:59')
  expect(runs()).toEqual(['failed'])
  rmSync(BACKUP_FOLDER)
  await looksAt('04:00', '05:00')
  expect(runs()).toEqual(['made', 'failed'])
})

test('a late start makes up for it, another hour is obeyed', async () => {
  env.BACKUP_HOUR = 14
  await looksAt('13:59')
  expect(runs()).toEqual([])
  await looksAt('18:00')
  expect(runs()).toEqual(['made'])
})

test('none is made by itself where it is off', async () => {
  env.BACKUP_HOUR = null
  await looksAt('03:00', '18:00')
  expect(runs()).toEqual([])
})
