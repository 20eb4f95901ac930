import type { Booking } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { mailShareOf } from '#app/money/letters/share-mail.server'
import { sendCompanionLink } from '#app/travelers/ask-for-details.server'
import { immediately } from '#db/connection.server'

/**
 * Keeps a companion's address and mails them the link to their details; where each pays their own, their
 * share as well (rules 2.26). Refuses as `sendCompanionLink` does.
 */
export const linkCompanion = (
  traveler: PartyTraveler,
  booking: Booking,
  email: string,
  now: Date,
): ReturnType<typeof sendCompanionLink> =>
  immediately(() => {
    const sent = sendCompanionLink(traveler, booking, email, now)
    if ('sent' in sent) mailShareOf(traveler, now)
    return sent
  })
