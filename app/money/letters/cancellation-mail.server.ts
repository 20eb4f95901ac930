import type { Booking } from '#app/bookings/find-booking.server'
import { sumOnItsWay, whoseBank } from '#app/bookings/on-its-way'
import { smallPrint, writeToTraveler } from '#app/bookings/traveler-letters.server'
import { type Words, words } from '#app/mail/letter'
import { refundsGoToPaidWith } from '#app/money/books/ledger.server'
import { onItsWayOf } from '#app/money/books/on-its-way.server'
import type { CancelQuote } from '#app/money/books/refund-quote.server'
import { showLongDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import type { RefundWhy, ScheduleReason } from '#app/tours/refund-policy'
import { BANK_SHOWS_IT } from './refund-mail.server'

export type Canceled = CancelQuote & {
  /** What was overdue, where it is canceled for that. */
  unpaidCents?: Cents | undefined
}

/** To a lead traveler who offered a place. */
export const PLACE_TAKEN = 'Someone on the waitlist has paid for the seat you offered, so it is theirs now.'

/** Where it was we who changed the journey: the terms that were accepted do not matter then (rules 4.20). */
const OF_OURS: Partial<Record<RefundWhy, string>> = {
  'departure-canceled': 'We had to cancel the departure, so we’re refunding everything you paid.',
  'departure-postponed': 'We had to postpone the departure, so we’re refunding everything you paid.',
} satisfies Record<ScheduleReason, string>

/** Tells the traveler that the booking is canceled and what comes back, once. */
export function mailBookingCanceled(booking: Booking, quote: Canceled, now: Date): void {
  const isSold = quote.why === 'place-sold'
  const ofOurs = OF_OURS[quote.why]
  const unpaid = quote.unpaidCents !== undefined && showCents(quote.unpaidCents)
  const onItsWay = onItsWayOf(booking.id)
  const mail = { kind: 'booking-cancelled', once: booking.reference } as const
  writeToTraveler(booking, now, mail, (about) => {
    return words`
      # ${isSold ? 'Your seat was taken, and your booking has ended' : 'Your booking is canceled'}

      ${isSold && PLACE_TAKEN}

      Your booking ${booking.reference} for the ${departureOf(booking).name} is canceled. You will get no more
      reminders, and nothing more is due.

      ${unpaid && `We canceled it because ${unpaid} was overdue and stayed unpaid, although we wrote to you about it.`}

      ${ofOurs}

      ${whatComesBack(quote, refundsGoToPaidWith(booking.id))}

      ${onItsWay.length > 0 && `${showCents(sumOnItsWay(onItsWay))} is still on its way from ${whoseBank(onItsWay)}. As soon as it is here, we return all of it: you don’t need to do anything.`}

      ${!ofOurs && about.refundTerms.accepted.map(smallPrint)}
    `
  })
}

/** What a cancellation gives back, to cards and otherwise, and what stays by the terms. */
export function whatComesBack(quote: CancelQuote, cards = 'the card you paid with'): Words {
  const askedOn = quote.askedOn && showLongDay(quote.askedOn)
  const [toCards, byHand, kept] = [quote.toCardsCents, quote.byHandCents, quote.retainedCents].map(
    (amount) => amount > 0 && showCents(amount),
  )
  const isSold = quote.why === 'place-sold'
  return words`
    ${askedOn && `The refund is counted as of ${askedOn}, the day you asked.`}

    ${toCards && words`We are returning ${toCards} to ${cards}.\n\n${BANK_SHOWS_IT}`}

    ${byHand && `We are returning ${byHand} to you the same way you paid it, and will write to you about it.`}

    ${kept && isSold && `We keep ${kept}, as agreed when the seat was offered.`}
    ${kept && !isSold && `Under the terms you accepted, ${kept} is not refundable.`}
  `
}
