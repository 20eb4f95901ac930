import { findBooking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { takesNoMoney } from '#app/money/asked-now.server'
import { keptCents } from '#app/money/ledger.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { type InTheWay, withdrawFirst } from '#app/money/payments/settle.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import type { Cents } from '#app/platform/money'
import { byStaff } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { immediately } from '#db/connection.server'
import { isChangedBy } from './party-changes.server'
import type { LeaveQuote } from './quotes'
import { sharesOf } from './shares.server'
import { quoteFor, takeOff } from './take-off.server'

export type LeaveWish = {
  reference: string
  /** Who was shown: another may have their place by now. */
  travelerId: number
  /**
   * Refund, rest, and the booking after it as shown before confirming: another quote by now is shown again
   * first.
   */
  quotedCents: Cents
  quotedKeptCents: Cents
  quotedTotalCents: Cents
  quotedTravelers: number
  note: string
  formKey: string
}

export type Left =
  | { left: LeaveQuote }
  /** By this form already. */
  | { known: true }
  | { refused: 'not-found' | 'not-standing' | 'pays-for-all' | 'all-goes-back' | 'being-paid' }
  | { refused: 'quote-changed'; quote: LeaveQuote }

/**
 * Takes a traveler off a paid booking (rules 4.10): their seat is free, the policy's refund of their share is
 * owed to the cards, price, deposit and installments are those of the party that stays, and the traveler the
 * lead traveler gets a letter; all of it or nothing. The lead traveler leaves once another one leads
 * (`changeLead`), and nobody whose refund is all that the booking keeps: those who stay would lose their
 * seats with it. What might still be paid is withdrawn at Stripe first. Throws StripeUnavailable where that
 * cannot be done; then nothing has changed.
 */
export async function leaveParty(wish: LeaveWish, staff: Staff, now: () => Date): Promise<Left> {
  const outcome = await withdrawFirst(wish.reference, () => leaveUnlessBeingPaid(wish, staff, now()), now)
  if ('left' in outcome) await payOwedRefunds(now)
  return outcome
}

function leaveUnlessBeingPaid(wish: LeaveWish, staff: Staff, now: Date): Left | InTheWay {
  return immediately((tx) => {
    const booking = findBooking(wish.reference)
    if (!booking) return { refused: 'not-found' }
    if (!isPaid(booking.status) || takesNoMoney(booking)) return { refused: 'not-standing' }
    if (isChangedBy(wish.formKey, tx)) return { known: true }
    const shares = sharesOf(booking)
    const leaver = shares.find(({ traveler }) => traveler.id === wish.travelerId)
    if (!leaver) return { refused: 'not-found' }
    if (leaver.traveler.position === 1) return { refused: 'pays-for-all' }
    if (unsettledIntentOf(booking.id)) return 'intent-in-the-way'

    const quote = quoteFor(booking, leaver, shares.length - 1, now)
    if (!isAsQuoted(quote, wish)) return { refused: 'quote-changed', quote }
    if (quote.refundCents >= keptCents(booking.id)) return { refused: 'all-goes-back' }
    takeOff(booking, shares, leaver.traveler, quote, { ...wish, by: byStaff(staff) }, now, tx)
    return { left: quote }
  })
}

const isAsQuoted = (quote: LeaveQuote, wish: LeaveWish): boolean =>
  quote.refundCents === wish.quotedCents &&
  quote.keptCents === wish.quotedKeptCents &&
  quote.totalCents === wish.quotedTotalCents &&
  quote.travelers === wish.quotedTravelers
