import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { log, reasonOf } from '#app/platform/log.server'
import { db, immediately } from '#db/connection.server'
import { purgeOf, RETENTION_RULES } from './retained-for.server'

/** Rows in one transaction: a search row and some sums hang on each. */
const AT_ONCE = 25
/** Guests, and another process that waits for the write lock, get in between. */
const OTHERS_TURN_MS = 5

const DAY = 24 * 3_600_000

/**
 * Purges what has expired (retained-for.server.ts), in small portions, and answers how many rows of each. A
 * failure, or a run that another process took over (`goOn`), is thrown after the other rules.
 */
export async function purgeExpired(now: Date, goOn = () => true): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const failures: unknown[] = []
  for (const [name, rule] of Object.entries(RETENTION_RULES)) {
    const purge = purgeOf(rule)
    if (!purge) continue
    const before = new Date(now.getTime() - rule.days * DAY)
    counts[name] = 0
    try {
      for (let isMore = true; isMore; await (isMore ? pause(OTHERS_TURN_MS) : turn())) {
        if (!goOn()) throw new Error('Another process has taken this run over')
        const purged = immediately((tx) => purge(before, AT_ONCE, tx))
        counts[name] += purged
        isMore = purged === AT_ONCE
      }
    } catch (error) {
      log.error({ kept: name, reason: reasonOf(error) }, 'Expired rows could not be purged')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return counts
}

const YEAR_DAYS = 365

/** The rules as staff read them: 'Inquiries', '2 years', 'deleted', and why. */
export const retentionRules = () =>
  Object.values(RETENTION_RULES).map(({ what, days, atTheEnd = 'deleted', reason }) => ({
    what: what.charAt(0).toUpperCase() + what.slice(1),
    keptFor: spanInWords(days),
    atTheEnd,
    reason,
  }))

/** What no rule purges. */
export const NEVER_EXPIRES =
  'money that moved, bookings with money, what travelers signed, what staff did, and who has unsubscribed. Someone who is erased leaves none of their names there.'

function spanInWords(days: number): string {
  const years = Math.floor(days / YEAR_DAYS)
  if (days - years * YEAR_DAYS > years) return `${days} days`
  return years === 1 ? '1 year' : `${years} years`
}

const SEARCH_TABLES = [
  'booking_search',
  'booking_grams',
  'contact_search',
  'contact_grams',
  'contact_phone_search',
] as const

/** More pieces than these make a search look in too many places. */
const PIECES_AT_MOST = 4
/** Pages of an index that one transaction rewrites. */
const PAGES_AT_ONCE = 64

/**
 * Merges the segments of each FTS5 index: a search among a million bookings costs what it costs among a
 * thousand (rules 9.5). In small portions; where `goOn` says no, the next night goes on.
 */
export async function mergeSearch(goOn: () => boolean, piecesAtMost = PIECES_AT_MOST): Promise<void> {
  for (const table of SEARCH_TABLES) {
    if (piecesOf(table) <= piecesAtMost) continue
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
