import { endBooking, holdsThatEnded, purgeAddressDigests } from '#app/bookings/advance-booking.server'
import { settleWaitlists } from '#app/bookings/waitlist/offer-seats.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { recordRefund } from '#app/money/refunds/record-refund.server'
import { StripeUnavailable, stripeConfigured } from '#app/money/stripe/client.server'
import { everyDispute, everyRefund } from '#app/money/stripe/refunds.server'
import { log, reasonOf } from '#app/platform/log.server'
import { isPaymentKnown } from './ledger.server'
import { endUnfitPlaces } from './party/resold-places.server'
import {
  forgottenIntents,
  type IntentRecord,
  unsettledIntentOf,
  unsettledIntents,
} from './payments/intent-records.server'
import { settle, withdraw, withdrawUnowed } from './payments/settle.server'
import { recordDispute } from './record-dispute.server'

const MINUTE = 60_000

/** Parts that failed, for the alerts (app/server/watch): on their own, or because Stripe did not answer. */
type Failures = { failed: number; unanswered: number }
const OPEN_MINUTES = 60
const ANSWER_MINUTES = 5

/**
 * Asks Stripe about every intent that is open here and settles it, ends the holds that ran out, enters the
 * refunds and disputes that Stripe has, pays what is owed back, and withdraws what asks for more than is owed
 * by now: webhooks may all be lost and no paid booking is (rules 2.10). One that fails does not stop the
 * next.
 */
export async function reconcile(now: () => Date): Promise<Record<string, number>> {
  if (!stripeConfigured()) return {}
  const counts = { asked: 0, paid: 0, failed: 0, unanswered: 0 }
  for (const record of unsettledIntents()) {
    counts.asked += 1
    await eachAlone({ intent: record.id }, counts, async () => {
      const lost = record.state === 'creating' && isOlder(record, ANSWER_MINUTES, now())
      const settled = lost ? await withdraw(record, now) : await settle(record, now)
      if (settled === 'paid') counts.paid += 1
    })
  }
  const ended = await endHolds(now)
  const refunds = await findRefunds(now)
  const disputes = await findDisputes(now)
  const { paidBack } = await payOwedRefunds(now)
  await eachAlone({ intents: 'beyond what is owed' }, counts, () => withdrawUnowed(now))
  const parts = [counts, ended, refunds, disputes]
  const sum = (of: keyof Failures) => parts.reduce((sum, part) => sum + part[of], 0)
  const failures = { failed: sum('failed'), unanswered: sum('unanswered') }
  return { ...counts, ...ended, ...refunds, ...disputes, ...failures, paidBack }
}

/**
 * Refunds whose webhook was lost, our own and those that were made in Stripe's dashboard, are entered too,
 * and so is what failed of older ones.
 */
async function findRefunds(now: () => Date): Promise<Failures & { refunds: number }> {
  const counts = { refunds: 0, failed: 0, unanswered: 0 }
  await eachAlone({ refunds: 'all' }, counts, async () => {
    const { newestFirst, isAll } = await everyRefund()
    if (!isAll) log.error('Stripe has more refunds than are looked at: the oldest were left out')
    for (const refund of newestFirst.toReversed()) {
      await eachAlone({ refund: refund.id }, counts, async () => recordRefund(refund, now()))
      counts.refunds += 1
    }
  })
  return counts
}

/** Disputes of our payments whose webhooks were lost are entered too, as they are by now. */
async function findDisputes(now: () => Date): Promise<Failures & { disputes: number }> {
  const counts = { disputes: 0, failed: 0, unanswered: 0 }
  await eachAlone({ disputes: 'all' }, counts, async () => {
    const { newestFirst, isAll } = await everyDispute()
    if (!isAll) log.error('Stripe has more disputes than are looked at: the oldest were left out')
    const ours = newestFirst.filter(({ intentId }) => intentId && isPaymentKnown(intentId))
    for (const dispute of ours.toReversed()) {
      await eachAlone({ dispute: dispute.id }, counts, async () => recordDispute(dispute, now()))
      counts.disputes += 1
    }
  })
  return counts
}

/**
 * Ends the holds that ran out: the intent is canceled at Stripe first, then the seat is freed. Where Stripe
 * cannot be reached, or money is on its way, the seat stays held (rules 1.7). Offers to the waitlist end here
 * too.
 */
export async function endHolds(now: () => Date): Promise<Failures & { released: number }> {
  const counts = { released: 0, failed: 0, unanswered: 0 }
  for (const booking of holdsThatEnded(now())) {
    const record = unsettledIntentOf(booking.id)
    await eachAlone({ hold: booking.reference, intent: record?.id }, counts, async () => {
      const settled = record ? await withdraw(record, now) : 'cancelled'
      if (settled === 'cancelled' && endBooking(booking.id, 'expired', now())) counts.released += 1
    })
  }
  for (const record of forgottenIntents(new Date(now().getTime() - OPEN_MINUTES * MINUTE))) {
    await eachAlone({ intent: record.id }, counts, async () => {
      await withdraw(record, now)
    })
  }
  purgeAddressDigests(now())
  endUnfitPlaces(now())
  settleWaitlists(now())
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
  now.getTime() - record.createdAt.getTime() > minutes * MINUTE
