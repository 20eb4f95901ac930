import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { firstNameOf } from '#app/platform/typed/first-name'
import { travelerWords } from './detail-fields'
import {
  guestAlone,
  guestWith,
  type RoomGuest,
  roommatesFromElsewhere,
  roommatesOf,
} from './room-guests.server'
import { requestsTo, wishOf } from './room-wishes.server'

export type RoomCompanion = NonNullable<ReturnType<typeof roomCompanionOf>>

/**
 * What the traveler's own page says of rooms that are shared with people who booked separately; `alone` is a
 * traveler in a double room who may say with whom they share it. Null where there is nothing to say: the
 * booking has ended, or its travelers sleep among themselves.
 */
export function roomCompanionOf(booking: Booking, now: Date) {
  if (!isPaid(booking.status)) return null
  const guest = guestAlone(booking.id, now)
  const shared = guest ? [] : partyOf(booking.id).flatMap(({ id }) => sharedRoom(id) ?? [])
  if (!guest && shared.length === 0) return null
  if (!guest) return { shared, alone: null }
  const askedBy = requestsTo(guest, now).map(({ traveler: { id, name } }) => ({
    travelerId: id,
    firstName: firstNameOf(name),
  }))
  return { shared, alone: { wish: wishOf(guest) ?? null, askedBy } }
}

export type SharedRoom = NonNullable<ReturnType<typeof sharedRoom>>

function sharedRoom(travelerId: number) {
  const guest = guestWith(travelerId)
  const [mate] = guest ? roommatesFromElsewhere(guest) : []
  if (!guest || !mate) return null
  const { traveler } = guest
  return {
    travelerId,
    /** Who of the booking sleeps there; null for the lead traveler. */
    companion: traveler.position === 1 ? null : traveler.name || 'Your companion',
    /** The first name of the other; null where there is none to tell. */
    other: firstNameOf(mate.traveler.name),
    shares: traveler.sharesContact,
    /** Of the other, once both agree. */
    contact: traveler.sharesContact && mate.traveler.sharesContact ? contactOf(mate) : null,
  }
}

/**
 * With whom a traveler sleeps, as their own trip book says it (rules 5.19): `party` are companions of the
 * same booking, by their first names. Null of anyone whose booking does not stand.
 */
export function ownRoom(travelerId: number) {
  const guest = guestWith(travelerId)
  if (!guest) return null
  const party = roommatesOf(guest).filter(({ booking }) => booking.id === guest.booking.id)
  return {
    party: party.map(({ traveler }) => firstNameOf(traveler.name) ?? travelerWords(traveler)),
    elsewhere: sharedRoom(travelerId),
  }
}

/** The lead traveler has agreed, and shares their own, also where their companion sleeps in the room. */
const contactOf = ({ traveler, booking }: RoomGuest) => ({
  name: traveler.name || booking.customerName,
  bookedBy: traveler.position === 1 ? null : booking.customerName,
  email: booking.customerEmail,
  phone: booking.customerPhone,
})
