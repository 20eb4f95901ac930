import { recordPayment } from '#app/payments/record-payment.server'
import { db } from '#db/connection.server'
import { jobRuns, outbox, reminders } from '#db/schema'
import { anOrder, NOON } from '#tests/fixtures/orders'
import { beginPaying, bookingNow, nothingBooked, payAtStripe } from '#tests/fixtures/payments'

/** A traveler whose deposit is there: 2,000 dollars are due on Aug 15 and on Sep 15, 2025. */
export async function aPaidBooking(details: Parameters<typeof anOrder>[0] = {}, now: Date = NOON) {
  const { booking, intent } = await beginPaying(anOrder(details), now)
  recordPayment(await payAtStripe(intent.id), now)
  return bookingNow(booking)
}

/** Reminders in the outbox, in the order they were written. */
export const remindersInOutbox = (): string[] =>
  db
    .select({ kind: outbox.kind })
    .from(outbox)
    .orderBy(outbox.id)
    .all()
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('reminder-'))

export function nothingSent() {
  for (const table of [reminders, jobRuns]) db.delete(table).run()
  nothingBooked()
}
