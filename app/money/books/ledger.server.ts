import { and, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { chargesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { businessDay, DAY_MS, now } from '#app/platform/clock.server'
import { addDays, type Day } from '#app/platform/days'
import { GUEST_METHODS } from '#app/platform/ledger-words'
import { type Cents, cents } from '#app/platform/money'
import { db, type Tx } from '#db/connection.server'
import { prepared, rowsBy } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { paymentIntents, payments, refunds } from '#db/schema/money'

/** Of a refund: still to be carried out, or waiting for staff because Stripe refused it. */
export const isOutstanding = sql`${refunds.state} in ('owed', 'refused')`

export type LedgerEntry = typeof payments.$inferSelect

/** The ledger's entry of a card payment, if it has one. */
export const cardPayment = (stripeIntentId: string): LedgerEntry | undefined =>
  paidWith().get({ stripeIntentId })

const paidWith = prepared(() =>
  db
    .select()
    .from(payments)
    // Not bound: with a bound kind SQLite would plan again each time, because of the partial index.
    .where(
      and(eq(payments.stripeIntentId, sql.placeholder('stripeIntentId')), sql`${payments.kind} = 'payment'`),
    )
    .prepare(),
)

/** Whether the ledger has the payment whose money goes back. */
export const isPaymentKnown = (stripeIntentId: string): boolean => cardPayment(stripeIntentId) !== undefined

/** Enters a movement; undefined where the ledger has it already. */
export const insertOnce = (row: typeof payments.$inferInsert, tx: Tx): LedgerEntry | undefined =>
  tx.insert(payments).values(row).onConflictDoNothing().returning().get()

/** What a booking has paid: the sum of its ledger, refunds taken off. */
export const paidCents = (bookingId: number): Cents => sumOf(eq(payments.bookingId, bookingId))

/** What the ledger still has of a card payment: charged, less what went back to the card or the bank. */
export const leftOfIntent = (stripeIntentId: string): Cents =>
  sumOf(eq(payments.stripeIntentId, stripeIntentId))

const sumOf = (which: SQL): Cents =>
  db
    .select({ sum: sql<Cents>`coalesce(sum(${payments.amountCents}), 0)` })
    .from(payments)
    .where(which)
    .get()?.sum ?? cents(0)

const ofBooking = sql.placeholder('bookingId')

/** A booking's ledger, oldest entry first. */
export const ledgerOf = rowsBy(payments, payments.bookingId, payments.id)

/** A booking's first payment; once all of it went back, the first one after that. */
export function firstPayment(bookingId: number): LedgerEntry | undefined {
  let paid = 0
  let first: LedgerEntry | undefined
  for (const entry of ledgerOf(bookingId)) {
    if (paid <= 0 && entry.kind === 'payment') first = entry
    paid += entry.amountCents
  }
  return first
}

const kept = prepared(() =>
  db.select({ kept: bookings.keptCents }).from(bookings).where(eq(bookings.id, ofBooking)).prepare(),
)

/**
 * What a booking has paid and the company keeps: without what is still to be given back. Triggers on ledger
 * and refunds keep it, in the one place where the sum is written (db/migrations/0006_money-states.sql).
 */
export const keptCents = (bookingId: number): Cents => kept().get({ bookingId })?.kept ?? cents(0)

/** What a booking has left to pay: its price less what the company keeps; never below zero. */
export const remainingCents = (booking: Pick<Booking, 'id' | 'totalCents'>): Cents =>
  cents(Math.max(0, booking.totalCents - keptCents(booking.id)))

/**
 * What has come for a booking and is not owed again: what it keeps, what went back and lowered its price, and
 * what was off it for paying from a bank account.
 */
export const receivedCents = (bookingId: number): Cents =>
  cents(
    chargesOf(bookingId)
      .filter(({ refundId, paymentId, intentId }) =>
        [refundId, paymentId, intentId].some((id) => id !== null),
      )
      .reduce((sum, { priceCents }) => sum - priceCents, keptCents(bookingId) as number),
  )

const wholeRefund = prepared(() =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    // Written out: a given value that an index's condition may depend on has SQLite compile a query again.
    .where(and(eq(refunds.bookingId, ofBooking), sql`${refunds.reason} = 'whole'`, isOutstanding))
    .prepare(),
)

/** Whether a refund of all that was kept is ordered and neither made nor given up. */
export const isWholeRefundOrdered = (bookingId: number): boolean =>
  wholeRefund().get({ bookingId }) !== undefined

const owedByIntent = prepared(() =>
  db
    .select({ intentId: refunds.stripeIntentId, owed: sql<number>`sum(${refunds.amountCents})` })
    .from(refunds)
    .where(and(eq(refunds.bookingId, ofBooking), isOutstanding))
    .groupBy(refunds.stripeIntentId)
    .prepare(),
)

const leftByIntent = prepared(() =>
  db
    .select({
      intentId: payments.stripeIntentId,
      left: sql<number>`sum(${payments.amountCents})`,
      method: payments.method,
      paidAt: sql<number>`min(${payments.createdAt})`,
      /** Of what came; what went back names no one. */
      forTravelerId: sql<number | null>`max(${payments.forTravelerId})`,
    })
    .from(payments)
    .where(and(eq(payments.bookingId, ofBooking), isNotNull(payments.stripeIntentId)))
    .groupBy(payments.stripeIntentId)
    .orderBy(desc(sql`min(${payments.id})`))
    .prepare(),
)

/** With the traveler whose share it had paid, where it was for one alone. */
export type RefundableIntent = { intentId: string; cents: Cents; forTravelerId: number | null }

/** How long whose account it is can have a payment returned that they say they never authorized. */
const BANK_RETURN_DAYS = 60

export type BankMayTake = { cents: Cents; until: Day }

/**
 * What came from bank accounts, has not gone back, and can still be taken by the bank, up to and with that
 * business day (rules 4.26); null where nothing can.
 */
export function bankMayTake(bookingId: number, at: Date): BankMayTake | null {
  const today = businessDay(at)
  const open = leftByIntent()
    .all({ bookingId })
    .filter(({ method, left }) => method === 'bank-account' && left > 0)
    .map(({ left, paidAt }) => ({ left, until: addDays(businessDay(new Date(paidAt)), BANK_RETURN_DAYS) }))
    .filter(({ until }) => until >= today)
  const until = open
    .map((one) => one.until)
    .toSorted()
    .at(-1)
  return until === undefined ? null : { cents: cents(open.reduce((sum, { left }) => sum + left, 0)), until }
}

/** For how many days Stripe gives back what came from a bank account; afterward it goes back by hand. */
const BANK_REFUND_DAYS = 180

/**
 * What can be given back to each card or account that paid, newest payment first: captured, less what went
 * back and is on its way back. Together never more than is kept: what was paid back by hand in place of a
 * card goes back to none, nor does a bank payment of long ago (rules 4.26).
 */
export function refundableByIntent(bookingId: number, at = now()): RefundableIntent[] {
  const owed = new Map(
    owedByIntent()
      .all({ bookingId })
      .map(({ intentId, owed }) => [intentId, owed]),
  )
  let toGive: number = keptCents(bookingId)
  return leftByIntent()
    .all({ bookingId })
    .flatMap(({ intentId, left, method, paidAt, forTravelerId }) => {
      if (method === 'bank-account' && at.getTime() - paidAt > BANK_REFUND_DAYS * DAY_MS) return []
      const refundable = Math.min(left - (owed.get(intentId ?? '') ?? 0), toGive)
      if (!intentId || refundable <= 0) return []
      toGive -= refundable
      return [{ intentId, cents: cents(refundable), forTravelerId }]
    })
}

const ways = prepared(() =>
  db
    .selectDistinct({ method: payments.method })
    .from(payments)
    .where(and(eq(payments.bookingId, ofBooking), isNotNull(payments.stripeIntentId)))
    .prepare(),
)

const paidByOthers = prepared(() =>
  db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.bookingId, ofBooking),
        eq(paymentIntents.state, 'succeeded'),
        or(isNotNull(paymentIntents.payerTravelerId), isNotNull(paymentIntents.payerLinkId)),
      ),
    )
    .limit(1)
    .prepare(),
)

