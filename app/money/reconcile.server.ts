import { sql } from 'drizzle-orm'
import { endBooking, holdsThatEnded, purgeAddressDigests } from '#app/bookings/advance-booking.server'
import { releaseBlocks } from '#app/bookings/leaders/release-blocks.server'
import { settleWaitlists } from '#app/bookings/waitlist/offer-seats.server'
import { HOUR_MS, MINUTE_MS } from '#app/platform/clock.server'
import { log, reasonOf } from '#app/platform/log.server'
import { db, immediately } from '#db/connection.server'
import { prepared, rowBy } from '#db/prepared.server'
import { stripeEvents } from '#db/schema/money'
import { isPaymentKnown } from './books/ledger.server'
import { settleRewards } from './changes/leader-rewards.server'
import { endUnfitPlaces } from './changes/party/resold-places.server'
import { beginAgreed, settleAgreed } from './changes/paying/agree-to-autopay.server'
import { settle, settleIntent, withdraw, withdrawUnowed } from './changes/paying/settle.server'
import { takePayment } from './changes/paying/take-payment.server'
import {
  forgottenIntents,
  type IntentRecord,
  intentRecordFor,
  intentRecordForSession,
  noteDeclinedCharge,
  unsettledIntentOf,
  unsettledIntents,
} from './payments/intent-records.server'
import { payOwedRefunds } from './refunds/owed-refunds.server'
import { recordDispute } from './refunds/record-dispute.server'
import { recordRefund } from './refunds/record-refund.server'
import { StripeUnavailable, stripeConfigured } from './stripe/client.server'
import type { StripeEvent } from './stripe/events.server'
import { type Intent, retrieveIntent } from './stripe/intents.server'
import {
  everyDispute,
  everyRefund,
  retrieveDispute,
  retrieveRefund,
  type StripeDispute,
  type StripeRefund,
} from './stripe/refunds.server'

/** How long after a recorded one the next may come without a record. */
export const HEARD_HOURS = 1

/**
 * Acts on a verified webhook. The order of events does not matter, a repeated one does nothing, and one that
 * fails throws, so that Stripe sends it again (rules 2.9).
 */
export async function receiveStripeEvent(event: StripeEvent, now: () => Date): Promise<'heard' | 'known'> {
  if (event.about === 'other') return 'heard'
  if (knownEvent(event.id)) return 'known'

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

const knownEvent = rowBy(stripeEvents, stripeEvents.id)

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
    const recorded = takePayment(intent, now())
    if (recorded.outcome === 'taken' || recorded.outcome === 'unknown') recordReceived(event, now())
    return recorded
  })
  if (outcome !== 'unknown') await beginAgreed(intent, now)
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
  if (intent?.status === 'succeeded' && intentRecordFor(intent)) takePayment(intent, now())
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

const OPEN_MINUTES = 60
const ANSWER_MINUTES = 5

/** Parts that failed, for the alerts (app/server/watch): on their own, or because Stripe did not answer. */
type Failures = { failed: number; unanswered: number }

/**
 * Asks Stripe about every open intent and settles it, ends holds that ran out, enters refunds and disputes,
 * pays what is owed back, withdraws what asks for too much: webhooks may all be lost and no paid booking is
 * (rules 2.10). One that fails does not stop the next.
 */
export async function reconcile(now: () => Date): Promise<Record<string, number>> {
  if (!stripeConfigured()) return {}
  const counts = { asked: 0, paid: 0, released: 0, refunds: 0, disputes: 0, failed: 0, unanswered: 0 }
  for (const record of unsettledIntents()) {
    counts.asked += 1
    await eachAlone({ intent: record.id }, counts, async () => {
      const lost = record.state === 'creating' && isOlder(record, ANSWER_MINUTES, now())
      const settled = lost ? await withdraw(record, now) : await settle(record, now)
      if (settled === 'paid') counts.paid += 1
    })
  }
  await endHolds(now, counts)
  // Those whose webhook was lost: our own, those made in Stripe's dashboard, and what failed of older ones.
  counts.refunds = await enterAll('refund', everyRefund, (refund) => recordRefund(refund, now()), counts)
  counts.disputes = await enterAll('dispute', ourDisputes, (one) => recordDispute(one, now()), counts)
  const { paidBack } = await payOwedRefunds(now)
  await settleAgreed(now, (what, command) => eachAlone(what, counts, command))
  await eachAlone({ intents: 'beyond what is owed' }, counts, () => withdrawUnowed(now))
  return { ...counts, paidBack }
}

/** Enters each of what Stripe lists, oldest first; answers how many those were. */
async function enterAll<Listed extends { id: string }>(
  kind: 'refund' | 'dispute',
  list: () => Promise<{ newestFirst: Listed[]; isAll: boolean }>,
  enter: (one: Listed) => void,
  counts: Failures,
): Promise<number> {
  let listed = 0
  await eachAlone({ [`${kind}s`]: 'all' }, counts, async () => {
    const { newestFirst, isAll } = await list()
    if (!isAll) log.error(`Stripe has more ${kind}s than are looked at: the oldest were left out`)
    for (const one of newestFirst.toReversed()) {
      await eachAlone({ [kind]: one.id }, counts, async () => enter(one))
      listed += 1
    }
  })
  return listed
}

async function ourDisputes() {
  const { newestFirst, isAll } = await everyDispute()
  return { newestFirst: newestFirst.filter(({ intentId }) => intentId && isPaymentKnown(intentId)), isAll }
}

/**
 * Ends the holds that ran out: the intent is canceled at Stripe first, then the seat is freed. Where Stripe
 * cannot be reached, or money is on its way, the seat stays held (rules 1.7). Offers to the waitlist end here
 * too.
 */
export async function endHolds(now: () => Date, counts = { released: 0, failed: 0, unanswered: 0 }) {
  for (const booking of holdsThatEnded(now())) {
    const record = unsettledIntentOf(booking.id)
    await eachAlone({ hold: booking.reference, intent: record?.id }, counts, async () => {
      const settled = record ? await withdraw(record, now) : 'canceled'
      if (settled === 'canceled' && endBooking(booking.id, 'expired', now())) counts.released += 1
    })
  }
  for (const record of forgottenIntents(new Date(now().getTime() - OPEN_MINUTES * MINUTE_MS))) {
    await eachAlone({ intent: record.id }, counts, async () => {
      await withdraw(record, now)
    })
  }
  purgeAddressDigests(now())
  endUnfitPlaces(now())
  releaseBlocks(now())
  settleWaitlists(now())
  await eachAlone({ rewards: 'of leaders' }, counts, () => settleRewards(now))
  return counts
}

async function eachAlone(
  what: Record<string, unknown>,
  counts: Failures,
  command: () => Promise<void>,
): Promise<void> {
  try {
    await command()
  } catch (error) {
    counts[error instanceof StripeUnavailable ? 'unanswered' : 'failed'] += 1
    log.warn({ ...what, reason: reasonOf(error) }, 'Not settled: will be retried on the next run')
  }
}

const isOlder = (record: IntentRecord, minutes: number, now: Date): boolean =>
  now.getTime() - record.createdAt.getTime() > minutes * MINUTE_MS
