import { eq } from 'drizzle-orm'
import { intentRecordFor, intentRecordForSession } from '#app/payments/intent-records.server'
import { payOwedRefunds, recordRefund } from '#app/payments/owed-refunds.server'
import { recordPayment } from '#app/payments/record-payment.server'
import { settle, settleIntent } from '#app/payments/settle.server'
import type { StripeEvent } from '#app/stripe/events.server'
import { db } from '#db/connection.server'
import { stripeEvents } from '#db/schema'

/**
 * Acts on a verified webhook. The order of events does not matter, a repeated one does nothing, and one that
 * fails throws, so that Stripe sends it again (decisions §3).
 */
export async function hearStripe(event: StripeEvent, now: () => Date): Promise<'heard' | 'known'> {
  const known = db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event.id))
    .get()
  if (known) return 'known'

  await actOn(event, now)
  db.insert(stripeEvents)
    .values({ id: event.id, type: event.type, receivedAt: now() })
    .onConflictDoNothing()
    .run()
  return 'heard'
}

async function actOn(event: StripeEvent, now: () => Date): Promise<void> {
  if (event.about === 'refund') return recordRefund(event.refund, now())

  if (event.about === 'session') {
    const record = intentRecordForSession(event.sessionId)
    if (record && record.state !== 'succeeded') await settle(record, now)
  }
  if (event.about === 'intent' && event.intent.status === 'succeeded') {
    const recorded = recordPayment(event.intent, now())
    if (recorded.outcome === 'given-back') await payOwedRefunds(now)
  } else if (event.about === 'intent') {
    const record = intentRecordFor(event.intent)
    const isCurrent = record?.state === 'open' || record?.state === 'creating'
    if (record && isCurrent) await settleIntent(record, event.intent, now)
  }
}
