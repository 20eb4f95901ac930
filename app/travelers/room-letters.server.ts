import { bookingAddress } from '#app/bookings/find-booking.server'
import { partyOf, travelerAddress } from '#app/bookings/party.server'
import { letterTo, travelerMailbox } from '#app/bookings/traveler-letters.server'
import { type Letter, type Words, words } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import { type Day, showDays } from '#app/platform/days'
import { firstNameOf } from '#app/platform/typed/first-name'
import { siteSettings } from '#app/site/settings.server'
import { departureOf } from '#app/tours/departures.server'
import { ownEmail, type RoomGuest } from './room-guests.server'

/** What a letter about a room knows. */
type AboutRoom = ReturnType<typeof aboutRoom>

const FELLOW = 'a fellow traveler'

/** 'You’ll be sharing your double room with Wanjiru', of a companion 'Otieno will be sharing …'. */
const shares = ({ companion, other }: AboutRoom): string =>
  companion
    ? `${companion} will be sharing a double room with ${other ?? FELLOW}`
    : `You’ll be sharing your double room with ${other ?? FELLOW}`

const seePage = ({ page }: AboutRoom): Words => words`[${page.label}](${page.address})`

/** Tells a traveler with whom they share their room: by first name only, until both agree to more. */
const roomPaired = (about: AboutRoom): Letter => letterTo(about)`
  # ${shares(about)}

  ${shares(about)}. Nothing else changes: your bookings stay separate, each with its own price and payments.

  For now, you only know each other’s first name. ${about.isPayer ? SHARED_BY_READER : SHARED_BY_LEAD}

  ${seePage(about)}

  Would you rather have another room companion? Tell us, and we’ll look for another way.
`

const SHARED_BY_READER =
  'If you’d like to get in touch before the trip, go to your booking page and choose to share your email address and phone number. They are shown once both of you have agreed, and you can change your mind at any time.'
const SHARED_BY_LEAD =
  'If you’d like to get in touch before the trip, the lead traveler can go to the booking page and choose to share an email address and phone number. They are shown once both sides have agreed.'

const noLonger = ({ companion, other }: AboutRoom): string =>
  companion
    ? `${companion} no longer shares a double room with ${other ?? FELLOW}`
    : `You no longer share your double room with ${other ?? FELLOW}`

/** Tells a traveler that they are alone in their double room again: parted by staff, or left behind. */
const roomParted = (about: AboutRoom & { hasLeft: boolean; mayWish: boolean }): Letter => letterTo(about)`
  # ${noLonger(about)}

  ${noLonger(about)}${about.hasLeft && ', whose travel plans have changed'}.

  Your booking, your price and your payments stay as they are, and the other bed of the room is free again. You no
  longer see each other’s contact details.

  If someone else takes the other bed, we’ll email you. ${about.mayWish ? BY_WISH : BY_LETTER}

  ${seePage(about)}
`

const BY_WISH =
  'On your booking page you can name a companion who books separately, or ask us to introduce you to someone.'
const BY_LETTER = 'Already know who you’d like to share with? Let us know.'

/** Asks a traveler whether they share a room with someone who has named them. */
const roomCompanionRequest = (
  about: AboutRoom & { tourName: string; startsOn: Day; endsOn: Day },
): Letter => letterTo(about)`
  # ${about.other ?? 'Someone'} says you’re sharing a room

  ${about.other ?? 'Someone'}, who is also traveling with us, says the two of you are sharing a double room on the
  ${about.tourName}, ${showDays(about.startsOn, about.endsOn)}.

  Is that right? Please confirm on your booking page: from then on, you share a room, and you both get an email. If
  not, press “Not me” there, or ignore this email: nothing changes, and they won’t be told. We only ask once.

  ${seePage(about)}
`

/** Tells both guests who were paired. Two of one booking know it of each other: they get no letter. */
export function notifyPaired(one: RoomGuest, other: RoomGuest, now: Date): void {
  if (one.booking.id === other.booking.id) return
  for (const [reader, mate] of inTurn(one, other))
    tell(reader, 'room-paired', occasion(reader, mate, now), roomPaired(aboutRoom(reader, mate)), now)
}

