import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { askedOn } from '#app/bookings/guest-requests.server'
import { heldOfThoseWhoLeft } from '#app/bookings/party.server'
import { holdsSeat } from '#app/bookings/status'
import { termsOf } from '#app/bookings/traveler-letters.server'
import { overdueCents } from '#app/money/asked-now.server'
import { keptCents } from '#app/money/ledger.server'
import { mailBookingCancelled } from '#app/money/money-mail.server'
import { sharesOf } from '#app/money/party/shares.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { type InTheWay, withdrawFirst } from '#app/money/payments/settle.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { type By, byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import type { RefundQuote, ScheduleReason } from '#app/tours/refund-policy'
import { immediately } from '#db/connection.server'
import { payOwedRefunds } from './owed-refunds.server'
import { byWhatWay, type CancelQuote, policyQuote, quoteOfShare } from './policy-quote.server'
import { oweToCards } from './refund-orders.server'

export type CancelWish = {
  reference: string
  /** Refund and rest as shown before confirming: another quote by now is shown again first. */
  quotedCents: Cents
  quotedKeptCents: Cents
  note: string
  formKey: string
  /** The traveler is told that this is why. Refused where nothing is overdue any more. */
  forNonPayment?: boolean
}

export type Cancelled =
  | { cancelled: CancelQuote }
  | { refused: 'not-found' | 'already-over' | 'being-paid' | 'nothing-overdue' }
  | { refused: 'quote-changed'; quote: CancelQuote }

/**
 * What the policy refunds if the booking is cancelled now (rules 4.2); in cents. Of a party, what it would
 * give back to each of them, each by the day on which they were booked; what stays of those who left stays.
 * What is to be paid back by hand already, promised to them or beyond the price, is no part of it, and still
 * is afterwards. `whole` says that everything comes back, where that is about to be so.
 */
export function cancelQuote(booking: Booking, now: Date, whole?: ScheduleReason): CancelQuote {
  const kept = ofPrice(booking)
  const asked = askedOn(booking.id, 'cancel')
  const { staysCents, promisedCents } = heldOfThoseWhoLeft(booking.id, kept)
  if (booking.numberOfGuests === 1 && staysCents + promisedCents === 0) {
    return byWhatWay(booking, quoteOfWhole(booking, asked, now, whole))
  }
  const quotes = sharesOf(booking, kept).map((share) => quoteOfShare(booking, share, asked, now, whole))
  const sum = (amounts: Cents[]) => cents(amounts.reduce((total: number, amount) => total + amount, 0))
  return byWhatWay(booking, {
    refundCents: sum(quotes.map(({ refundCents }) => refundCents)),
    keptCents: sum([staysCents, ...quotes.map(({ keptCents }) => keptCents)]),
    why: whyOf(quotes, staysCents),
    askedOn: quotes.find((quote) => quote.askedOn)?.askedOn ?? null,
  })
}

/** What a booking keeps of its price. */
const ofPrice = ({ id, totalCents }: Booking): Cents => cents(Math.min(totalCents, keptCents(id)))

const quoteOfWhole = (booking: Booking, asked: Day | null, now: Date, whole?: ScheduleReason) =>
  policyQuote(
    booking,
    {
      paidCents: ofPrice(booking),
      depositCents: booking.depositCents,
      ...termsOf(booking),
    },
    asked,
    now,
    whole,
  )

/** What the policy says of those who have paid: one thing, or different ones. */
function whyOf(quotes: RefundQuote[], staysCents: Cents): CancelQuote['why'] {
  const [why, ...others] = new Set(quotes.map((quote) => quote.why).filter((said) => said !== 'nothing-paid'))
  if (others.length > 0) return 'differs'
  return why ?? (staysCents > 0 ? 'deposit-stays' : 'nothing-paid')
}

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

    advanceBooking(booking.id, { status: 'cancelled', staysCents: quote.keptCents }, now)
    if (quote.toCardsCents > 0) {
      oweToCards(booking, { ...wish, amountCents: quote.toCardsCents, reason: 'cancellation' }, by, now, tx)
    }
    mailBookingCancelled(booking, { ...quote, unpaidCents }, now)
    recordAct(
      {
        ...by,
        action: 'booking-cancelled',
        subject: `booking:${booking.reference}`,
        detail: {
          from: booking.status,
          to: 'cancelled',
          refundCents: quote.refundCents,
          byHandCents: quote.byHandCents,
          why: quote.why,
          ...(quote.askedOn && { askedOn: quote.askedOn }),
          note: wish.note,
          ...(unpaidCents !== undefined && { unpaidCents }),
        },
      },
      now,
    )
    return { cancelled: quote }
  })
}
