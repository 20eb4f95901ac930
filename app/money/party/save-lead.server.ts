import { eq } from 'drizzle-orm'
import { customerOf, type Traveler } from '#app/bookings/checkout-form'
import { type Booking, LINK_ALONE } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { type Mailbox, readdress } from '#app/mail/outbox.server'
import { newLinkToken } from '#app/platform/keys.server'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { setDetail } from '#app/travelers/change-traveler.server'
import { detailsRow } from '#app/travelers/details.server'
import { readdressLetters } from '#app/travelers/letter-text.server'
import { shareNothing } from '#app/travelers/room-guests.server'
import type { Tx } from '#db/connection.server'
import { bookings, travelers } from '#db/schema'
import { mailLeadChanged } from './party-mail.server'
import { settleShares, sharesOf } from './shares.server'

export type NewLead = {
  /** Who led it until now, where another one is to. */
  former: PartyTraveler | null
  next: PartyTraveler
  typed: Traveler
  changed: string[]
  endsLinks: boolean
}

/**
 * Writes down who leads a booking and how they are reached, with all that follows (rules 1.20): letters and
 * links are theirs, and unsent mail goes to them. The caller has checked that it may change.
 */
export function saveLead(
  booking: Booking,
  { former, next, typed, changed, endsLinks }: NewLead,
  { by, formKey }: { by: By; formKey: string },
  now: Date,
  tx: Tx,
): Booking {
  if (former) handOver(booking, former, next, now, tx)
  rewrite(next, former ? null : booking, typed, now, tx)
  const after = tx
    .update(bookings)
    .set({
      ...customerOf(typed),
      roomType: next.roomType,
      ...(endsLinks && { linkToken: newLinkToken(), browserDigest: LINK_ALONE }),
      updatedAt: now,
    })
    .where(eq(bookings.id, booking.id))
    .returning()
    .get()
  sendOn(booking, after, now, tx)
  readdressLetters(booking.id, tx)
  mailLeadChanged(booking, after, { changed, former: former?.id ?? null, formKey }, now)
  if (former) recordBookingAct(now, booking, by, 'lead-changed', { traveler: next.position })
  else recordBookingAct(now, booking, by, 'lead-contact-changed', { changed })
  return after
}

export const isSameAddress = (one: string | null, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

/** The two change seats; what each has of price and payments is written down first, to the cent. */
function handOver(booking: Booking, former: PartyTraveler, next: PartyTraveler, now: Date, tx: Tx): void {
  settleShares(sharesOf(booking), tx)
  const sits = (id: number, position: number) =>
    tx.update(travelers).set({ position, updatedAt: now }).where(eq(travelers.id, id)).run()
  // Every seat may be taken, and no two may be the same even for a moment.
  sits(former.id, 1.5)
  sits(next.id, 1)
  sits(former.id, next.position)
  const { customerName, customerPhone } = booking
  if (customerPhone && former.name === customerName && !detailsRow(former.id)?.ownPhone) {
    setDetail(former.id, { ownPhone: customerPhone }, now, tx)
  }
  // What roommates of other bookings were shown was the former one's to share.
  shareNothing([former.id, next.id], now, tx)
}

/** The lead traveler's own row follows; that of `before` only if it was theirs and not a replacement's. */
function rewrite(traveler: PartyTraveler, before: Booking | null, typed: Traveler, now: Date, tx: Tx): void {
  const isPayers = before === null || traveler.name === before.customerName
  const hasPayersAddress =
    before === null || (traveler.email !== null && isSameAddress(before.customerEmail, traveler.email))
  const isLinkOver =
    traveler.email !== null && hasPayersAddress && !isSameAddress(traveler.email, typed.email)
  const linkToken = isLinkOver ? newLinkToken() : traveler.linkToken
  tx.update(travelers)
    .set({
      ...(isPayers && { name: typed.name }),
      ...(hasPayersAddress && { email: typed.email }),
      linkToken,
      updatedAt: now,
    })
    .where(eq(travelers.id, traveler.id))
    .run()
  if (before !== null || !isLinkOver) return
  // What was on its way to them as a companion.
  const [from, to] = [traveler, typed].map(({ name, email }) => ({ name, address: email ?? '' })) as [
    Mailbox,
    Mailbox,
  ]
  const links = { [traveler.linkToken]: linkToken }
  const except = ['lead-links-ended' as const, LETTER_TO_DEPARTURE]
  readdress({ bookingId: traveler.bookingId, from, to, links, except }, now, tx)
}

/** It goes to whom it reaches (rules 5.20), who may be both of them: `readdressLetters`. */
const LETTER_TO_DEPARTURE = 'departure-letter' as const
const COMPANIONS = ['companion-link', 'details-asked-of-companion'] as const

function sendOn(before: Booking, after: Booking, now: Date, tx: Tx): void {
  readdress(
    {
      bookingId: before.id,
      from: travelerMailbox(before),
      to: travelerMailbox(after),
      links: { [before.linkToken]: after.linkToken },
      except: ['lead-links-ended', 'place-sold', LETTER_TO_DEPARTURE, ...COMPANIONS],
    },
    now,
    tx,
  )
}
