import { eq } from 'drizzle-orm'
import { recordAct } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'
import { bookings, type paymentIntents } from '#db/schema'

type IntentRecord = typeof paymentIntents.$inferSelect
type About = Pick<IntentRecord, 'bookingId' | 'amountCents'>

// What becomes of a booking's intents, in its history. One that only showed the card form belongs to no
// booking, and has none.

/** Somebody opened the card form, or Stripe's page, for a payment. */
export function recordBegun(intent: About & Pick<IntentRecord, 'method'>, now: Date, tx: Tx): void {
  const subject = subjectOf(intent, tx)
  if (!subject) return
  const { amountCents, method } = intent
  recordAct({ actor: 'traveler', action: 'payment-begun', subject, detail: { amountCents, method } }, now)
}

/** Nothing can be paid on it anymore. */
export const recordWithdrawn = (intent: About, now: Date, tx: Tx): void =>
  record('site', 'payment-withdrawn', intent, now, tx)

/** Its money is on its way. */
export const recordProcessing = (intent: About, now: Date, tx: Tx): void =>
  record('stripe', 'payment-processing', intent, now, tx)

/** So many of its charges were declined by now. */
export function recordDeclined(intent: About, count: number, now: Date, tx: Tx): void {
  const subject = subjectOf(intent, tx)
  if (!subject) return
  const detail = { amountCents: intent.amountCents, count }
  recordAct({ actor: 'stripe', action: 'card-declined', subject, detail }, now)
}

function record(
  actor: 'site' | 'stripe',
  action: 'payment-withdrawn' | 'payment-processing',
  intent: About,
  now: Date,
  tx: Tx,
): void {
  const subject = subjectOf(intent, tx)
  if (subject) recordAct({ actor, action, subject, detail: { amountCents: intent.amountCents } }, now)
}

function subjectOf({ bookingId }: About, tx: Tx): string | null {
  if (bookingId === null) return null
  const booking = tx
    .select({ reference: bookings.reference })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
    .get()
  return booking ? `booking:${booking.reference}` : null
}
