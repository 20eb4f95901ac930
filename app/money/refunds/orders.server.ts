import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { enterCharges } from '#app/bookings/charges.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { heldOfFormerTravelers } from '#app/bookings/party.server'
import { beforeUndoing, changePrice, undoPriceChange } from '#app/money/books/change-price.server'
import {
  isOutstanding,
  keptCents,
  type LedgerEntry,
  lastEntryId,
  type RefundableIntent,
  refundableByIntent,
  refundableCents,
} from '#app/money/books/ledger.server'
import {
  REFUND_REASONS,
  type RefundReason,
  type RefundWaits,
  WAITS_LONG_HOURS,
} from '#app/money/books/refund-reasons'
import {
  opposite,
  partsOf,
  portionOf,
  priceChangeOf,
  settleShares,
  sharesOf,
} from '#app/money/books/shares.server'
import { mailRefundMade } from '#app/money/letters/refund-mail.server'
import { type Cents, cents, divide } from '#app/platform/money'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { db, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { payments, refunds } from '#db/schema/money'

/**
 * What a dialog that enters money shows of a booking's: two that were open for one check, or for one refund,
 * are told apart by it from two of each.
 */
export const moneyQuote = ({ id, totalCents, writtenOffCents }: Booking) => ({
  keptCents: keptCents(id),
  refundableCents: refundableCents(id),
  ...{ totalCents, writtenOffCents, lastMovements: lastMovements(id) },
})

export type MoneyQuote = ReturnType<typeof moneyQuote>

/** Sums may be the same again: a refund went back, and as much came. */
const lastMovements = (bookingId: number): number[] =>
  [payments, refunds].map((table) => lastOf(table, bookingId))

const lastOf = (table: typeof payments | typeof refunds, bookingId: number): number =>
  db
    .select({ id: sql<number>`coalesce(max(${table.id}), 0)` })
    .from(table)
    .where(eq(table.bookingId, bookingId))
    .get()?.id ?? 0

/** What can be paid back and still be owed, in cents: nothing that is promised to travelers who canceled. */
export function owedAgainAtMost(bookingId: number): Cents {
  const kept = keptCents(bookingId)
  return cents(Math.max(0, kept - heldOfFormerTravelers(bookingId, kept).promisedCents))
}

/** What is for one of a party, of what goes back. Cents. */
type BackTo = { travelerId: number; cents: Cents }

/**
 * Writes down what goes back to each card, newest payment first; goodwill, and what goes back to one who
 * left, lowers the price of a booking that stands. The caller has made sure that so much can go back. `each`
 * says who gets how much; else it is one's alone, or goes by what each has paid.
 */
export function oweToCards(
  booking: Booking,
  wish: {
    amountCents: Cents
    reason: RefundReason
    note: string
    each?: BackTo[]
    forTravelerId?: number | undefined
  },
  by: By,
  now: Date,
  tx: Tx,
): void {
  const { amountCents, forTravelerId } = wish
  const each = forTravelerId === undefined ? wish.each : [{ travelerId: forTravelerId, cents: amountCents }]
  for (const { intentId, cents: part } of backByIntent(booking, { amountCents, each })) {
    const reason = REFUND_REASONS[wish.reason]
    if (reason.takesOfAll) settleShares(bookingWithId(booking.id) ?? booking, now, tx)
    const order = tx
      .insert(refunds)
      .values({
        bookingId: booking.id,
        stripeIntentId: intentId,
        amountCents: cents(part),
        reason: wish.reason,
        note: wish.note || null,
        orderedBy: by.actorId ?? null,
        seenEntryId: lastEntryId(tx),
        nextAttemptAt: now,
        createdAt: now,
      })
      .returning({ id: refunds.id })
      .get()
    const act = { kind: 'refund', refundId: order.id } as const
    const changeCents = cents(reason.lowersPrice ? -part : 0)
    const parts =
      forTravelerId === undefined
        ? []
        : [{ travelerId: forTravelerId, priceCents: changeCents, paidCents: cents(-part) }]
    changePrice(booking.id, changeCents, act, now, tx, { withPaid: !!reason.takesOfAll, parts })
  }
}

/**
 * What goes back to each card that paid: to those who paid for one traveler what is for that one, then to
 * those who paid for all, then to the others.
 */
function backByIntent(
  booking: Booking,
  { amountCents, each }: { amountCents: Cents; each?: BackTo[] | undefined },
): Pick<RefundableIntent, 'intentId' | 'cents'>[] {
  const paid = refundableByIntent(booking.id)
  const left = paid.map((one) => one.cents as number)
  const take = (wanted: number, isFrom: (one: RefundableIntent) => boolean): number =>
    paid.reduce((missing, one, index) => {
      const taken = isFrom(one) ? Math.min(missing, left[index] ?? 0) : 0
      left[index] = (left[index] ?? 0) - taken
      return missing - taken
    }, wanted)
  const isShared = paid.some(({ forTravelerId }) => forTravelerId !== null)
  const ofEach = isShared ? (each ?? byWhatEachPaid(booking, amountCents)) : []
  const afterTheirs = ofEach.reduce(
    (missing, { travelerId, cents: theirs }) =>
      missing - theirs + take(theirs, ({ forTravelerId }) => forTravelerId === travelerId),
    amountCents as number,
  )
  const afterAll = take(afterTheirs, ({ forTravelerId }) => forTravelerId === null)
  take(afterAll, () => true)
  return paid.flatMap(({ intentId, cents: before }, index) => {
    const part = before - (left[index] ?? 0)
    return part > 0 ? [{ intentId, cents: cents(part) }] : []
  })
}

function byWhatEachPaid(booking: Booking, amountCents: Cents): BackTo[] {
  const shares = sharesOf(bookingWithId(booking.id) ?? booking)
  const parts = divide(
    amountCents,
    shares.map(({ paidCents }) => paidCents),
  )
  return shares.map(({ traveler }, index) => ({ travelerId: traveler.id, cents: cents(parts[index] ?? 0) }))
}

export type RefundOrder = typeof refunds.$inferSelect

/** What was ordered of a payment and is neither carried out nor given up, oldest first. */
export const outstandingOrdersOf = (stripeIntentId: string, tx: Tx): RefundOrder[] =>
  tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.stripeIntentId, stripeIntentId), isOutstanding))
    .orderBy(refunds.id)
    .all()

