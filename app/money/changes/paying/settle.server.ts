import { endBooking } from '#app/bookings/advance-booking.server'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { isOfFormer } from '#app/money/books/who-paid.server'
import {
  closeRecord,
  declinesForSeat,
  forgetRecord,
  type IntentRecord,
  intentRecordFor,
  isOnItsWay,
  noteDeclinedCharge,
  noteProcessing,
  openRecord,
  unsettledIntentOf,
  unsettledIntents,
} from '#app/money/payments/intent-records.server'
import {
  cancelIntent,
  closeHostedPage,
  type Intent,
  retrieveHostedPage,
  retrieveIntent,
} from '#app/money/stripe/intents.server'
import { immediately } from '#db/connection.server'
import { beginAgreed } from './agree-to-autopay.server'
import { endFailedDebit, isFailedDebit, noteOnItsWay } from './bank-payments.server'
import { takePayment } from './take-payment.server'

/** What Stripe says about an intent; `processing` means that money may still come. */
export type Settled = 'paid' | 'open' | 'processing' | 'canceled'

const DECLINES_AT_MOST = 5
/** On all intents of a held seat: another payment option makes another intent. */
const DECLINES_FOR_A_SEAT = 10

/**
 * Asks Stripe what became of an intent that we have open, and writes it down: paid money goes into the
 * ledger. Throws StripeUnavailable.
 */
export async function settle(record: IntentRecord, now: () => Date): Promise<Settled> {
  if (record.stripeSessionId) {
    return settleHostedPage(record, await retrieveHostedPage(record.stripeSessionId), now)
  }
  if (record.stripeIntentId) return settleIntent(record, await retrieveIntent(record.stripeIntentId), now)
  return record.state === 'creating' ? 'open' : 'canceled'
}

/**
 * Makes sure at Stripe that nothing can be paid on an intent anymore. `paid` and `processing` mean that it
 * was too late for that. Throws StripeUnavailable: then money may still come.
 *
 * One that Stripe's answer never came for can simply be forgotten: no one was ever given its secret.
 */
export async function withdraw(record: IntentRecord, now: () => Date): Promise<Settled> {
  if (record.stripeSessionId) {
    return settleHostedPage(record, await closeHostedPage(record.stripeSessionId), now)
  }
  if (record.stripeIntentId)
    return settleIntent(record, await cancelUnbegun(record, record.stripeIntentId), now)
  forgetRecord(record, now())
  return 'canceled'
}

/** What a bank was already asked for is not called back: Stripe may do that while it is on its way. */
async function cancelUnbegun({ paysFrom }: IntentRecord, stripeIntentId: string): Promise<Intent | null> {
  const begun = paysFrom === 'bank-account' ? await retrieveIntent(stripeIntentId) : null
  return begun?.status === 'processing' ? begun : cancelIntent(stripeIntentId)
}

/** Writes down what an intent's own words say, whether they came as an answer or in a webhook. */
export async function settleIntent(
  record: IntentRecord,
  intent: Intent | null,
  now: () => Date,
): Promise<Settled> {
  if (intent && isFailedDebit(record, intent)) return endFailedDebit(record, intent, now)
  if (!intent || intent.status === 'canceled') {
    if (intent?.declinedCharge) noteDeclinedCharge(record, intent.declinedCharge, now())
    closeDeclined(record, declinesForSeat(record) >= DECLINES_FOR_A_SEAT, now())
    return 'canceled'
  }
  if (intent.status === 'succeeded') {
    takePayment(intent, now())
    await beginAgreed(intent, now)
    return 'paid'
  }
  if (intent.status === 'processing') {
    noteOnItsWay(record, intent, now())
    if (record.paysFrom === 'bank-account') await beginAgreed(intent, now)
    return 'processing'
  }
  noteProcessing(record, false, now())
  if (intent.declinedCharge) return stopCardTesting(record, intent, intent.declinedCharge, now)
  return 'open'
}

async function settleHostedPage(
  record: IntentRecord,
  page: Awaited<ReturnType<typeof retrieveHostedPage>>,
  now: () => Date,
): Promise<Settled> {
  if (!page || (page.status === 'expired' && page.intent?.status !== 'succeeded')) {
    closeRecord(record, now())
    return 'canceled'
  }
  if (!page.intent) return 'open'
  openRecord(record, { stripeIntentId: page.intent.id }, now())
  return settleIntent(record, page.intent, now)
}

/**
 * The fifth declined card on one intent, or the tenth for one seat, cancels it and gives the seat back (rules
 * 2.7).
 */
async function stopCardTesting(
  record: IntentRecord,
  intent: Intent,
  chargeId: string,
  now: () => Date,
): Promise<Settled> {
  const onIntent = noteDeclinedCharge(record, chargeId, now())
  if (onIntent < DECLINES_AT_MOST && declinesForSeat(record) < DECLINES_FOR_A_SEAT) return 'open'
  const ended = record.stripeSessionId
    ? (await closeHostedPage(record.stripeSessionId))?.intent
    : await cancelIntent(intent.id)
  if (ended?.status === 'succeeded') {
    takePayment(ended, now())
    await beginAgreed(ended, now)
    return 'paid'
  }
  if (ended?.status === 'processing') return 'processing'
  closeDeclined(intentRecordFor(intent) ?? record, true, now())
  return 'canceled'
}

function closeDeclined(record: IntentRecord, tooOften: boolean, now: Date): void {
  immediately(() => {
    closeRecord(record, now)
    // While Stripe was asked, another payment option may have been opened: its seat stays held.
    if (!tooOften || record.bookingId === null || unsettledIntentOf(record.bookingId)) return
    endBooking(record.bookingId, 'payment_failed', now)
  })
}

/**
 * Withdraws at Stripe what asks for more than is asked by now: the bank sent a refund back, an appeal was
 * won, an order was given up, a place was sold. A traveler who paid it would get all of it back, and owe the
 * rest still. Throws StripeUnavailable.
 */
export async function withdrawUnowed(now: () => Date): Promise<void> {
  for (const record of unsettledIntents()) {
    if (!isOnItsWay(record) && isBeyondOwed(record)) await withdraw(record, now)
  }
}

/** First payments are for what was agreed when the seat was held. */
function isBeyondOwed(record: IntentRecord): boolean {
  const { purpose, amountCents, discountCents, forTravelerId } = record
  if (purpose !== 'installment' && purpose !== 'balance') return false
  const booking = bookingWithId(record.bookingId)
  if (!booking) return false
  const asksCents = amountCents + discountCents
  const { remainingCents, installments } = amountsOwed(booking)
  if (asksCents > remainingCents || isOfFormer(booking, record)) return true
  // A share's stays: what the others pay ahead puts off what it has due.
  if (purpose === 'balance' || forTravelerId !== null) return false
  return installments.every(({ owedCents }) => owedCents < asksCents)
}
