import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { LedgerEntry } from '#app/money/books/ledger.server'
import { FORMER_TRAVELER } from '#app/money/books/who-paid.server'
import { addDays, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import type { DateRange } from '#app/platform/lists/date-range'
import { inPortionsFrom } from '#app/platform/lists/page-cursor'
import { type Cents, cents, showCents } from '#app/platform/money'
import { agreedPriceIn } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { charges, payments } from '#db/schema/money'
import { adminUsers } from '#db/schema/staff'

/** Rows read at once. */
const PORTION = 500

const inTime = ({ createdAt }: typeof payments | typeof charges) =>
  sql`${createdAt} >= ${sql.placeholder('from')} and ${createdAt} < ${sql.placeholder('until')}`

/** Of the same booking, up to and with this movement. */
const soFar = (figure: string) =>
  sql`(select ${sql.raw(figure)} from payments before where before.booking_id = ${payments.bookingId} and before.id <= ${payments.id})`

const NAME = sql.raw("iif(t.name = '', 'Traveler ' || t.position, t.name)")

/** The name of the traveler whose share it was for, of what went back, too. */
const shareOf = sql<
  string | null
>`(select ${NAME} from travelers t where t.id = coalesce(${payments.forTravelerId},
  (select for_traveler_id from payment_intents i where i.stripe_intent_id = ${payments.stripeIntentId})))`

/** The name of who paid by a link of their own, or one that was made for them. */
const paidByOf = sql<
  string | null
>`(select coalesce(l.payer_name, ${NAME}, iif(i.payer_traveler_id is not null
    and not exists (select 1 from travelers where id = i.payer_traveler_id), ${sql.raw(`'${FORMER_TRAVELER}'`)}, null))
  from payment_intents i
  left join payer_links l on l.id = i.payer_link_id
  left join travelers t on t.id = i.payer_traveler_id and t.position > 1
  where i.stripe_intent_id = ${payments.stripeIntentId})`

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
  share: shareOf,
  paidBy: paidByOf,
}
/** One for each act, by its charges. */
export const WRITE_OFF = {
  id: charges.actId,
  createdAt: charges.createdAt,
  writtenOffCents: sql<Cents>`-sum(${charges.priceCents})`,
  note: charges.words,
  recordedBy: adminUsers.username,
}

/** Of a charge in a query, in the words of the index of such ones. */
export const isWriteOff = sql`${charges.kind} = 'written-off'`

/** Reading on from a place in the list, or back from it. */
const WAYS = {
  on: { beyond: sql.raw('>'), order: asc },
  back: { beyond: sql.raw('<'), order: desc },
}
export type Way = keyof typeof WAYS

const ofBooking = {
  reference: bookings.reference,
  customerName: bookings.customerName,
  totalCents: sql<Cents | null>`${agreedPriceIn}`,
}

function movements(way: Way) {
  const { beyond, order } = WAYS[way]
  return db
    .select({
      ...MOVEMENT,
      ...ofBooking,
      /** The place in the booking's ledger, as on the traveler's receipt. */
      place: sql<number>`${soFar('count(*)')}`,
      paidSoFarCents: sql<Cents>`${soFar('sum(before.amount_cents)')}`,
    })
    .from(payments)
    .leftJoin(bookings, eq(bookings.id, payments.bookingId))
    .leftJoin(adminUsers, eq(adminUsers.id, payments.recordedBy))
    .where(
      sql`(${payments.createdAt}, ${payments.id}) ${beyond} (${sql.placeholder('at')}, ${sql.placeholder('id')}) and ${inTime(payments)}`,
    )
    .orderBy(order(payments.createdAt), order(payments.id))
    .limit(sql.placeholder('limit'))
    .prepare()
}

/** At one instant, write-offs follow the movements: in the list their ids are higher by so much. */
const WRITE_OFFS_FROM = 1_000_000_000_000

function writtenOff(way: Way) {
  const { beyond, order } = WAYS[way]
  return db
    .select({ ...WRITE_OFF, ...ofBooking })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.bookingId))
    .leftJoin(adminUsers, eq(adminUsers.id, charges.changedBy))
    .where(
      sql`${isWriteOff} and (${charges.createdAt}, ${charges.actId} + ${sql.raw(String(WRITE_OFFS_FROM))}) ${beyond} (${sql.placeholder('at')}, ${sql.placeholder('id')}) and ${inTime(charges)}`,
    )
    .groupBy(charges.actId)
    .orderBy(order(charges.createdAt), order(charges.actId))
    .limit(sql.placeholder('limit'))
    .prepare()
}

