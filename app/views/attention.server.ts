import { and, asc, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { dueSoonUntil } from '#app/bookings/installments/due'
import { mayHaveArrived } from '#app/mail/campaign-mail.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { waitingRefunds } from '#app/money/refunds/orders.server'
import { longestWaiting, waitingCounts } from '#app/people/list-contacts.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { isHeld, TO_PAY_BACK, WAITS_FOR_DECISION } from '#db/booking-queries.server'
import { db, immediately, sqlite, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { outbox } from '#db/schema/mail'
import { installments } from '#db/schema/money'

export const SHOWN = 5
/** Beyond this many a number says no more; counting goes no further. */
export const COUNTED = 1_000

/**
 * Left to itself, SQLite takes an index of more than what is asked for: of installments that no one owes, or
 * of all that were ever paid.
 */
const askedByDueDate = sql`${installments} indexed by installments_asked_by_due_date`
const heldByEnd = sql`${bookings} indexed by bookings_by_hold_end`

/** Written out, not bound: only so do the partial indexes fit. */
const isOwed = sql`${installments.owedCents} > 0`
const isOnDeparture = sql`${bookings.departureId} = ${sql.placeholder('departureId')}`
const isOwedOnDeparture = sql`exists (select 1 from bookings b
  where b.id = ${installments.bookingId} and b.departure_id = ${sql.placeholder('departureId')})`
const fallsDue = sql.raw(`not installments.${WAITS_FOR_DECISION}`)
const isOverdue = and(isOwed, fallsDue, lt(installments.dueOn, sql.placeholder('today')))
const isDueSoon = and(
  isOwed,
  fallsDue,
  gte(installments.dueOn, sql.placeholder('today')),
  lte(installments.dueOn, sql.placeholder('lastDay')),
)

const firstOf = (table: SQL, which: SQL | undefined, order: SQL) =>
  sql`(select "id" from ${table} where ${which} order by ${order} limit ${sql.raw(String(SHOWN))})`

type Asked = { today?: Day; lastDay?: Day; departureId?: number | null }

/** How many rows of a table there are, up to COUNTED. */
function countOf(table: SQL, which: SQL | undefined) {
  const counted = db
    .select({ count: sql<number>`count(*)` })
    .from(sql`(select 1 from ${table} where ${which} limit ${sql.raw(String(COUNTED))})`)
    .prepare()
  return (asked: Asked) => counted.get(asked)?.count ?? 0
}

/** Answers the first rows of a table, and how many there are. */
function listed<Row>(table: SQL, which: SQL | undefined, first: { all: (asked: Asked) => Row[] }) {
  const count = countOf(table, which)
  return (asked: Asked) => ({ count: count(asked), rows: first.all(asked) })
}

const inOrderOfDueDate = sql`${installments.dueOn}, ${installments.id}`

function owed(which: SQL | undefined) {
  const first = db
    .select({
      id: installments.id,
      reference: bookings.reference,
      customerName: bookings.customerName,
      phone: bookings.customerPhone,
      number: installments.number,
      owedCents: installments.owedCents,
      dueOn: installments.dueOn,
    })
    .from(installments)
    .innerJoin(bookings, eq(bookings.id, installments.bookingId))
    .where(inArray(installments.id, firstOf(askedByDueDate, which, inOrderOfDueDate)))
    .orderBy(inOrderOfDueDate)
    .prepare()
  return listed(askedByDueDate, which, first)
}

type ToPayBack = { reference: string; customerName: string; amountCents: Cents; since: number }

function toPayBackOf(departure: string, values: (departureId: number | null) => (number | null)[]) {
  const found = `from (${TO_PAY_BACK}) t join bookings b on b.id = t.id ${departure}`
  const first = sqlite.prepare<(number | null)[], ToPayBack>(
    `select b.booking_reference as reference, b.customer_name as customerName, t.amountCents,
        coalesce(b.cancelled_at, b.updated_at) as since ${found}
      order by b.id limit ${SHOWN}`,
  )
  const count = sqlite.prepare<(number | null)[], { count: number }>(
    `select count(*) as count from (select 1 ${found} limit ${COUNTED})`,
  )
  return ({ departureId = null }: Asked) => ({
    count: count.get(...values(departureId))?.count ?? 0,
    rows: first.all(...values(departureId)),
  })
}

/** For all departures the indexes alone answer, and no row is looked up to be counted. */
const ofAll = prepared(() => ({
  overdue: owed(isOverdue),
  dueSoon: countOf(askedByDueDate, isDueSoon),
  held: countOf(heldByEnd, isHeld),
  toPayBack: toPayBackOf('', () => []),
}))
const ofDeparture = prepared(() => ({
  overdue: owed(and(isOverdue, isOwedOnDeparture)),
  dueSoon: countOf(askedByDueDate, and(isDueSoon, isOwedOnDeparture)),
  held: countOf(heldByEnd, and(isHeld, isOnDeparture)),
  toPayBack: toPayBackOf('where b.departure_id = ?', (departureId) => [departureId]),
}))

/**
 * What staff should look at today: installments overdue, money to pay back, refunds that hang, mail given up,
 * inquiries that wait, and how many too long: SHOWN rows of each, counted up to COUNTED. And how many
 * installments are due within DUE_SOON_DAYS, and seats held. Of a departure where narrowed.
 */
export function needsAttention(today: Day, now: Date, departureId: number | null = null) {
  const asked = { today, lastDay: dueSoonUntil(today), departureId }
  const of = departureId === null ? ofAll() : ofDeparture()
  return {
    overdue: of.overdue(asked),
    dueSoon: of.dueSoon(asked),
    toPayBack: of.toPayBack(asked),
    waitingRefunds: waitingRefunds(now, departureId, SHOWN, COUNTED),
    failedMail: failedMail(),
    held: of.held(asked),
    inquiries: { ...waitingCounts(now), rows: longestWaiting() },
  }
}

/** With more bookings than this, only those due first are summed. */
const SUMMED_AT_MOST = 300

/**
 * What is asked for in these days, both included, by what each booking owes now and not by its plan; cents.
 * `isMore` where there are more bookings than are summed.
 */
export function dueBetween(from: Day, to: Day): { dueCents: Cents; isMore: boolean } {
  const ids = db.all<{ id: number }>(sql`
    select distinct booking_id as id from installments indexed by installments_owed_by_due_date
    where paid_at is null and is_owed = 1 and due_on >= ${from} and due_on <= ${to}
      and not ${sql.raw(WAITS_FOR_DECISION)} limit ${SUMMED_AT_MOST + 1}`)
  const dueCents = ids.slice(0, SUMMED_AT_MOST).reduce((sum, { id }) => sum + dueOf(id, from, to), 0)
  return { dueCents: cents(dueCents), isMore: ids.length > SUMMED_AT_MOST }
}

function dueOf(bookingId: number, from: Day, to: Day): number {
  const booking = bookingWithId(bookingId)
  if (!booking) return 0
  return amountsOwed(booking)
    .installments.filter(({ dueOn }) => dueOn >= from && dueOn <= to)
    .reduce((sum, { owedCents }) => sum + owedCents, 0)
}

const AT_ONCE = 200

/**
 * Written out, not bound: only so does SQLite find the partial index. What may have arrived is told on its
 * campaign's page, and not sent again.
 */
const hasFailed = sql`${outbox.state} = 'failed' and not coalesce(${mayHaveArrived}, 0)`

const newestFailed = db
  .select({
    id: outbox.id,
    kind: outbox.kind,
    toAddress: outbox.toAddress,
    reference: bookings.reference,
    lastError: outbox.lastError,
    createdAt: outbox.createdAt,
  })
  .from(outbox)
  .leftJoin(bookings, eq(bookings.id, outbox.bookingId))
  .where(hasFailed)
  .orderBy(desc(outbox.createdAt))
  .limit(SHOWN)
  .prepare()

const failed = listed(sql`${outbox}`, hasFailed, newestFailed)

/** Mail that was given up after a day of tries: the newest five, and how many there are (1,000 at most). */
export const failedMail = () => failed({})

/**
 * Sets a mail that was given up waiting again, due at once, with a whole new day of tries. Refused where it
 * has not failed: someone else was quicker.
 */
export function retryMail(id: number, by: Actor, now: Date): { waiting: number } | { refused: 'not-failed' } {
  return immediately((tx) => {
    const mail = setWaiting(id, now, tx)
    if (!mail) return { refused: 'not-failed' }
    recordRetry(by, `mail:${id}`, { kind: mail.kind }, now)
    return { waiting: 1 }
  })
}

/** The same for all of them, the oldest 200 at a time. */
export function retryAllFailedMail(by: Actor, now: Date): { waiting: number } {
  return immediately((tx) => {
    const oldest = tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(hasFailed)
      .orderBy(asc(outbox.createdAt))
      .limit(AT_ONCE)
      .all()
    const waiting = oldest.filter(({ id }) => setWaiting(id, now, tx)).length
    if (waiting > 0) recordRetry(by, 'mail:failed', { mails: waiting }, now)
    return { waiting }
  })
}

const setWaiting = (id: number, now: Date, tx: Tx) =>
  tx
    .update(outbox)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(and(eq(outbox.id, id), hasFailed))
    .returning({ kind: outbox.kind })
    .get()

function recordRetry(by: Actor, subject: string, detail: Record<string, unknown>, now: Date) {
  recordAct(now, { ...byStaff(by), action: 'mail-retried', subject, detail })
}
