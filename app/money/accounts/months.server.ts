import { desc, eq } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, instantAt, isMonth } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureDates } from '#app/tours/departure-list.server'
import { db, immediately, sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookClosings } from '#db/schema/accounts'
import { type Account, type Balance, balancesOf, difference, type Entry, gathered } from './journal'
import { dayOf, journalUntil } from './journal-facts.server'

/** A month as '2025-06'. */
export type Month = string

/** An entry as books have it: with names, for a number could come to mean something else. */
export type Posted = {
  number: number
  day: Day
  what: string
  reference: string | null
  lines: { account: Account; departure: Day | null; cents: number }[]
}

export type BooksOf = {
  month: Month
  entries: Posted[]
  /** Where each account stands at the end of the month. */
  balances: Balance[]
  closed: { by: string; at: Date; digest: string } | null
}

export const nextMonth = (month: Month): Month => addDays(`${month}-01`, 31).slice(0, 7)

const beginOf = (month: Month): number => instantAt(`${month}-01`, 0, env.BUSINESS_TIMEZONE).getTime()

const closingOf = (month: Month) => db.select().from(bookClosings).where(eq(bookClosings.month, month)).get()

const lastClosing = () => db.select().from(bookClosings).orderBy(desc(bookClosings.month)).limit(1).get()

/** The months that are closed, the newest first. */
export const closedMonths = (): Month[] =>
  db
    .select({ month: bookClosings.month })
    .from(bookClosings)
    .orderBy(desc(bookClosings.month))
    .all()
    .map(({ month }) => month)

/** The month with which the books begin; null before any money moved. */
export function firstMonth(): Month | null {
  const closed = closedMonths().at(-1)
  if (closed) return closed
  const { at, paidOn } = firstMoved().get() ?? { at: null, paidOn: null }
  const months = [at === null ? null : businessDay(new Date(at)), paidOn].flatMap(
    (day) => day?.slice(0, 7) ?? [],
  )
  return months.toSorted()[0] ?? null
}

/** The month whose turn it is to be closed; null before any money moved. */
export function monthToClose(): Month | null {
  const [last] = closedMonths()
  return last ? nextMonth(last) : firstMonth()
}

/** The months that are over and not closed, the oldest first. */
export function monthsWaiting(today: Day): Month[] {
  const waiting: Month[] = []
  const next = monthToClose()
  for (let month = next; month && month < today.slice(0, 7); month = nextMonth(month)) waiting.push(month)
  return waiting
}

/** What a bookkeeper comes for: the month to be closed, else the last full one, else the one that runs. */
export function usualMonth(today: Day): Month {
  const [waiting] = monthsWaiting(today)
  return waiting ?? closedMonths()[0] ?? today.slice(0, 7)
}

/** Why there are no books of what an address calls a month; null where there are. */
export function whyNoBooks(month: string, today: Day): 'not-a-month' | 'not-begun' | 'before-first' | null {
  if (!isMonth(month)) return 'not-a-month'
  const running = today.slice(0, 7)
  if (month > running) return 'not-begun'
  return month < (firstMonth() ?? running) ? 'before-first' : null
}

/** As it was closed, or as it is derived now. */
export function booksOf(month: Month, now: Date): BooksOf {
  const stored = closingOf(month)
  if (stored) {
    const { closedBy, closedAt, digest } = stored
    return {
      ...{ month, closed: { by: closedBy, at: closedAt, digest } },
      ...{ entries: stored.journal as Posted[], balances: stored.balances as Balance[] },
    }
  }
  const all = journalUntil(Math.min(beginOf(nextMonth(month)), now.getTime() + 1))
  const begin = beginOf(month)
  const [earlier, own] = [all.filter(({ at }) => at < begin), all.filter(({ at }) => at >= begin)]
  return {
    ...{ month, closed: null, balances: balancesOf(all) },
    entries: posted([...corrections(month, earlier), ...own]),
  }
}

/**
 * What has turned out about closed months since: where the accounts stand by now for their end, less where
 * they stood when they were closed. It is posted on the first day of the month after them.
 */
function corrections(month: Month, earlier: Entry[]): Entry[] {
  const last = lastClosing()
  if (!last || nextMonth(last.month) !== month) return []
  const changed = difference(last.balances as Balance[], balancesOf(earlier))
  return [...Map.groupBy(changed, ({ bookingId }) => bookingId)].map(([bookingId, lines]) => ({
    ...{ at: beginOf(month), what: 'Correction of closed months', bookingId },
    lines: gathered(lines.map(({ account, departureId, cents }) => ({ account, departureId, cents }))),
  }))
}

function posted(entries: Entry[]): Posted[] {
  const references = bookingReferences()
  const departures = departureDates()
  return entries.map((entry, index) => ({
    ...{ number: index + 1, day: dayOf(entry), what: entry.what },
    reference: entry.bookingId === null ? null : (references.get(entry.bookingId) ?? null),
    lines: entry.lines.map(({ account, departureId, cents }) => ({
      account,
      departure: departureId === null ? null : (departures.get(departureId)?.startsOn ?? null),
      cents,
    })),
  }))
}

/** Of bookings to which money came, by their ids. */
export const bookingReferences = (): Map<number, string> =>
  new Map(
    bookingNames()
      .all()
      .map(({ id, reference }) => [id, reference]),
  )

const bookingNames = prepared(() =>
  sqlite.prepare<[], { id: number; reference: string }>(
    `select id, booking_reference as reference from bookings
     where exists (select 1 from payments where booking_id = bookings.id)`,
  ),
)

/** Money by hand, or a cost, may be of an earlier day than any other. */
const firstMoved = prepared(() =>
  sqlite.prepare<[], { at: number | null; paidOn: Day | null }>(
    `select min(at) as at, (select min(paid_on) from departure_costs where paid_cents <> 0) as paidOn
     from (select min(created_at) as at from payments union all select min(created_at) from stripe_movements)`,
  ),
)

export type Closed =
  | { closed: Month }
  | { refused: 'closed-already' | 'not-over' | 'not-its-turn' | 'changed' }

/**
 * Closes a month for good, as it was shown: `digest` is of the journal's file that the page offered, and
 * `digestOf` makes it. Refused before the month is over, out of turn, and where something has changed since.
 */
export function closeMonth(
  { month, digest }: { month: Month; digest: string },
  staff: Staff,
  now: Date,
  digestOf: (entries: Posted[]) => string,
): Closed {
  return immediately((tx) => {
    if (closingOf(month)) return { refused: 'closed-already' }
    if (month >= businessDay(now).slice(0, 7)) return { refused: 'not-over' }
    if (month !== monthToClose()) return { refused: 'not-its-turn' }
    const { entries, balances } = booksOf(month, now)
    if (digestOf(entries) !== digest) return { refused: 'changed' }
    tx.insert(bookClosings)
      .values({ month, journal: entries, balances, digest, closedBy: staff.username, closedAt: now })
      .run()
    recordAct(now, {
      ...{ ...byStaff(staff), action: 'month-closed', subject: `books:${month}` },
      detail: { digest },
    })
    return { closed: month }
  })
}
