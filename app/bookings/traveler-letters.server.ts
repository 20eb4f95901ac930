import { bookingInAdmin, type Mailbox, type Once, post } from '#app/mail/outbox.server'
import { businessDay, businessZone } from '#app/platform/clock.server'
import { type Day, showDay, showLongDay } from '#app/platform/days'
import { siteSettings } from '#app/site/settings.server'
import { runningSentence, waitsForDecision } from '#app/tours/departure'
import { type Departure, departureOf } from '#app/tours/departures.server'
import {
  type AgreedTerms,
  bookingMovedFrom,
  DATES_MOVED,
  dayAskedCounts,
  type RefundTermsText,
  refundDates,
  refundDays,
} from '#app/tours/refund-policy'
import { rowsBy } from '#db/prepared.server'
import { departureMoves } from '#db/schema'
import type { AboutBooking, BookingForStaff } from './about-booking'
import { type Booking, bookingAddress } from './find-booking.server'
import { isHeldForGuest } from './hold'
import { type PartyTraveler, partyMoney, partyOf } from './party.server'
import { latestChoice } from './schedule-choices.server'

/** What those who were there from the beginning agreed to. */
export const termsOf = (booking: Booking): AgreedTerms => ({
  bookedOn: businessDay(booking.createdAt),
  startsOn: booking.agreedStartsOn,
  noRefundDays: booking.noRefundDays,
})

/** The terms of one traveler: those of the day when they joined, if that was later. */
export const termsOfTraveler = (booking: Booking, traveler: PartyTraveler): AgreedTerms =>
  traveler.joinedOn === null
    ? termsOf(booking)
    : {
        bookedOn: traveler.joinedOn,
        startsOn: traveler.agreedStartsOn ?? booking.agreedStartsOn,
        noRefundDays: traveler.noRefundDays,
      }

/**
 * The refund terms of a booking: what comes back from `today` on, as the policy has it now (rules 4.2), and
 * what was accepted, word for word. A traveler who joined later has lines and terms of their own.
 */
export function refundTermsOf(booking: Booking, today: Day): RefundTermsText {
  const { startsOn, canceledAt } = departureOf(booking)
  const datesOf = (terms: AgreedTerms, money: Pick<Booking, 'depositCents'>) =>
    refundDates(refundDays(terms, startsOn), money, today)
  const joined = partyOf(booking.id).flatMap((traveler) => {
    if (traveler.joinedOn === null) return []
    const who = whoJoined(traveler, traveler.joinedOn)
    return { traveler, who, terms: termsOfTraveler(booking, traveler) }
  })
  const agreed = [termsOf(booking), ...joined.map(({ terms }) => terms)]
  const hasMoved = agreed.some((terms) => terms.startsOn !== startsOn)
  const [firstMove] = movesOf(booking.id)
  return {
    dates: [
      ...backAfterChange(booking, canceledAt !== null, today),
      ...(canceledAt === null ? datesOf(termsOf(booking), booking) : []),
      ...(canceledAt === null ? joined : []).flatMap(({ traveler, who, terms }) => [
        `For ${who}:`,
        ...datesOf(terms, traveler),
      ]),
    ],
    notes: [
      ...(hasMoved ? [DATES_MOVED] : []),
      ...(firstMove && firstMove.fromStartsOn !== startsOn ? [bookingMovedFrom(firstMove.fromStartsOn)] : []),
      dayAskedCounts(businessZone()),
    ],
    accepted: [
      `${isHeldForGuest(booking) ? 'By paying you accept these refund terms' : 'The terms you accepted'}: ${booking.refundTerms}`,
      ...joined.map(
        ({ traveler, who }) => `The terms for ${who}: ${traveler.refundTerms ?? booking.refundTerms}`,
      ),
    ],
  }
}

/** What comes back after we canceled or postponed the departure, before what the policy says (rules 4.20). */
function backAfterChange({ id }: Booking, isDepartureCanceled: boolean, today: Day): string[] {
  if (isDepartureCanceled) return ['We canceled this departure: you get back everything you paid.']
  const asked = latestChoice(id)
  if (!asked || asked.answer.settledAt || asked.change.answerBy < today) return []
  return [
    `We postponed this departure: cancel by ${showLongDay(asked.change.answerBy)}, and you get back everything you paid.`,
  ]
}

const movesOf = rowsBy(departureMoves, departureMoves.bookingId, departureMoves.id)

const whoJoined = ({ name }: PartyTraveler, joinedOn: Day): string =>
  `${name || 'the traveler'}${name ? ',' : ''} who joined on ${showDay(joinedOn)}`

/**
 * Where letters and receipts about a booking go: to the lead traveler as they booked, whatever a traveler is
 * called since. The one place that says it; screens show it from here.
 */
export const travelerMailbox = (booking: Pick<Booking, 'customerName' | 'customerEmail'>): Mailbox => ({
  name: booking.customerName,
  address: booking.customerEmail,
})

/** A mail to the traveler of a booking, about it. Gives its number, or null where it was written before. */
export const postToTraveler = (booking: Booking, now: Date, mail: Once): number | null =>
  post({ ...mail, bookingId: booking.id, to: travelerMailbox(booking) }, now)

/** What every letter to the traveler says of a booking, and who to ask. */
export function aboutBooking(booking: Booking, now: Date): AboutBooking {
  const { contactEmail, contactPhone } = siteSettings()
  const { sum, writtenOffCents } = partyMoney(booking)
  const departure = departureOf(booking)
  return {
    travelerName: booking.customerName,
    reference: booking.reference,
    bookingAddress: bookingAddress(booking),
    travelers: booking.travelers,
    partySum: sum,
    writtenOffCents,
    contactEmail,
    contactPhone,
    refundTerms: refundTermsOf(booking, businessDay(now)),
    running: runningOf(departure, now),
  }
}

export function runningOf(departure: Departure, now: Date) {
  const sentence = runningSentence(departure, businessDay(now))
  return sentence === null ? null : { sentence, waits: waitsForDecision(departure) }
}

/** What every letter to staff says of a booking: whose it is, and where its page is. */
export const bookingForStaff = (booking: Booking): BookingForStaff => ({
  travelerName: booking.customerName,
  reference: booking.reference,
  adminAddress: bookingInAdmin(booking.reference),
})
