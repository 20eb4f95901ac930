import { findBooking } from '#app/bookings/find-booking.server'
import { holdsSeat } from '#app/bookings/status'
import { overdueCents } from '#app/money/asked-now.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { type InTheWay, withdrawFirst } from '#app/money/payments/settle.server'
import type { Cents } from '#app/platform/money'
import { type By, byStaff } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { immediately } from '#db/connection.server'
import { cancelQuote, endCanceled } from './end-canceled.server'
import { payOwedRefunds } from './owed-refunds.server'
import type { CancelQuote } from './policy-quote.server'

export type CancelWish = {
  reference: string
  /** Refund and rest as shown before confirming: another quote by now is shown again first. */
  quotedCents: Cents
  quotedKeptCents: Cents
  note: string
  formKey: string
  /** The traveler is told that this is why. Refused where nothing is overdue anymore. */
  forNonPayment?: boolean
}

export type Cancelled =
  | { cancelled: CancelQuote }
  | { refused: 'not-found' | 'already-over' | 'being-paid' | 'nothing-overdue' }
  | { refused: 'quote-changed'; quote: CancelQuote }

/**
 * Cancels a booking: its seat is free, its reminders stop, its links say so, what the policy gives back is
 * owed to the cards, and the traveler gets a letter; all of it or nothing. What might still be paid is
 * withdrawn at Stripe first. Two who cancel at once: the second is refused. Throws StripeUnavailable where an
 * open payment cannot be withdrawn; then nothing has changed.
 */
export async function cancelBooking(wish: CancelWish, staff: Staff, now: () => Date): Promise<Cancelled> {
  const by = byStaff(staff)
  const outcome = await withdrawFirst(wish.reference, () => cancelUnlessBeingPaid(wish, by, now()), now)
  if ('cancelled' in outcome) await payOwedRefunds(now)
  return outcome
}

/** The same in one transaction, for who withdraws first what could still be paid. */
export function cancelUnlessBeingPaid(wish: CancelWish, by: By, now: Date): Cancelled | InTheWay {
  return immediately((tx) => {
    const booking = findBooking(wish.reference)
    if (!booking) return { refused: 'not-found' }
    if (!holdsSeat(booking.status)) return { refused: 'already-over' }
    if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'
    const unpaidCents = wish.forNonPayment ? overdueCents(booking, now) : undefined
    if (unpaidCents === 0) return { refused: 'nothing-overdue' }

    const quote = cancelQuote(booking, now)
    if (quote.refundCents !== wish.quotedCents || quote.keptCents !== wish.quotedKeptCents) {
      return { refused: 'quote-changed', quote }
    }

    endCanceled(booking, { ...quote, unpaidCents }, { ...wish, by }, now, tx)
    return { cancelled: quote }
  })
}