const MOVEMENTS = { on: movements('on'), back: movements('back') }
const WRITTEN_OFF = { on: writtenOff('on'), back: writtenOff('back') }

/** A movement of money as a bookkeeper reads it; amounts in cents, negative where money left. */
export type Movement = ReturnType<typeof MOVEMENTS.on.all>[number]

/** What a booking owed and no one is asked for anymore: no money moved. */
export type WrittenOff = ReturnType<typeof WRITTEN_OFF.on.all>[number]

const sumOf = (condition: string) =>
  sql<Cents>`coalesce(sum(${payments.amountCents}) filter (where ${sql.raw(condition)}), 0)`

const figuresByMethod = db
  .select({
    method: payments.method,
    count: sql<number>`count(*)`,
    paidCents: sumOf("kind = 'payment'"),
    refundedCents: sumOf("kind = 'refund'"),
    adjustedCents: sumOf("kind = 'adjustment'"),
    netCents: sumOf('true'),
  })
  .from(payments)
  .where(inTime(payments))
  .groupBy(payments.method)
  .prepare()

const writtenOffFigures = db
  .select({
    count: sql<number>`count(distinct ${charges.actId})`,
    cents: sql<Cents>`coalesce(-sum(${charges.priceCents}), 0)`,
  })
  .from(charges)
  .where(and(isWriteOff, inTime(charges)))
  .prepare()

/**
 * What the ledger's movements of those business days come to, in cents, by method and in all; what left the
 * company is negative; and what was written off.
 */
export function movementFigures(range: DateRange) {
  const byMethod = figuresByMethod.all(spanOf(range))
  const off = writtenOffFigures.get(spanOf(range))
  if (!off) throw new Error('An aggregate has one row')
  const sum = (of: 'paidCents' | 'refundedCents' | 'adjustedCents' | 'netCents') =>
    cents(byMethod.reduce((total, row) => total + row[of], 0))
  return {
    count: byMethod.reduce((total, row) => total + row.count, off.count),
    paidCents: sum('paidCents'),
    refundedCents: sum('refundedCents'),
    adjustedCents: sum('adjustedCents'),
    netCents: sum('netCents'),
    writtenOffCents: off.cents,
    byMethod,
  }
}

/**
 * Every movement of the ledger on those business days, and what was written off between them, oldest first,
 * portion by portion and `atMost` in all; the reader lets others be served in between.
 */
export function* movementsInPortions(range: DateRange, atMost: number): Generator<(Movement | WrittenOff)[]> {
  const off = WRITTEN_OFF.on.all({ ...spanOf(range), at: 0, id: 0, limit: atMost })
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
    MOVEMENTS.on.all({ ...spanOf(range), ...asked }),
  )

/** The first movement; null before any money has moved. */
export const firstMovement = (): Date | null =>
  db.select({ at: payments.createdAt }).from(payments).orderBy(asc(payments.createdAt)).limit(1).get()?.at ??
  null

/** Rows of one page of the list, from a place on or back; with their place in it. */
export function movementsFrom(range: DateRange, way: Way, from: { at: number; id: number }, limit: number) {
  const asked = { ...spanOf(range), ...from, limit }
  const found = [
    ...MOVEMENTS[way].all(asked).map((row) => ({ row, at: row.createdAt, id: row.id })),
    ...WRITTEN_OFF[way].all(asked).map((row) => ({ row, at: row.createdAt, id: row.id + WRITE_OFFS_FROM })),
  ]
  const sign = way === 'on' ? 1 : -1
  return found.sort((one, other) => sign * (+one.at - +other.at || one.id - other.id)).slice(0, limit)
}

/** From the first day's midnight up to, but without, the midnight after the last, in BUSINESS_TIMEZONE. */
export const spanOf = ({ from, to }: DateRange) => ({
  from: instantAt(from, 0, env.BUSINESS_TIMEZONE).getTime(),
  until: instantAt(addDays(to, 1), 0, env.BUSINESS_TIMEZONE).getTime(),
})

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

/** Whose share it was for, and who paid: 'Achieng’s share, paid by Grace'; empty for neither. */
export function forWords({ share, paidBy }: Pick<Movement, 'share' | 'paidBy'>): string {
  const of = share === null ? '' : `${share}’s share`
  if (paidBy === null) return of
  return of ? `${of}, paid by ${paidBy}` : `Paid by ${paidBy}`
}

export const A_FORMER_USER = 'A former user'

/** Who entered a movement: a user, or Stripe's word. */
export const recorderName = (movement: Pick<Movement, 'recordedBy' | 'stripeIntentId'>): string =>
  movement.recordedBy ?? (movement.stripeIntentId ? 'Stripe' : A_FORMER_USER)
