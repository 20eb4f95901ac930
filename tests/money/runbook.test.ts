import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#app/bookings/find-booking.server'
import {
  answerForRefund,
  dropRefund,
  refundToDecide,
  tryRefundAgain,
} from '#app/money/changes/refund-orders.server'
import { receiveStripeEvent, reconcile } from '#app/money/reconcile.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { everyRefund } from '#app/money/stripe/refunds.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import { paymentIntents, refunds } from '#db/schema/money'
import { auditLog } from '#db/schema/staff'
import { stripeSandbox } from '#tests/fixtures/environment'
import { minutesAfter } from '#tests/fixtures/orders'
import {
  aPaidBooking,
  aStaffMember,
  booksOf,
  byHand,
  ledgerOf,
  payLater,
  refund,
} from '#tests/fixtures/paid-bookings'
import { atStripe, beginPaying, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

// What docs/money.md, the letters and the dialog tell staff to do does what they say it does.

beforeEach(() => {
  nothingBooked()
  stripeSandbox.switches.apiDown = 'off'
})

const later = (hours = 1) => minutesAfter(60 * hours)
const HOURS_OF_ATTEMPTS = 60

/**
 * A refund of $300 that Stripe refused ten times, because its payment of $2,000 was disputed; it is no
 * longer.
 */
async function aRefusedRefund() {
  const { booking } = await aPaidBooking()
  const intentId = await payLater(booking, 200_000)
  const dispute = stripeSandbox.openDispute(intentId)
  await refund(booking, 30_000)
  for (let hour = 1; hour <= HOURS_OF_ATTEMPTS; hour += 1) await payOwedRefunds(() => later(hour))
  stripeSandbox.closeDispute(dispute.id, 'won')
  const [order] = db.select().from(refunds).where(eq(refunds.state, 'refused')).all()
  expect(order?.lastError).toBe('charge_disputed')
  return { booking, intentId, which: { reference: booking.reference, id: order?.id ?? 0 } }
}

const afterAttempts = () => later(HOURS_OF_ATTEMPTS + 1)

const atStripeAndHere = (booking: Booking, intentId: string) => ({
  atStripe: stripeSandbox
    .refunds()
    .filter(({ payment_intent }) => payment_intent === intentId)
    .map(({ amount }) => amount),
  kept: booksOf(booking).kept,
  total: booksOf(booking).total,
  agrees: booksOf(booking).stripeAgrees,
})

const ONCE = { atStripe: [30_000], kept: 220_000, total: 420_000, agrees: true }

const letterOfKind = (kind: string) =>
  db.select({ text: outbox.textBody }).from(outbox).where(eq(outbox.kind, kind)).all().at(-1)?.text

/** By the words of the runbook; what another file tests stands with it. */
const DONE: Record<string, (() => Promise<void>) | { in: string; as: string }> = {
  'Stripe shows a payment, the booking is still `pending`': async () => {
    const { booking, intent } = await beginPaying()
    await payAtStripe(intent.id)
    await reconcile(() => minutesAfter(10))
    expect(booksOf(booking).status).toBe('deposit_paid')
  },
  'Mail: "A payment that belongs to no booking"': async () => {
    const { intentId } = await aPaidBooking()
    const [ours] = db.select().from(paymentIntents).where(eq(paymentIntents.stripeIntentId, intentId)).all()
    expect(atStripe(intentId)?.metadata.savanna_soul_key).toBe(ours?.idempotencyKey)
  },
  'Mail: "Payment returned"': {
    in: 'tests/money/record-payment.test.ts',
    as: 'goes back in full where the departure is full',
  },
  'A `refunds` row is `refused`, or the mail "A refund did not go through"': async () => {
    const again = await aRefusedRefund()
    expect(letterOfKind('staff-refund-trouble')).toContain('You can try it once more, or drop it.')
    expect(await tryRefundAgain(again.which, aStaffMember(), afterAttempts)).toBe('made')
    expect(atStripeAndHere(again.booking, again.intentId)).toEqual(ONCE)

    nothingBooked()
    const same = await aRefusedRefund()
    stripeSandbox.refundInDashboard(same.intentId, 30_000)
    await reconcile(afterAttempts)
    await reconcile(() => later(500))
    expect(atStripeAndHere(same.booking, same.intentId)).toEqual(ONCE)

    nothingBooked()
    const dropped = await aRefusedRefund()
    expect(await dropRefund(dropped.which, aStaffMember(), afterAttempts)).toBe('dropped')
    const wired = { direction: 'out', method: 'wire', reason: 'goodwill' } as const
    await byHand(dropped.booking, 30_000, wired, afterAttempts())
    await reconcile(() => later(500))
    expect(atStripeAndHere(dropped.booking, dropped.intentId)).toEqual({ ...ONCE, atStripe: [] })
  },
  'Mail: "Was it that refund?"': async () => {
    const { booking, intentId, which } = await aRefusedRefund()
    stripeSandbox.refundInDashboard(intentId, 20_000)
    await reconcile(afterAttempts)
    expect(letterOfKind('staff-dashboard-refund')).toContain('Until you answer, nothing more is sent')
    await reconcile(() => later(500))
    const refundId = refundToDecide(which)?.found?.refundId ?? ''
    expect(atStripeAndHere(booking, intentId).atStripe).toEqual([20_000])
    await answerForRefund(which, { refundId, wasIt: true }, aStaffMember(), () => later(500))
    expect(atStripeAndHere(booking, intentId)).toEqual({ ...ONCE, atStripe: [10_000, 20_000] })
  },
  'A refund in the dashboard is not in `payments`': async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.refundInDashboard(intentId, 10_000)
    const [made] = (await everyRefund()).newestFirst
    if (!made) throw new Error('Stripe has no refund')
    const event = { id: 'evt_sent_again', type: 'refund.created', about: 'refund' as const, refund: made }
    await receiveStripeEvent(event, later)
    await reconcile(later)
    expect(ledgerOf(booking)).toEqual(['payment card 50000', 'refund card -10000'])
  },
  'Mail: "Payment disputed"': async () => {
    const { booking, intentId } = await aPaidBooking()
    stripeSandbox.openDispute(intentId)
    await reconcile(later)
    expect(letterOfKind('staff-dispute-opened')).toContain('before')
    expect(booking.refundTerms).toContain('non-refundable')
    expect(db.select().from(auditLog).where(eq(auditLog.action, 'dispute-opened')).all()).not.toEqual([])
  },
  'A refund failed at Stripe after it was accepted': async () => {
    const { booking } = await aPaidBooking()
    await refund(booking, 20_000)
    stripeSandbox.failRefund(stripeSandbox.refunds()[0]?.id ?? '')
    await reconcile(later)
    expect(ledgerOf(booking).at(-1)).toBe('adjustment card 20000')
    await byHand(booking, 20_000, { direction: 'out', reason: 'goodwill' }, later())
    expect(booksOf(booking)).toMatchObject({ total: 430_000, kept: 30_000, stripeAgrees: true })
  },
  'A hold does not end': {
    in: 'tests/money/reconcile.test.ts',
    as: 'keeps its seat while Stripe cannot be reached',
  },
  'The traveler got no confirmation': {
    in: 'tests/mail/failed-mail.test.ts',
    as: 'a mail given up goes out when tried again',
  },
}

const [, RUNBOOK = ''] = readFileSync('docs/money.md', 'utf8').split('## When something looks wrong')
const LINES = [...RUNBOOK.matchAll(/^\| (?!-|what it looks like)([^|]+?) +\|/gm)].map(([, found]) => found)

test('each line of the runbook is tried', () => {
  expect(Object.keys(DONE).toSorted()).toEqual(LINES.toSorted())
})

test.each(Object.entries(DONE))('the runbook is right: %s', async (_, done) => {
  if (typeof done === 'function') return done()
  expect(readFileSync(done.in, 'utf8')).toContain(`'${done.as}'`)
})
