import { eq, sql } from 'drizzle-orm'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import type { StripeEvent } from '#app/money/stripe/events.server'
import { type Intent, retrieveIntent } from '#app/money/stripe/intents.server'
import {
  retrieveDispute,
  retrieveRefund,
  type StripeDispute,
  type StripeRefund,
} from '#app/money/stripe/refunds.server'
import { db, immediately } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { stripeEvents } from '#db/schema'
import { isPaymentKnown } from './ledger.server'
import { intentRecordFor, intentRecordForSession, noteDeclinedCharge } from './payments/intent-records.server'
import { recordPayment } from './payments/record-payment.server'
import { settle, settleIntent, withdrawUnowed } from './payments/settle.server'
import { recordDispute } from './record-dispute.server'

const HOUR_MS = 3_600_000
/** How long after a recorded one the next may come without a record. */
export const HEARD_HOURS = 1

/**
 * Acts on a verified webhook. The order of events does not matter, a repeated one does nothing, and one that
 * fails throws, so that Stripe sends it again (rules 2.9).
 */
export async function receiveStripeEvent(event: StripeEvent, now: () => Date): Promise<'heard' | 'known'> {
  if (event.about === 'other') return 'heard'
  if (knownEvent().get({ id: event.id })) return 'known'

  if (event.about === 'refund') await hearOfRefund(event.refund, now)
  if (event.about === 'dispute') await hearOfDispute(event.dispute, now)
  if (event.about === 'session') await hearOfSession(event.sessionId, now)
  if (event.about === 'intent') {
    if (event.intent.status === 'succeeded') return hearOfPayment(event, event.intent, now)
    await hearOfIntent(event.intent, now)
  }
  recordReceived(event, now())
  return 'heard'
}

const knownEvent = prepared(() =>
  db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, sql.placeholder('id')))
    .prepare(),
)

const recordReceived = ({ id, type }: StripeEvent, receivedAt: Date): void => {
  db.insert(stripeEvents).values({ id, type, receivedAt }).onConflictDoNothing().run()
}

const newestEvent = prepared(() =>
  db
    .select({ at: sql<number | null>`max(${stripeEvents.receivedAt})` })
    .from(stripeEvents)
    .prepare(),
)

/**
 * News that we knew already is recorded once an hour: after a day without any, staff are alerted
 * (app/server/watch).
 */
function noteThatWeHear(event: StripeEvent, now: Date): void {
  const at = newestEvent().get()?.at ?? 0
  if (now.getTime() - at > HEARD_HOURS * HOUR_MS) recordReceived(event, now)
}

/**
 * Recorded in the payment's own transaction, unless the traveler's return brought it first: then there is
 * nothing to write. What must go back is recorded once Stripe was asked for that.
 */
async function hearOfPayment(
  event: StripeEvent,
  intent: Intent,
  now: () => Date,
): Promise<'heard' | 'known'> {
  const { outcome, ...heard } = immediately(() => {
    const recorded = recordPayment(intent, now())
    if (recorded.outcome === 'taken' || recorded.outcome === 'unknown') recordReceived(event, now())
    return recorded
  })
  // With this payment a traveler who offered their place may have left, and is refunded (rules 1.28).
  if ('booking' in heard && heard.booking && heard.booking.waitlistOfferId !== null) {
    await payOwedRefunds(now)
    await withdrawUnowed(now)
  }
  if (outcome === 'known') {
    noteThatWeHear(event, now())
    return 'known'
  }
  if (outcome === 'given-back') {
    await payOwedRefunds(now)
    recordReceived(event, now())
  }
  return 'heard'
}

/** Stripe's present word counts: the event of a refund may arrive after that of its failure. */
async function hearOfRefund(told: StripeRefund, now: () => Date): Promise<void> {
  await learnOfPayment(told.intentId, now)
  recordRefund((await retrieveRefund(told.id)) ?? told, now())
  await withdrawUnowed(now)
}

/** Likewise: the event of a loss may arrive after that of the won appeal. */
async function hearOfDispute(told: StripeDispute, now: () => Date): Promise<void> {
  await learnOfPayment(told.intentId, now)
  recordDispute((await retrieveDispute(told.id)) ?? told, now())
  await withdrawUnowed(now)
}

/** The event of a refund may arrive before that of its payment: then Stripe is asked for that first. */
async function learnOfPayment(intentId: string | null, now: () => Date): Promise<void> {
  if (!intentId || isPaymentKnown(intentId)) return
  const intent = await retrieveIntent(intentId)
  if (intent?.status === 'succeeded' && intentRecordFor(intent)) recordPayment(intent, now())
}

async function hearOfSession(sessionId: string, now: () => Date): Promise<void> {
  const record = intentRecordForSession(sessionId)
  if (record && record.state !== 'succeeded') await settle(record, now)
}

async function hearOfIntent(intent: Intent, now: () => Date): Promise<void> {
  const record = intentRecordFor(intent)
  if (record?.state === 'open' || record?.state === 'creating') await settleIntent(record, intent, now)
  // Another payment option may have closed it in the meantime: the seat's declines are counted all the same.
  else if (record?.state === 'cancelled' && intent.declinedCharge) {
    noteDeclinedCharge(record, intent.declinedCharge, now())
  }
}
