import { eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyOf, travelerAddress } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { questions } from '#app/bookings/traveler-letters.server'
import { type Letter, letter } from '#app/mail/letter'
import { certainMailboxOf, greeting, post, renewLinksInMail } from '#app/mail/outbox.server'
import { showDays } from '#app/platform/days'
import { newLinkToken } from '#app/platform/keys.server'
import { firstNameOf } from '#app/platform/typed/first-name'
import { siteSettings } from '#app/site/settings.server'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { travelers } from '#db/schema/bookings'
import { KEEP_TO_YOURSELF } from './broadcast-text.server'

/**
 * Ends the links of all who travel on a booking once it has another one itself (rules 1.20): its page shows
 * them. Unsent mail gets the links that work, and companions are sent theirs; none of it goes to the mailbox
 * that the booking had until now.
 */
export function renewLinks(before: Booking, after: Booking, once: string, now: Date, tx: Tx): void {
  const links: Record<string, string> = { [before.linkToken]: after.linkToken }
  for (const { id, linkToken } of partyOf(before.id)) {
    const renewed = newLinkToken()
    links[linkToken] = renewed
    tx.update(travelers).set({ linkToken: renewed, updatedAt: now }).where(eq(travelers.id, id)).run()
  }
  const hasMoved = certainMailboxOf(before.customerEmail) !== certainMailboxOf(after.customerEmail)
  renewLinksInMail({ bookingId: before.id, links, exceptTo: hasMoved ? before.customerEmail : null }, tx)
  if (!isPaid(after.status)) return

  for (const companion of partyOf(before.id).slice(1)) {
    const { email, name } = companion
    if (!email || certainMailboxOf(email) === certainMailboxOf(before.customerEmail)) continue
    const to = { name: firstNameOf(name) ?? '', address: email }
    const mail = { kind: 'traveler-link' as const, once: `${once}:${companion.id}` }
    post({ ...mail, letter: newLink(after, companion), bookingId: after.id, to }, now)
  }
}

function newLink(booking: Booking, companion: PartyTraveler): Letter {
  const { name, startsOn, endsOn } = departureOf(booking)
  return letter`
    # Your new link for the ${name}

    ${greeting(firstNameOf(companion.name) ?? '')}

    The contact details of your booking on the ${name}, ${showDays(startsOn, endsOn)}, have changed, so everyone who
    travels on it gets a new link. The one you had no longer works; this one opens your own page from now on.

    [Open my page](${travelerAddress(companion)})

    ${KEEP_TO_YOURSELF}

    ${questions(siteSettings())}
  `
}
