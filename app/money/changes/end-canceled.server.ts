import { advanceBooking } from '#app/bookings/advance-booking.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { refundOfEach } from '#app/money/books/refund-quote.server'
import { type Canceled, mailBookingCanceled } from '#app/money/letters/cancellation-mail.server'
import { oweToCards } from '#app/money/refunds/orders.server'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'

/**
 * Ends a booking as quoted: seat, orders of refunds, letter and audit entry. That nothing of it can be paid
 * anymore, or that such money goes back, is known.
 */
export function endCanceled(
  booking: Booking,
  quote: Canceled,
  { note, by }: { note: string; by: By },
  now: Date,
  tx: Tx,
): void {
  const each = refundOfEach(booking, quote, now)
  advanceBooking(booking.id, { status: 'cancelled', staysCents: quote.retainedCents }, now)
  if (quote.toCardsCents > 0) {
    const order = { note, amountCents: quote.toCardsCents, reason: 'cancellation' as const, each }
    oweToCards(booking, order, by, now, tx)
  }
  mailBookingCanceled(booking, quote, now)
  recordBookingAct(now, booking, by, 'booking-cancelled', {
    from: booking.status,
    to: 'cancelled',
    refundCents: quote.refundCents,
    byHandCents: quote.byHandCents,
    why: quote.why,
    ...(quote.askedOn && { askedOn: quote.askedOn }),
    note,
    ...(quote.unpaidCents !== undefined && { unpaidCents: quote.unpaidCents }),
  })
}