/** Records that an order was carried out by its own refund at Stripe. */
export const carryOut = (order: RefundOrder, stripeRefundId: string, now: Date, tx: Tx) =>
  tx
    .update(refunds)
    .set({ state: 'done', stripeRefundId, doneAt: now, lastError: null })
    .where(eq(refunds.id, order.id))
    .run()

/**
 * Notes that a refund from Stripe's dashboard did an order, or so much of it that the rest is still to be
 * made. Each part keeps beside it what it changed of the price, and took of the travelers. Answers how much
 * it did, in cents.
 */
export function carryOutBy(
  refund: { id: string; entryId: number; amountCents: Cents },
  order: RefundOrder,
  now: Date,
  tx: Tx,
): Cents {
  const didCents = cents(Math.min(refund.amountCents, order.amountCents))
  const isDone = { state: 'done' as const, stripeRefundId: refund.id, doneAt: now, lastError: null }
  if (didCents === order.amountCents) {
    tx.update(refunds).set(isDone).where(eq(refunds.id, order.id)).run()
    return didCents
  }
  const restCents = cents(order.amountCents - didCents)
  tx.update(refunds)
    .set({ amountCents: restCents, seenEntryId: refund.entryId })
    .where(eq(refunds.id, order.id))
    .run()
  // Money that found no place has one order, for all of it: the database refuses a second one.
  if (order.reason === 'no-place') return didCents
  const { id: _, ...shared } = order
  const did = tx
    .insert(refunds)
    .values({
      ...shared,
      ...isDone,
      amountCents: didCents,
      orderKey: randomUUID(),
    })
    .returning({ id: refunds.id })
    .get()
  const changed = priceChangeOf({ refundId: order.id })
  const ofRest = Math.max(changed, -restCents)
  const ratio = { price: changed === 0 ? 0 : 1 - ofRest / changed, paid: didCents / order.amountCents }
  const parts = portionOf({ refundId: order.id }, ratio)
  const bookingId = order.bookingId ?? 0
  enterCharges(bookingId, { kind: 'refund', refundId: order.id }, opposite(parts), now, tx)
  enterCharges(bookingId, { kind: 'refund', refundId: did.id }, parts, now, tx)
  return didCents
}

/**
 * Gives up an order: its money counts as paid again, and what it changed of the price is undone. `by` names
 * the member of staff who decided so, `movement` the entry after which it cannot be carried out anymore.
 */
