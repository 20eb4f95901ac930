import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { holdsSeat } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import type { Day } from '#app/days'
import { type Cents, cents } from '#app/money'
import { unsettledIntentOf } from '#app/payments/intent-records.server'
import { keptCents } from '#app/payments/ledger.server'
import { mailBookingCancelled } from '#app/payments/money-mail.server'
import { type InTheWay, withdrawFirst } from '#app/payments/withdraw-first.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tour/departures.server'
import { type RefundQuote, refundQuote } from '#app/tour/refund-policy'
import { type Db, db, immediately } from '#db/connection.server'
import { payOwedRefunds } from './owed-refunds.server'
import { oweToCards, refundableCents } from './refund-orders.server'

export type CancelQuote = RefundQuote & {
  /** What goes back to cards through Stripe, and what was paid otherwise and goes back by hand. */
  toCardsCents: Cents
  byHandCents: Cents
}

export type CancelWish = {
  reference: string
  /** Refund and rest as shown before confirming: another quote by now is shown again first. */
  quotedCents: Cents
  quotedKeptCents: Cents
  note: string
  formKey: string
}

export type Cancelled =
  | { cancelled: CancelQuote }
  | { refused: 'not-found' | 'already-over' | 'being-paid' }
  | { refused: 'quote-changed'; quote: CancelQuote }

/**
 * What the policy refunds if the booking is cancelled now (rules 4.2); in cents. It follows the first day that the traveler
 * agreed to, or the departure's present one where that gives back more.
 */
export const cancelQuote = (booking: Booking, now: Date, outer: Db = db): CancelQuote =>
  quoteOf(
    booking,
    {
      paidCents: keptCents(booking.id, outer),
      depositCents: booking.depositCents,
      bookedOn: businessDay(booking.createdAt),
    },
    now,
    outer,
  )

/** The same of a part of a booking's money: what was paid of it, its deposit, and since when it is agreed. */
export function quoteOf(
  booking: Booking,
  money: { paidCents: Cents; depositCents: Cents; bookedOn: Day },
  now: Date,
  outer: Db = db,
): CancelQuote {
  const quoteFor = (startsOn: Day) => refundQuote({ ...money, startsOn }, businessDay(now))
  const agreed = quoteFor(booking.agreedStartsOn)
  const present = quoteFor(departureOf(booking, outer).startsOn)
  const quote = agreed.refundCents > present.refundCents ? agreed : present
  const toCardsCents = cents(Math.min(quote.refundCents, refundableCents(booking.id, outer)))
  return { ...quote, toCardsCents, byHandCents: cents(quote.refundCents - toCardsCents) }
}

/**
 * Cancels a booking: its seat is free, its reminders stop, its links say so, what the policy gives back is owed to
 * the cards, and the traveler gets a letter; all of it or nothing. What might still be paid is withdrawn at Stripe
 * first. Two who cancel at once: the second is refused. Throws StripeUnavailable where an open payment cannot be
 * withdrawn; then nothing has changed.
 */
export async function cancelBooking(wish: CancelWish, staff: Staff, now: () => Date): Promise<Cancelled> {
  const outcome = await withdrawFirst(wish.reference, () => cancelUnlessBeingPaid(wish, staff, now()), now)
  if ('cancelled' in outcome) await payOwedRefunds(now)
  return outcome
}

function cancelUnlessBeingPaid(wish: CancelWish, staff: Staff, now: Date): Cancelled | InTheWay {
  return immediately(db, (tx) => {
    const booking = findBooking(wish.reference, tx)
    if (!booking) return { refused: 'not-found' }
    if (!holdsSeat(booking.status)) return { refused: 'already-over' }
    if (unsettledIntentOf(booking.id, tx)) return 'intent-in-the-way'

    const quote = cancelQuote(booking, now, tx)
    if (quote.refundCents !== wish.quotedCents || quote.keptCents !== wish.quotedKeptCents) {
      return { refused: 'quote-changed', quote }
    }

    advanceBooking(booking.id, { status: 'cancelled', staysCents: quote.keptCents }, now, tx)
    if (quote.toCardsCents > 0) {
      oweToCards(
        booking,
        { ...wish, amountCents: quote.toCardsCents, reason: 'cancellation' },
        staff,
        now,
        tx,
      )
    }
    mailBookingCancelled(booking, quote, now, tx)
    recordAct(
      {
        ...byStaff(staff),
        action: 'booking-cancelled',
        subject: `booking:${booking.reference}`,
        detail: {
          from: booking.status,
          to: 'cancelled',
          refundCents: quote.refundCents,
          byHandCents: quote.byHandCents,
          why: quote.why,
          note: wish.note,
        },
      },
      now,
      tx,
    )
    return { cancelled: quote }
  })
}
