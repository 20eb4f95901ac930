import { bookingAddress } from '#app/bookings/links.server'
import { partyOf, travelerAddress } from '#app/bookings/party.server'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { siteSettings } from '#app/content/site-settings.server'
import type { Letter } from '#app/mail/letter'
import { type Mailbox, post } from '#app/mail/outbox.server'
import { type AboutRoom, roomCompanionAsked, roomPaired, roomParted } from '#app/mail/room-letters'
import { departureOf } from '#app/tour/departures.server'
import type { Tx } from '#db/connection.server'
import { firstNameOf } from './first-name'
import { ownEmail, type RoomGuest } from './room-guests.server'

/** Tells both guests who were paired. Two of one booking know it of each other: they get no letter. */
export function tellPaired(one: RoomGuest, other: RoomGuest, now: Date, tx: Tx): void {
  if (one.booking.id === other.booking.id) return
  for (const [reader, mate] of inTurn(one, other)) {
    const letter = roomPaired(aboutRoom(reader, mate))
    tell(reader, { kind: 'room-paired', once: occasion(reader, mate, now), letter }, now, tx)
  }
}

/** Tells guests who were parted by staff; two of one booking get no letter. */
export function tellParted(one: RoomGuest, other: RoomGuest, now: Date, tx: Tx): void {
  if (one.booking.id === other.booking.id) return
  for (const [reader, mate] of inTurn(one, other)) tellOfParting(reader, mate, { hasLeft: false }, now, tx)
}

/** Tells a guest whose room companion's booking has ended. */
export const tellLeft = (reader: RoomGuest, gone: RoomGuest, now: Date, tx: Tx): void =>
  tellOfParting(reader, gone, { hasLeft: true }, now, tx)

function tellOfParting(
  reader: RoomGuest,
  mate: RoomGuest,
  { hasLeft }: { hasLeft: boolean },
  now: Date,
  tx: Tx,
): void {
  const mayWish = partyOf(reader.booking.id, tx).length === 1
  const letter = roomParted({ ...aboutRoom(reader, mate), hasLeft, mayWish })
  tell(reader, { kind: 'room-parted', once: occasion(reader, mate, now), letter }, now, tx)
}

/**
 * Asks a guest whether they share a room with `asker`, who has named them: once for the two, ever. The address is one
 * that a place on the same departure was paid with, and no word that was typed into the wish is repeated.
 */
export function askCompanion(asked: RoomGuest, asker: RoomGuest, now: Date, tx: Tx): void {
  const { name: tourName, startsOn, endsOn } = departureOf(asked.booking, tx)
  const letter = roomCompanionAsked({ ...aboutRoom(asked, asker), tourName, startsOn, endsOn })
  const once = `${asker.traveler.id}:${asked.traveler.id}`
  tell(asked, { kind: 'room-companion-asked', once, letter }, now, tx)
}

const inTurn = (one: RoomGuest, other: RoomGuest): [RoomGuest, RoomGuest][] => [
  [one, other],
  [other, one],
]

/** Paired, parted and paired again are three occasions: each has its instant. */
const occasion = (reader: RoomGuest, mate: RoomGuest, now: Date): string =>
  `${reader.traveler.roomId}:${reader.traveler.id}:${mate.traveler.id}:${now.getTime()}`

type Told = {
  kind: 'room-paired' | 'room-parted' | 'room-companion-asked'
  once: string
  letter: Letter
}

function tell(reader: RoomGuest, mail: Told, now: Date, tx: Tx): void {
  post({ ...mail, bookingId: reader.booking.id, to: mailboxOf(reader) }, now, tx)
}

/** A companion with an address of their own is written to there, by no more than the first name that was typed for them. */
function mailboxOf({ traveler, booking }: RoomGuest): Mailbox {
  const own = ownEmail(traveler)
  return own === null ? travelerMailbox(booking) : { name: firstNameOf(traveler.name) ?? '', address: own }
}

/** A companion's own letter leads to their own page: that of the booking shows its money. */
function aboutRoom(reader: RoomGuest, mate: RoomGuest): AboutRoom {
  const { traveler, booking } = reader
  const { contactEmail, contactPhone } = siteSettings()
  const isPayer = ownEmail(traveler) === null
  return {
    travelerName: isPayer ? booking.customerName : (firstNameOf(traveler.name) ?? 'traveler'),
    other: firstNameOf(mate.traveler.name),
    companion: isPayer && traveler.position > 1 ? traveler.name || 'Your companion' : null,
    page: isPayer
      ? { label: 'See your booking', address: bookingAddress(booking) }
      : { label: 'See your page', address: travelerAddress(traveler) },
    isPayer,
    contactEmail,
    contactPhone,
  }
}
