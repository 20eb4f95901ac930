import { asc, eq, sql } from 'drizzle-orm'
import type { LedgerEntry } from '#app/money/ledger.server'
import { addDays, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import type { DateRange } from '#app/platform/lists/date-range'
import { inPortionsFrom } from '#app/platform/lists/page-cursor'
import { type Cents, cents, showCents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { adminUsers, bookings, payments, writeOffs } from '#db/schema'

/** Rows read at once. */
const PORTION = 500

const inTime = ({ createdAt }: typeof payments | typeof writeOffs) =>
  sql`${createdAt} >= ${sql.placeholder('from')} and ${createdAt} < ${sql.placeholder('until')}`

/** Of the same booking, up to and with this movement. */
const soFar = (figure: string) =>
  sql`(select ${sql.raw(figure)} from payments before where before.booking_id = ${payments.bookingId} and before.id <= ${payments.id})`

const agreedPrice = sql<Cents | null>`${bookings.totalCents} + ${bookings.writtenOffCents}`

/** What is read of a movement of the ledger, and of a write-off, with the user who entered it. */
export const MOVEMENT = {
  id: payments.id,
  createdAt: payments.createdAt,
  kind: payments.kind,
  method: payments.method,
  amountCents: payments.amountCents,
  stripeIntentId: payments.stripeIntentId,
  stripeRefundId: payments.stripeRefundId,
  note: payments.note,
  recordedBy: adminUsers.username,
}
export const WRITE_OFF = {
  id: writeOffs.id,
  createdAt: writeOffs.createdAt,
  writtenOffCents: writeOffs.amountCents,
  note: writeOffs.reason,
  recordedBy: adminUsers.username,
}

const movements = db
  .select({
    ...MOVEMENT,
    reference: bookings.reference,
    customerName: bookings.customerName,
    totalCents: agreedPrice,
    /** The place in the booking's ledger, as on the traveler's receipt. */
    place: sql<number>`${soFar('count(*)')}`,
    paidSoFarCents: sql<Cents>`${soFar('sum(before.amount_cents)')}`,
  })
  .from(payments)
  .leftJoin(bookings, eq(bookings.id, payments.bookingId))
  .leftJoin(adminUsers, eq(adminUsers.id, payments.recordedBy))
  .where(
    sql`(${payments.createdAt}, ${payments.id}) > (${sql.placeholder('at')}, ${sql.placeholder('id')}) and ${inTime(payments)}`,
  )
  .orderBy(asc(payments.createdAt), asc(payments.id))
  .limit(sql.placeholder('limit'))
  .prepare()

/** A movement of money as a bookkeeper reads it; amounts in cents, negative where money left. */
export type Movement = ReturnType<typeof movements.all>[number]

const writtenOff = db
  .select({
    ...WRITE_OFF,
    reference: bookings.reference,
    customerName: bookings.customerName,
    totalCents: agreedPrice,
  })
  .from(writeOffs)
  .innerJoin(bookings, eq(bookings.id, writeOffs.bookingId))
  .leftJoin(adminUsers, eq(adminUsers.id, writeOffs.recordedBy))
  .where(inTime(writeOffs))
  .orderBy(asc(writeOffs.createdAt), asc(writeOffs.id))
  .limit(sql.placeholder('limit'))
  .prepare()

/** What a booking owed and no one is asked for anymore: no money moved. */
export type WrittenOff = ReturnType<typeof writtenOff.all>[number]

const sumOf = (condition: string) =>
  sql<Cents>`coalesce(sum(${payments.amountCents}) filter (where ${sql.raw(condition)}), 0)`

const figures = db
  .select({
    count: sql<number>`count(*)`,
    paidCents: sumOf("kind = 'payment'"),
    refundedCents: sumOf("kind = 'refund'"),
    adjustedCents: sumOf("kind = 'adjustment'"),
    netCents: sumOf('true'),
  })
  .from(payments)
  .where(inTime(payments))
  .prepare()

const writtenOffFigures = db
  .select({
    count: sql<number>`count(*)`,
    cents: sql<Cents>`coalesce(sum(${writeOffs.amountCents}), 0)`,
  })
  .from(writeOffs)
  .where(inTime(writeOffs))
  .prepare()

/**
 * What the ledger's movements of those business days come to, in cents; what left the company is negative;
 * and what was written off.
 */
export function movementFigures(range: DateRange) {
  const found = figures.get(spanOf(range))
  const off = writtenOffFigures.get(spanOf(range))
  if (!found || !off) throw new Error('An aggregate has one row')
  return { ...found, count: found.count + off.count, writtenOffCents: off.cents }
}

/**
 * Every movement of the ledger on those business days, and what was written off between them, oldest first,
 * portion by portion and `atMost` in all; the reader lets others be served in between.
 */
export function* movementsInPortions(range: DateRange, atMost: number): Generator<(Movement | WrittenOff)[]> {
  const off = writtenOff.all({ ...spanOf(range), limit: atMost })
  let left = atMost
  for (const rows of ledgerInPortions(range, atMost)) {
    const until = rows.at(-1)?.createdAt
    const between = off.splice(0, until ? off.filter(({ createdAt }) => createdAt < until).length : 0)
    const inOrder = [...rows, ...between].sort((one, other) => +one.createdAt - +other.createdAt)
    yield inOrder.slice(0, left)
    left -= Math.min(left, inOrder.length)
  }
  yield off.slice(0, left)
}

const ledgerInPortions = (range: DateRange, atMost: number): Generator<Movement[]> =>
  inPortionsFrom({ at: 0, id: 0 }, { portion: PORTION, atMost }, (asked) =>
    movements.all({ ...spanOf(range), ...asked }),
  )

/** From the first day's midnight up to, but without, the midnight after the last, in BUSINESS_TIMEZONE. */
const spanOf = ({ from, to }: DateRange) => ({
  from: instantAt(from, 0, env.BUSINESS_TIMEZONE).getTime(),
  until: instantAt(addDays(to, 1), 0, env.BUSINESS_TIMEZONE).getTime(),
})

export const METHOD_NAMES = { card: 'Card', cheque: 'Check', wire: 'Wire', other: 'Other' } as const

/**
 * What a movement of the ledger is called. What balances a refund or a lost dispute later keeps its id, with
 * ':failed' or ':won' behind it.
 */
export function movementName({ kind, stripeRefundId }: Pick<LedgerEntry, 'kind' | 'stripeRefundId'>): string {
  if (kind !== 'adjustment') return kind === 'payment' ? 'Payment' : 'Refund'
  if (!stripeRefundId) return 'Adjustment'
  if (stripeRefundId.endsWith(':failed')) return 'Refund failed'
  return stripeRefundId.endsWith(':won') ? 'Dispute won' : 'Dispute lost'
}

/** What was written off, between the movements: no money moved. Less of it, once money came after all. */
export const writeOffName = (writtenOffCents: Cents): string =>
  writtenOffCents < 0
    ? `Write-off lowered by ${showCents(cents(-writtenOffCents))}`
    : `Written off ${showCents(writtenOffCents)}`

export const A_FORMER_USER = 'A former user'

/** Who entered a movement: a user, or Stripe's word. */
export const recorderName = (movement: Pick<Movement, 'recordedBy' | 'stripeIntentId'>): string =>
  movement.recordedBy ?? (movement.stripeIntentId ? 'Stripe' : A_FORMER_USER)
