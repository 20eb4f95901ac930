import type { z } from 'zod'
import type { Booking } from '#app/bookings/find-booking.server'
import { closeOpen } from '#app/bookings/open-on-booking.server'
import { holdsSeat, isPaid } from '#app/bookings/status'
import { acceptsNoPayments, overdueCents } from '#app/money/books/amounts-owed.server'
import { keptCents } from '#app/money/books/ledger.server'
import type { LeaveQuote, NotDone } from '#app/money/books/quotes'
import { type CancelQuote, cancelQuote } from '#app/money/books/refund-quote.server'
import { sharesOf } from '#app/money/books/shares.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import type { Cents } from '#app/platform/money'
import { byStaff } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { changeBooking } from './change-booking.server'
import { endCanceled } from './end-canceled.server'
import type { CancelForm, LeaveForm } from './money-forms'
import { quoteFor, takeOff } from './party/take-off.server'

export type CancelWish = z.output<typeof CancelForm> & {
  reference: string
  /** The traveler is told that this is why. Refused where nothing is overdue anymore. */
  forNonPayment?: boolean
}

export type Canceled = { canceled: CancelQuote } | NotDone<CancelQuote, NotCanceling>

type NotCanceling = 'already-over' | 'nothing-overdue'

/**
 * Cancels a booking: its seat is free, its reminders stop, what the policy gives back is owed to the cards,
 * and the traveler gets a letter; all of it or nothing. Two who cancel at once: the second is refused. Throws
 * StripeUnavailable, with nothing changed.
 */
export async function cancelBooking(wish: CancelWish, staff: Staff, clock: () => Date): Promise<Canceled> {
  const outcome: Canceled = await changeBooking(wish, clock, {
    name: 'cancel',
    // It is given back once it is there.
    leavesOnItsWay: true,
    plan: (booking, now) => cancelingOf(booking, wish, now),
    change: (booking, { quote, unpaidCents }, now, tx) => {
      const by = byStaff(staff)
      endCanceled(booking, { ...quote, unpaidCents }, { note: wish.note, by }, now, tx)
      return { canceled: quote }
    },
  })
  if ('canceled' in outcome) await payOwedRefunds(clock)
  return outcome
}

function cancelingOf(
  booking: Booking,
  { forNonPayment }: CancelWish,
  now: Date,
): { quote: CancelQuote; unpaidCents: Cents | undefined } | { refused: NotCanceling } {
  if (!holdsSeat(booking.status)) return { refused: 'already-over' }
  const unpaidCents = forNonPayment ? overdueCents(booking, now) : undefined
  if (unpaidCents === 0) return { refused: 'nothing-overdue' }
  return { quote: cancelQuote(booking, now), unpaidCents }
}

type LeaveWish = z.output<typeof LeaveForm> & { reference: string }

export type Left = { left: LeaveQuote } | NotDone<LeaveQuote, 'inactive' | 'pays-for-all' | 'all-goes-back'>

/**
 * Takes a traveler off a paid booking (rules 4.10) with the policy's refund of their share. The lead traveler
 * leaves once another leads (`changeLead`), and no one whose refund is all that the booking keeps: the others
 * would lose their seats. Throws StripeUnavailable, with nothing changed.
 */
export async function leaveParty(wish: LeaveWish, staff: Staff, clock: () => Date): Promise<Left> {
  const outcome: Left = await changeBooking(wish, clock, {
    name: 'leave',
    plan: (booking, now) => leavingOf(booking, wish.travelerId, now),
    change: (booking, { shares, leaver, quote }, now, tx): Left => {
      if (quote.refundCents >= keptCents(booking.id)) return { refused: 'all-goes-back' }
      takeOff(booking, shares, leaver.traveler, quote, { ...wish, by: byStaff(staff) }, now, tx)
      const closed = quote.askedOn ? 'left-as-asked' : 'left'
      closeOpen(booking, wish.requestStays ? 'left-first' : closed, byStaff(staff), now, tx)
      return { left: quote }
    },
  })
  if ('left' in outcome) await payOwedRefunds(clock)
  return outcome
}

function leavingOf(booking: Booking, travelerId: number, now: Date) {
  if (!isPaid(booking.status) || acceptsNoPayments(booking)) return { refused: 'inactive' as const }
  const shares = sharesOf(booking)
  const leaver = shares.find(({ traveler }) => traveler.id === travelerId)
  if (!leaver) return { refused: 'not-found' as const }
  if (leaver.traveler.position === 1) return { refused: 'pays-for-all' as const }
  return { shares, leaver, quote: quoteFor(booking, leaver, shares.length - 1, now) }
}
