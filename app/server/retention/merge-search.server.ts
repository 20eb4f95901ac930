import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { db, immediately } from '#db/connection.server'

const SEARCH_TABLES = [
  'booking_search',
  'booking_grams',
  'contact_search',
  'contact_grams',
  'contact_phone_search',
] as const

/** More pieces than these make a search look in too many places. */
const PIECES_AT_MOST = 4
/** Pages of an index that one transaction rewrites, and how long guests get in between. */
const PAGES_AT_ONCE = 64
const OTHERS_TURN_MS = 5

/**
 * Merges the pieces in which an FTS5 index grows into one: so a search among a million bookings costs what it
 * costs among a thousand (rules 9.5). A little at a time; where `goOn` says no, it stops, and the next night
 * goes on.
 */
export async function mergeSearch(goOn: () => boolean): Promise<void> {
  for (const table of SEARCH_TABLES) {
    if (piecesOf(table) <= PIECES_AT_MOST) continue
    // A negative number of pages begins with all pieces, a positive one goes on with what has begun.
    for (let pages = -PAGES_AT_ONCE; goOn() && merge(table, pages); pages = PAGES_AT_ONCE) {
      await pause(OTHERS_TURN_MS)
    }
  }
}

const piecesOf = (table: string): number =>
  db.get<{ pieces: number }>(
    sql`select count(distinct segid) as pieces from ${sql.identifier(`${table}_idx`)}`,
  ).pieces

/** Whether anything was left to merge: SQLite counts a change of its own for the command itself. */
const merge = (table: string, pages: number): boolean =>
  immediately(() => {
    const changes = () => db.get<{ n: number }>(sql`select total_changes() as n`).n
    const before = changes()
    const name = sql.identifier(table)
    db.run(sql`insert into ${name} (${name}, rank) values ('merge', ${pages})`)
    return changes() - before > 1
  })
