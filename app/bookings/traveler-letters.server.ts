import { type Mailbox, type Once, post } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, showDay } from '#app/platform/days'
import { siteSettings } from '#app/site/settings.server'
import { bookingInAdmin } from '#app/staff/admin-addresses.server'
import { departureOf } from '#app/tours/departures.server'
import { type AgreedTerms, refundDates, refundDays } from '#app/tours/refund-policy'
import type { AboutBooking, BookingForStaff } from './about-booking'
import { type Booking, bookingAddress } from './find-booking.server'
import { type PartyTraveler, partyMoney, partyOf } from './party.server'

/** What somebody who was there from the beginning agreed to. */
export const termsOf = (booking: Booking): AgreedTerms => ({
  bookedOn: businessDay(booking.createdAt),
  startsOn: booking.agreedStartsOn,
  noRefundDays: booking.noRefundDays,
})

/** What the terms of one traveler are: who joined later has those of that day. */
export const termsOfTraveler = (booking: Booking, traveler: PartyTraveler): AgreedTerms =>
  traveler.joinedOn === null
    ? termsOf(booking)
    : {
        bookedOn: traveler.joinedOn,
        startsOn: traveler.agreedStartsOn ?? booking.agreedStartsOn,
        noRefundDays: traveler.noRefundDays,
      }

/**
 * Of a booking and its terms as they were accepted: what comes back until when, as the policy has it now, a line each
 * (rules 4.2).
 */
export function refundDatesOf(booking: Booking): string[] {
  const { startsOn } = departureOf(booking)
  const datesOf = (terms: AgreedTerms, money: Pick<Booking, 'depositCents'>) =>
    refundDates(refundDays(terms, startsOn), money)
  const party = partyOf(booking.id)
  return [
    ...datesOf(termsOf(booking), booking),
    ...party.flatMap((traveler) =>
      traveler.joinedOn === null
        ? []
        : [
            `${whoJoined(traveler, traveler.joinedOn)}: ${datesOf(termsOfTraveler(booking, traveler), traveler).join(' ')}`,
          ],
    ),
  ]
}

const whoJoined = ({ name }: PartyTraveler, joinedOn: Day): string =>
  name
    ? `For ${name}, who joined on ${showDay(joinedOn)}`
    : `For the traveler who joined on ${showDay(joinedOn)}`

/**
 * Where letters and receipts about a booking go: to the lead traveler as they booked, whatever a traveler is called
 * since. The one place that says it; screens show it from here.
 */
export const travelerMailbox = ({
  customerName,
  customerEmail,
}: Pick<Booking, 'customerName' | 'customerEmail'>): Mailbox => ({
  name: customerName,
  address: customerEmail,
})

/** A mail to the traveler of a booking, about it. Gives its number, or null where it was written before. */
export const postToTraveler = (booking: Booking, mail: Once, now: Date): number | null =>
  post({ ...mail, bookingId: booking.id, to: travelerMailbox(booking) }, now)

/** What every letter to the traveler says of a booking, and who to ask. */
export function aboutBooking(booking: Booking): AboutBooking {
  const { contactEmail, contactPhone } = siteSettings()
  const { sum, writtenOffCents } = partyMoney(booking)
  return {
    travelerName: booking.customerName,
    reference: booking.reference,
    bookingAddress: bookingAddress(booking),
    guests: booking.numberOfGuests,
    partySum: sum,
    writtenOffCents,
    contactEmail,
    contactPhone,
    refundTerms: booking.refundTerms,
    refundDates: refundDatesOf(booking),
  }
}

/** What every letter to staff says of a booking: whose it is, and where its page is. */
export const bookingForStaff = (booking: Booking): BookingForStaff => ({
  travelerName: booking.customerName,
  reference: booking.reference,
  adminAddress: bookingInAdmin(booking.reference),
})
