import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import { holdsSeat, isPaid } from '#app/bookings/status'
import { acceptsNoPayments, overdueCents } from '#app/money/amounts-owed.server'
import { keptCents } from '#app/money/ledger.server'
import type { CancelForm, LeaveForm } from '#app/money/money-forms'
import type { LeaveQuote, NotDone } from '#app/money/party/quotes'
import { sharesOf } from '#app/money/party/shares.server'
import { quoteFor, takeOff } from '#app/money/party/take-off.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { changeBooking, type InTheWay } from '#app/money/payments/settle.server'
import { type By, byStaff } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { partyChanges } from '#db/schema/money'
import { type CancelQuote, cancelQuote, endCanceled } from './cancellation.server'
import { payOwedRefunds } from './owed-refunds.server'

/** With refund and rest as shown before confirming: another quote by now is shown again first. */
export type CancelWish = z.output<typeof CancelForm> & {
  reference: string
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
export async function cancelBooking(wish: CancelWish, staff: Staff, clock: () => Date): Promise<Cancelled> {
  const outcome = await changeBooking<Cancelled>(wish.reference, clock, (booking, now, tx) =>
    cancelUnlessBeingPaid(booking, wish, byStaff(staff), now, tx),
  )
  if ('cancelled' in outcome) await payOwedRefunds(clock)
  return outcome
}

/** The same inside a caller's transaction, with open payments withdrawn. */
export function cancelUnlessBeingPaid(
  booking: Booking,
  wish: Omit<CancelWish, 'reference'>,
  by: By,
  now: Date,
  tx: Tx,
): Cancelled | InTheWay {
  if (!holdsSeat(booking.status)) return { refused: 'already-over' }
  if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'
  const unpaidCents = wish.forNonPayment ? overdueCents(booking, now) : undefined
  if (unpaidCents === 0) return { refused: 'nothing-overdue' }

  const quote = cancelQuote(booking, now)
  if (quote.refundCents !== wish.quotedCents || quote.retainedCents !== wish.quotedKeptCents) {
    return { refused: 'quote-changed', quote }
  }

  endCanceled(booking, { ...quote, unpaidCents }, { ...wish, by }, now, tx)
  return { cancelled: quote }
}

/** With who was shown, whose place another may have by now, and the booking after it. */
type LeaveWish = z.output<typeof LeaveForm> & { reference: string }

export type Left =
  | { left: LeaveQuote }
  | NotDone<LeaveQuote, 'not-standing' | 'pays-for-all' | 'all-goes-back'>

/**
 * Takes a traveler off a paid booking (rules 4.10): their seat is free, the policy's refund of their share
 * is owed to the cards, price, deposit and installments are those of the party that stays, and the lead
 * traveler gets a letter; all of it or nothing. The lead traveler leaves once another one leads
 * (`changeLead`), and no one whose refund is all that the booking keeps: those who stay would lose their
 * seats with it. What might still be paid is withdrawn at Stripe first. Throws StripeUnavailable where that
 * cannot be done; then nothing has changed.
 */
export async function leaveParty(wish: LeaveWish, staff: Staff, clock: () => Date): Promise<Left> {
  const outcome = await changeBooking<Left>(wish.reference, clock, (booking, now, tx) => {
    if (!isPaid(booking.status) || acceptsNoPayments(booking)) return { refused: 'not-standing' }
    if (hasRow(partyChanges, eq(partyChanges.formKey, wish.formKey))) return { known: true }
    const shares = sharesOf(booking)
    const leaver = shares.find(({ traveler }) => traveler.id === wish.travelerId)
    if (!leaver) return { refused: 'not-found' }
    if (leaver.traveler.position === 1) return { refused: 'pays-for-all' }
    if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'

    const quote = quoteFor(booking, leaver, shares.length - 1, now)
    if (!isAsQuoted(quote, wish)) return { refused: 'quote-changed', quote }
    if (quote.refundCents >= keptCents(booking.id)) return { refused: 'all-goes-back' }
    takeOff(booking, shares, leaver.traveler, quote, { ...wish, by: byStaff(staff) }, now, tx)
    const closed = quote.askedOn ? 'left-as-asked' : 'left'
    closeOpen(booking, wish.requestStays ? 'left-first' : closed, byStaff(staff), now, tx)
    return { left: quote }
  })
  if ('left' in outcome) await payOwedRefunds(clock)
  return outcome
}

const isAsQuoted = (quote: LeaveQuote, wish: LeaveWish): boolean =>
  quote.refundCents === wish.quotedCents &&
  quote.retainedCents === wish.quotedKeptCents &&
  quote.totalCents === wish.quotedTotalCents &&
  quote.travelers === wish.quotedTravelers
