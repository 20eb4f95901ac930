import type { Booking } from '#app/bookings/find-booking.server'
import { writeToTraveler } from '#app/bookings/traveler-letters.server'
import type { Letter } from '#app/mail/letter'
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
  const mail = {
    kind: 'booking-cancelled' as const,
    once: booking.reference,
    subject: isSold ? 'Your seat was taken, and your booking has ended' : 'Your booking is canceled',
  }
  const ofOurs = OF_OURS[quote.why]
  writeToTraveler(booking, now, mail, (about) => [
    ...(isSold ? [{ paragraph: PLACE_TAKEN }] : []),
    {
      paragraph: `Your booking ${booking.reference} for the ${departureOf(booking).name} is canceled. You will get no more reminders, and nothing more is due.`,
    },
    ...(quote.unpaidCents === undefined
      ? []
      : [
          {
            paragraph: `We canceled it because ${showCents(quote.unpaidCents)} was overdue and stayed unpaid, although we wrote to you about it.`,
          },
        ]),
    ...(ofOurs ? [{ paragraph: ofOurs }] : []),
    ...whatComesBack(quote),
    ...(ofOurs ? [] : about.refundTerms.accepted.map((quiet) => ({ quiet }))),
  ])
}

/** What a cancellation gives back, to cards and otherwise, and what stays by the terms. */
export const whatComesBack = (quote: CancelQuote): Letter['blocks'] => [
  ...(quote.askedOn
    ? [{ paragraph: `The refund is counted as of ${showLongDay(quote.askedOn)}, the day you asked.` }]
    : []),
  ...(quote.toCardsCents > 0
    ? [
        { paragraph: `We are returning ${showCents(quote.toCardsCents)} to the card you paid with.` },
        { paragraph: BANK_SHOWS_IT },
      ]
    : []),
  ...(quote.byHandCents > 0
    ? [
        {
          paragraph: `We are returning ${showCents(quote.byHandCents)} to you the same way you paid it, and will write to you about it.`,
        },
      ]
    : []),
  ...(quote.retainedCents > 0
    ? [
        {
          paragraph:
            quote.why === 'place-sold'
              ? `We keep ${showCents(quote.retainedCents)}, as agreed when the seat was offered.`
              : `Under the terms you accepted, ${showCents(quote.retainedCents)} is not refundable.`,
        },
      ]
    : []),
]
