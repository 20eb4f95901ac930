import { and, count, eq, gt } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, travelerAddress } from '#app/bookings/party.server'
import { certainMailboxOf, mailboxOf, type Once, post, postOncePer } from '#app/mail/outbox.server'
import { keyedDigest, newLinkToken } from '#app/platform/keys.server'
import { siteSettings } from '#app/site/settings.server'
import { recordAct } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { outbox, travelers } from '#db/schema'
import { companionLink } from './ask-for-details.server'
import { DETAILS_KEPT_DAYS, firstNameOf } from './detail-rules'

/** So long we wait before we write to the same address about the same traveler again. */
export const LINK_PAUSE_MINUTES = 10

/** Such letters of one booking: enough for each of a party to mistype an address now and then. */
export const COMPANION_LINKS = { aDay: 10, inAll: 30 }

const digest = keyedDigest('companion link')

type LinkSent = { sent: true } | { refused: 'just-sent' | 'enough-today' | 'enough' }

/**
 * Mails a companion the link to their own details, and keeps the address as theirs. Refuses an address that
 * had such a letter a few minutes ago, and a booking that has sent many: people type the addresses of others.
 */
export function sendCompanionLink(
  traveler: PartyTraveler,
  booking: Booking,
  email: string,
  now: Date,
): LinkSent {
  return immediately((tx) => {
    if (linksSent(booking, new Date(0), tx) >= COMPANION_LINKS.inAll) return { refused: 'enough' }
    if (linksSent(booking, new Date(now.getTime() - DAY), tx) >= COMPANION_LINKS.aDay)
      return { refused: 'enough-today' }
    const { name: tourName, startsOn, endsOn } = departureOf(booking)
    const { contactEmail, contactPhone } = siteSettings()
    // Anyone who got it by an address that was wrong does not keep a link that works.
    const isElsewhere =
      traveler.email !== null && certainMailboxOf(traveler.email) !== certainMailboxOf(email)
    const linkToken = isElsewhere ? newLinkToken() : traveler.linkToken
    const letter = companionLink({
      tourName,
      startsOn,
      endsOn,
      bookedBy: firstNameOf(booking.customerName),
      formAddress: travelerAddress({ linkToken }),
      keptDays: DETAILS_KEPT_DAYS,
      contactEmail,
      contactPhone,
    })
    const to = { name: firstNameOf(traveler.name) ?? '', address: email }
    const send = (mail: Once) => void post({ ...mail, bookingId: booking.id, to }, now)
    const periodMs = LINK_PAUSE_MINUTES * 60_000
    const mail = { kind: 'companion-link' as const, letter }
    // Of the link, too: who had one before a wrong address was typed gets the new one at once.
    const who = `${mailboxOf(email)}:${traveler.id}:${digest(linkToken)}`
    if (!postOncePer({ periodMs }, who, mail, send, now, tx)) return { refused: 'just-sent' }

    tx.update(travelers).set({ email, linkToken, updatedAt: now }).where(eq(travelers.id, traveler.id)).run()
    const subject = `booking:${booking.reference}`
    const detail = { traveler: traveler.position }
    recordAct(now, { actor: 'traveler', action: 'companion-link-sent', subject, detail })
    return { sent: true }
  })
}

const DAY = 24 * 3_600_000

const linksSent = (booking: Booking, since: Date, tx: Tx): number =>
  tx
    .select({ total: count() })
    .from(outbox)
    .where(
      and(eq(outbox.bookingId, booking.id), eq(outbox.kind, 'companion-link'), gt(outbox.createdAt, since)),
    )
    .get()?.total ?? 0
