import { and, asc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { isHeld } from '#app/bookings/status-in-sql.server'
import { addDays, type Day } from '#app/days'
import { failedMail } from '#app/mail/failed-mail.server'
import { longestWaiting, waitingCounts } from '#app/people/waiting-contacts.server'
import { db } from '#db/connection.server'
import { bookings, installments } from '#db/schema'

const SHOWN = 5
/** Today is the first of them. */
export const DUE_SOON_DAYS = 7
/** Beyond this many a number says no more; counting goes no further. */
export const COUNTED = 1_000

/**
 * Left to itself, SQLite takes an index of more than what is asked for: of installments that nobody owes, or of all
 * that were ever paid.
 */
const owedByDueDate = sql`${installments} indexed by installments_owed_by_due_date`
const heldByEnd = sql`${bookings} indexed by bookings_by_hold_end`

/** Written out, not bound: only so do the partial indexes fit. */
const isOwed = sql`${installments.paidAt} is null and ${installments.isOwed} = 1`
const isHeldThere = sql`${isHeld} and (${sql.placeholder('departureId')} is null or ${bookings.departureId} = ${sql.placeholder('departureId')})`
const departureId = sql.placeholder('departureId')
const isOwedOnIt = sql`(${departureId} is null or exists (
  select 1 from bookings b where b.id = ${installments.bookingId} and b.departure_id = ${departureId}))`
const isOverdue = and(isOwed, isOwedOnIt, lt(installments.dueOn, sql.placeholder('today')))
const isDueSoon = and(
  isOwed,
  isOwedOnIt,
  gte(installments.dueOn, sql.placeholder('today')),
  lte(installments.dueOn, sql.placeholder('lastDay')),
)

const firstOf = (table: SQL, which: SQL | undefined, order: SQL) =>
  sql`(select "id" from ${table} where ${which} order by ${order} limit ${sql.raw(String(SHOWN))})`

const countOf = (table: SQL, which: SQL | undefined) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(sql`(select 1 from ${table} where ${which} limit ${sql.raw(String(COUNTED))})`)
    .prepare()

const inOrderOfDueDate = sql`${installments.dueOn}, ${installments.id}`

const owedFirst = (which: SQL | undefined) =>
  db
    .select({
      id: installments.id,
      reference: bookings.reference,
      customerName: bookings.customerName,
      number: installments.number,
      amountCents: installments.amountCents,
      dueOn: installments.dueOn,
    })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(inArray(installments.id, firstOf(owedByDueDate, which, inOrderOfDueDate)))
    .orderBy(inOrderOfDueDate)
    .prepare()

const overdueFirst = owedFirst(isOverdue)
const overdueCount = countOf(owedByDueDate, isOverdue)
const dueSoonFirst = owedFirst(isDueSoon)
const dueSoonCount = countOf(owedByDueDate, isDueSoon)

const heldFirst = db
  .select({
    reference: bookings.reference,
    customerName: bookings.customerName,
    numberOfGuests: bookings.numberOfGuests,
    holdEndsAt: bookings.holdEndsAt,
  })
  .from(bookings)
  .where(inArray(bookings.id, firstOf(heldByEnd, isHeldThere, sql`${bookings.holdEndsAt}`)))
  .orderBy(asc(bookings.holdEndsAt))
  .prepare()
const heldCount = countOf(heldByEnd, isHeldThere)

/**
 * What staff should look at today: installments overdue and due within DUE_SOON_DAYS, mail that
 * was given up, seats that are held and not paid, and inquiries without an answer, with how many of them wait longer
 * than was promised. What belongs to a booking may be narrowed to a departure. SHOWN rows of each, the most pressing first, and how many there are, COUNTED at most.
 */
export function needsAttention(today: Day, now: Date, departureId: number | null = null) {
  const days = { today, lastDay: addDays(today, DUE_SOON_DAYS - 1), departureId }
  return {
    overdue: { count: overdueCount.get(days)?.count ?? 0, rows: overdueFirst.all(days) },
    dueSoon: { count: dueSoonCount.get(days)?.count ?? 0, rows: dueSoonFirst.all(days) },
    failedMail: failedMail(),
    held: { count: heldCount.get(days)?.count ?? 0, rows: heldFirst.all(days) },
    inquiries: { ...waitingCounts(now), rows: longestWaiting() },
  }
}
