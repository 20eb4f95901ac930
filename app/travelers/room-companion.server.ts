import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { travelerWords } from './detail-fields'
import { firstNameOf } from './detail-rules'
import {
  guestAlone,
  guestWith,
  type RoomGuest,
  roommatesFromElsewhere,
  roommatesOf,
} from './room-guests.server'
import { requestsTo, wishOf } from './room-wishes.server'

export type SharedRoom = {
  travelerId: number
  /** Who of the booking sleeps there; null for anyone the lead traveler. */
  companion: string | null
  /** The first name of the other; null where there is none to tell. */
  other: string | null
  shares: boolean
  /** Of the other, once both agree. */
  contact: { name: string; bookedBy: string | null; email: string; phone: string | null } | null
}

/** What the traveler's own page says of rooms that are shared with people the lead traveler separately. */
export type RoomCompanion = {
  shared: SharedRoom[]
  /** Of a traveler who is alone in a double room, and may say with whom they share it. */
  alone: {
    wish: { kind: 'companion' | 'introduction'; companion: string } | null
    askedBy: { travelerId: number; firstName: string | null }[]
  } | null
}

/** Null where there is nothing to say: the booking has ended, or its travelers sleep among themselves. */
export function roomCompanionOf(booking: Booking, now: Date): RoomCompanion | null {
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

function sharedRoom(travelerId: number): SharedRoom | null {
  const guest = guestWith(travelerId)
  const [mate] = guest ? roommatesFromElsewhere(guest) : []
  if (!guest || !mate) return null
  const { traveler } = guest
  return {
    travelerId,
    companion: traveler.position === 1 ? null : traveler.name || 'Your companion',
    other: firstNameOf(mate.traveler.name),
    shares: traveler.sharesContact,
    contact: traveler.sharesContact && mate.traveler.sharesContact ? contactOf(mate) : null,
  }
}

/** With whom a traveler sleeps, as their own trip book says it (rules 5.19). */
export type OwnRoom = {
  /** Companions of the same booking by their first names; empty where they sleep with no one of it. */
  party: string[]
  elsewhere: SharedRoom | null
}

/** Of a traveler of a booking that stands; null of anyone else. */
export function ownRoom(travelerId: number): OwnRoom | null {
  const guest = guestWith(travelerId)
  if (!guest) return null
  const party = roommatesOf(guest).filter(({ booking }) => booking.id === guest.booking.id)
  return {
    party: party.map(({ traveler }) => firstNameOf(traveler.name) ?? travelerWords(traveler)),
    elsewhere: sharedRoom(travelerId),
  }
}

/** The lead traveler has agreed, and shares their own, also where their companion sleeps in the room. */
const contactOf = ({ traveler, booking }: RoomGuest): SharedRoom['contact'] => ({
  name: traveler.name || booking.customerName,
  bookedBy: traveler.position === 1 ? null : booking.customerName,
  email: booking.customerEmail,
  phone: booking.customerPhone,
})