/** Tells guests who were parted by staff; two of one booking get no letter. */
export function notifyParted(one: RoomGuest, other: RoomGuest, now: Date): void {
  if (one.booking.id === other.booking.id) return
  for (const [reader, mate] of inTurn(one, other)) notifyMovedOut(reader, mate, now)
}

/** Tells a guest whose room companion has another room; who that is about has a letter of its own. */
export const notifyMovedOut = (reader: RoomGuest, mover: RoomGuest, now: Date): void =>
  notifyOfParting(reader, mover, { hasLeft: false }, now)

/** Tells a guest whose room companion's booking has ended. */
export const notifyLeft = (reader: RoomGuest, gone: RoomGuest, now: Date): void => {
  // Of a departure that was canceled everyone leaves.
  if (departureOf(reader.booking).canceledAt === null) notifyOfParting(reader, gone, { hasLeft: true }, now)
}

function notifyOfParting(reader: RoomGuest, mate: RoomGuest, why: { hasLeft: boolean }, now: Date): void {
  const mayWish = partyOf(reader.booking.id).length === 1
  const letter = roomParted({ ...aboutRoom(reader, mate), ...why, mayWish })
  tell(reader, 'room-parted', occasion(reader, mate, now), letter, now)
}

/**
 * Asks a guest whether they share a room with `asker`, who has named them: once for the two, ever. The
 * address is one that a place on the same departure was paid with, and no word that was typed into the wish
 * is repeated.
 */
export function askCompanion(asked: RoomGuest, asker: RoomGuest, now: Date): void {
  const { name: tourName, startsOn, endsOn } = departureOf(asked.booking)
  const letter = roomCompanionRequest({ ...aboutRoom(asked, asker), tourName, startsOn, endsOn })
  tell(asked, 'room-companion-asked', `${asker.traveler.id}:${asked.traveler.id}`, letter, now)
}

const inTurn = (one: RoomGuest, other: RoomGuest): [RoomGuest, RoomGuest][] => [
  [one, other],
  [other, one],
]

/** Paired, parted and paired again are three occasions: each has its instant. */
const occasion = (reader: RoomGuest, mate: RoomGuest, now: Date): string =>
  `${reader.traveler.roomId}:${reader.traveler.id}:${mate.traveler.id}:${now.getTime()}`

type RoomMail = 'room-paired' | 'room-parted' | 'room-companion-asked'

/** A companion with an address of their own is written to there, by no more than their first name. */
function tell(
  { traveler, booking }: RoomGuest,
  kind: RoomMail,
  once: string,
  letter: Letter,
  now: Date,
): void {
  const own = ownEmail(traveler)
  const to =
    own === null ? travelerMailbox(booking) : { name: firstNameOf(traveler.name) ?? '', address: own }
  post({ kind, once, letter, bookingId: booking.id, to }, now)
}

/** A companion's own letter leads to their own page: that of the booking shows its money. */
function aboutRoom(reader: RoomGuest, mate: RoomGuest) {
  const { traveler, booking } = reader
  const { contactEmail, contactPhone } = siteSettings()
  const isPayer = ownEmail(traveler) === null
  return {
    travelerName: isPayer ? booking.customerName : (firstNameOf(traveler.name) ?? 'traveler'),
    /** Null where there is none to tell. Nothing else of them is said. */
    other: firstNameOf(mate.traveler.name),
    /** A companion of the reader's, whom it is about; null where it is about its reader. */
    companion: isPayer && traveler.position > 1 ? traveler.name || 'Your companion' : null,
    page: isPayer
      ? { label: 'See your booking', address: bookingAddress(booking) }
      : { label: 'See your page', address: travelerAddress(traveler) },
    /** The reader booked: contact is shared, and a companion named, on the page of the booking. */
    isPayer,
    contactEmail,
    contactPhone,
  }
}