export function giveUp(
  order: RefundOrder,
  now: Date,
  tx: Tx,
  { by = { actor: 'site' }, movement }: { by?: By; movement?: LedgerEntry } = {},
): void {
  const booking = bookingWithId(order.bookingId)
  const before = beforeUndoing(booking, tx, movement)
  const { amountCents, reason } = order
  if (booking) recordBookingAct(now, booking, by, 'refund-dropped', { amountCents, reason })
  tx.update(refunds).set({ state: 'dropped', doneAt: now }).where(eq(refunds.id, order.id)).run()
  const undoing = { taken: partsOf({ refundId: order.id }), before, movement }
  undoPriceChange(order.bookingId, undoing, { kind: 'refund', refundId: order.id }, now, tx)
}

/** Written out: inside the question about the orders a bare column would be theirs. */
const openCents = sql<Cents>`-payments.amount_cents - coalesce((select sum(r.amount_cents) from refunds r
  where r.stripe_refund_id = payments.stripe_refund_id and r.state = 'done'), 0)`
const cameBack = sql`exists (select 1 from payments f where f.stripe_refund_id = payments.stripe_refund_id || ':failed')`

const isOfNoOrder = sql`payments.kind = 'refund' and ${openCents} > 0 and not ${cameBack}`

/** Of an order in a query: staff are asked whether a refund of the dashboard was it (`foundRefund`). */
const isHeldForAnswer = sql`exists (select 1 from payments where payments.stripe_intent_id = ${refunds.stripeIntentId}
  and payments.id > ${refunds.seenEntryId} and ${isOfNoOrder})`

type Which = Pick<RefundOrder, 'stripeIntentId' | 'seenEntryId'>

/** The refunds of an order's payment that no one ordered here, and that may be this order; oldest first. */
const foundRefunds = ({ stripeIntentId, seenEntryId }: Which) =>
  db
    .select({
      entryId: payments.id,
      bookingId: payments.bookingId,
      refundId: sql<string>`payments.stripe_refund_id`,
      madeAt: payments.createdAt,
      /** The part of it that no order has used so far. */
      openCents,
    })
    .from(payments)
    .where(and(eq(payments.stripeIntentId, stripeIntentId), gt(payments.id, seenEntryId), isOfNoOrder))
    .orderBy(asc(payments.id))
    .all()

export type FoundRefund = ReturnType<typeof foundRefunds>[number]

/**
 * The refund of which staff are asked whether it was this order, made in Stripe's dashboard; undefined where
 * there is none. Until they answer, the order is held: nothing is sent for it (rules 4.12).
 */
export const foundRefund = (order: Which): FoundRefund | undefined => foundRefunds(order)[0]

/**
 * Tells the traveler of what came back and has no letter so far, once staff are no longer asked about it.
 */
export function notifyOfFound(order: RefundOrder, now: Date): void {
  for (const found of foundRefunds(order)) {
    const booking = bookingWithId(found.bookingId)
    if (booking && !isAskedAbout(order.stripeIntentId, found.entryId)) {
      mailRefundMade(booking, { id: found.refundId, amountCents: found.openCents, endsBooking: false }, now)
    }
  }
}

/** Whether an order still waits for an answer about this movement. */
const isAskedAbout = (stripeIntentId: string, entryId: number): boolean =>
  hasRow(
    refunds,
    and(eq(refunds.stripeIntentId, stripeIntentId), isOutstanding, lt(refunds.seenEntryId, entryId)),
  )

const HOUR = 3_600_000

/** Staff have to answer, Stripe refused every attempt, or it has been outstanding for too long. */
const waits = sql<RefundWaits>`case when ${isHeldForAnswer} then 'for-answer'
  when ${refunds.state} = 'refused' then 'refused' else 'late' end`

/**
 * Refunds that are ordered and do not go through, the oldest first: some of them, and how many there are,
 * `counted` at most. One whose payment belongs to no booking is of no departure.
 */
export function waitingRefunds(now: Date, departureId: number | null, shown: number, counted: number) {
  const isLate = lte(refunds.createdAt, new Date(now.getTime() - WAITS_LONG_HOURS * HOUR))
  const found = db
    .select({
      id: refunds.id,
      reference: bookings.reference,
      customerName: bookings.customerName,
      stripeIntentId: refunds.stripeIntentId,
      amountCents: refunds.amountCents,
      createdAt: refunds.createdAt,
      waits,
    })
    .from(refunds)
    .leftJoin(bookings, eq(bookings.id, refunds.bookingId))
    .where(
      and(
        isOutstanding,
        or(sql`${refunds.state} = 'refused'`, isLate, isHeldForAnswer),
        departureId === null ? undefined : eq(bookings.departureId, departureId),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(counted)
    .all()
  return { count: found.length, rows: found.slice(0, shown) }
}
