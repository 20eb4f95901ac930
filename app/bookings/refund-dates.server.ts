import { businessDay } from '#app/clock.server'
import { type Day, showDay } from '#app/days'
import { departureOf } from '#app/tour/departures.server'
import { type AgreedTerms, refundDates, refundDays } from '#app/tour/refund-policy'
import { type Db, db } from '#db/connection.server'
import type { Booking } from './find-booking.server'
import { type PartyTraveler, partyOf } from './party.server'

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
export function refundDatesOf(booking: Booking, outer: Db = db): string[] {
  const { startsOn } = departureOf(booking, outer)
  const datesOf = (terms: AgreedTerms, money: Pick<Booking, 'depositCents'>) =>
    refundDates(refundDays(terms, startsOn), money)
  const party = partyOf(booking.id, outer)
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
