import { setTimeout as pause } from 'node:timers/promises'
import { completeBooking } from '#app/bookings/advance-booking.server'
import {
  type Booking,
  bookingWithId,
  findBooking,
  isOpenedByLinkAlone,
} from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import {
  type IntentRecord,
  intentRecordForSession,
  intentRecordNow,
  intentRecordWithStripeId,
} from '#app/money/payments/intent-records.server'
import { isGivenBack } from '#app/money/refunds/owed-refunds.server'
import { forGuest } from '#app/money/stripe/guest-budget.server'
import { type Settled, settle } from './settle.server'

/** By the machine's clock, from an answer about an intent to the next question about it. */
const PAUSE_MS = 2_000
const QUERIES_AT_MOST = 1_000

type Query = { outcome: Promise<Settled>; isAnswered: boolean; over: Promise<void> }

/** By our number of the intent: the last question about it. Oldest first. */
const queries = new Map<number, Query>()

/**
 * What became of an intent, for a guest who can ask as often as they like. What is final is read here. Else
 * Stripe is asked once for all who ask in the meantime, and not again for two seconds; no one gets an older
 * answer, for they may have paid since. Throws StripeUnavailable.
 */
async function intentOutcome(record: IntentRecord, now: () => Date): Promise<Settled> {
  if (record.state === 'succeeded') return 'paid'
  if (record.state === 'cancelled') return 'canceled'

  const last = queries.get(record.id)
  if (last?.isAnswered) await last.over
  return (queries.get(record.id) ?? query(record, now)).outcome
}

function query(record: IntentRecord, now: () => Date): Query {
  const outcome = forGuest('look', () => settle(record, now))
  const begun: Query = { outcome, isAnswered: false, over: wait(outcome) }
  const [oldest] = queries.keys()
  if (queries.size >= QUERIES_AT_MOST && oldest !== undefined) queries.delete(oldest)
  queries.set(record.id, begun)

  async function wait(answer: Promise<Settled>): Promise<void> {
    try {
      await answer
      begun.isAnswered = true
      await pause(PAUSE_MS, undefined, { ref: false })
    } catch {
      // Stripe may answer the next request.
    }
    if (queries.get(record.id) === begun) queries.delete(record.id)
  }
  return begun
}

export type Returned =
  | { booking: Booking; intentId: string }
  | { refused: 'not-found' }
  /** inactive: the money was credited, and the booking ended afterward. */
  | { refused: 'not-paid' | 'processing' | 'given-back' | 'inactive'; booking: Booking }

/** What an address says was paid: an intent, or a hosted page. */
export type PaymentNamed = { intentId?: string | null; sessionId?: string | null }

/** Our record of what an address names. */
export const recordOfPayment = ({ intentId, sessionId }: PaymentNamed): IntentRecord | undefined =>
  intentId ? intentRecordWithStripeId(intentId) : intentRecordForSession(sessionId ?? '')

/**
 * A traveler comes back and says that something was paid. The provider's word decides: unless it is on file
 * already, Stripe is asked, and the money recorded, before anything is believed (rules 2.4). What no booking
 * stands behind that they may see is not found without asking. Throws StripeUnavailable.
 */
export async function verifyReturn(
  named: PaymentNamed,
  isTheirs: (booking: Booking) => boolean,
  now: () => Date,
): Promise<Returned> {
  const record = recordOfPayment(named)
  const booking = bookingWithId(record?.bookingId ?? null)
  return record && booking && isTheirs(booking) ? settleReturn(record, now) : { refused: 'not-found' }
}

/**
 * The status call: the intent must exist, have succeeded at Stripe, and belong to that booking.
 * Anything else is refused and completes nothing. Throws StripeUnavailable.
 */
export async function confirmReturn(
  idOrReference: string,
  intentId: string,
  now: () => Date,
): Promise<Returned> {
  const booking = findBooking(idOrReference)
  const record = intentRecordWithStripeId(intentId)
  if (!booking || record?.bookingId !== booking.id || isByOwnLink(record)) return { refused: 'not-found' }
  const returned = await settleReturn(record, now)
  if (isOpenedByLinkAlone(booking)) return { refused: 'not-found' }
  return 'refused' in returned ? returned : { ...returned, booking: completeBooking(returned.booking, now()) }
}

/** A payer with a link of their own is told nothing of the booking. */
const isByOwnLink = ({ payerTravelerId, payerLinkId }: IntentRecord): boolean =>
  payerTravelerId !== null || payerLinkId !== null

async function settleReturn(record: IntentRecord, now: () => Date): Promise<Returned> {
  if (record.bookingId === null) return { refused: 'not-found' }
  const settled = await intentOutcome(record, now)
  const current = intentRecordNow(record)
  const booking = bookingWithId(record.bookingId)
  if (!booking || !current?.stripeIntentId) return { refused: 'not-found' }
  if (settled !== 'paid') return { refused: settled === 'processing' ? 'processing' : 'not-paid', booking }
  if (isGivenBack(current.stripeIntentId)) return { refused: 'given-back', booking }
  if (!isPaid(booking.status)) return { refused: 'inactive', booking }
  return { booking, intentId: current.stripeIntentId }
}
