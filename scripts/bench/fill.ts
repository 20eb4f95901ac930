import { existsSync, renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { FOLDER } from './figure'
import { fillBookings } from './fill-bookings'
import { fillContacts } from './fill-contacts'
import { fillViews } from './fill-views'
import { startOurs } from './servers'
import { TODAY } from './today'

type Sizes = { contacts: number; bookings: number; views: number }

export const fewRows = () =>
  filledDatabase(`${FOLDER}/few.db`, { contacts: 1_000, bookings: 1_000, views: 1_000 })

/**
 * A database file with so many rows, kept for the next run. The site makes and seeds it; then the rows go in
 * without the triggers, whose work is done once for all of them at the end.
 */
export async function filledDatabase(path: string, sizes: Sizes): Promise<string> {
  if (existsSync(path)) return path
  const unfinished = `${path}.part`
  for (const end of ['', '-wal', '-shm']) rmSync(unfinished + end, { force: true })
  await (await startOurs(unfinished, { CLOCK_START: new Date(TODAY).toISOString() })).close()

  const started = Date.now()
  const file = new Database(unfinished)
  file.pragma('synchronous = OFF')
  file.pragma('journal_mode = MEMORY')
  file.pragma('cache_size = -400000')
  withoutTriggers(file, () => {
    fillContacts(file, sizes.contacts)
    fillBookings(file, sizes.bookings)
    fillViews(file, sizes.views)
  })
  file.exec('analyze')
  file.close()
  renameSync(unfinished, path)
  console.log(`  filled ${path} in ${Math.round((Date.now() - started) / 1_000)} s`)
  return path
}

function withoutTriggers(file: Database.Database, deed: () => void): void {
  const triggers = file.prepare(`select name, sql from sqlite_master where type = 'trigger'`).all() as {
    name: string
    sql: string
  }[]
  for (const { name } of triggers) file.exec(`drop trigger "${name}"`)
  file.transaction(deed)()
  for (const { sql } of triggers) file.exec(sql)
}