/**
 * Where the refunds of a booking go, by what it was paid with through Stripe, as its lead traveler reads it:
 * 'your card', and where others paid by their own, 'the cards that paid'.
 */
export const refundsGoTo = (bookingId: number): string => whereRefundsGo(bookingId, (way) => `your ${way}`)

/** The same in a sentence about the payment: 'the card you paid with'. */
export const refundsGoToPaidWith = (bookingId: number): string =>
  whereRefundsGo(bookingId, (way) => `the ${way} you paid with`)

/** The same as staff read it: 'the card or bank account'. */
export const refundsGoToForStaff = (bookingId: number): string =>
  whereRefundsGo(bookingId, (way) => `the ${way}`)

function whereRefundsGo(bookingId: number, own: (way: string) => string): string {
  const methods = new Set(
    ways()
      .all({ bookingId })
      .map(({ method }) => method),
  )
  const hasBank = methods.has('bank-account')
  if (paidByOthers().get({ bookingId }))
    return `the ${hasBank ? 'cards and bank accounts' : 'cards'} that paid`
  const { card, 'bank-account': account } = GUEST_METHODS
  if (!hasBank) return own(card)
  return own(methods.size === 1 ? account : `${card} or ${account}`)
}

/** What can be given back to a booking's cards now; for one traveler, to those that paid for them. */
export const refundableCents = (bookingId: number, forTravelerId?: number): Cents =>
  cents(
    refundableByIntent(bookingId)
      .filter((one) => forTravelerId === undefined || (one.forTravelerId ?? forTravelerId) === forTravelerId)
      .reduce((sum, { cents }) => sum + cents, 0),
  )

/** The latest entry: an order written now cannot be an earlier refund. */
export const lastEntryId = (tx: Tx): number =>
  tx
    .select({ last: sql<number>`coalesce(max(${payments.id}), 0)` })
    .from(payments)
    .get()?.last ?? 0
