import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Booking } from '#app/bookings/find-booking.server'
import { bedFor, freeBedOf, newRoom, type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { type Actor, type By, byStaff } from '#app/staff/audit-log.server'
import { ROOM_BEDS, type RoomType } from '#app/tours/party'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { rowsBy } from '#db/prepared.server'
import { bookings, rooms, travelers } from '#db/schema/bookings'
import { roomChanges } from '#db/schema/money'
import { departures } from '#db/schema/tours'
import {
  endSharing,
  guestWith,
  noteParted,
  type RoomGuest,
  recordedIn,
  recordForBoth,
  roommatesFromElsewhere,
  roommatesOf,
  separate,
  shareNothing,
  sleepersOf,
} from './room-guests.server'
import { notifyLeft, notifyMovedOut, notifyPaired, notifyParted } from './room-letters.server'

/** Rooms in one transaction: a cancellation leaves one behind. */
const PORTION = 20

const ended = alias(bookings, 'ended')
const gone = alias(travelers, 'gone')

/** From the departures that are not over, by indexes: as much work as bookings of theirs have ended. */
const roomsLeft = db
  .selectDistinct({ roomId: travelers.roomId })
  .from(departures)
  .innerJoin(
    ended,
    sql`${ended.departureId} = ${departures.id} and ${ended.status} in ('cancelled', 'refunded')`,
  )
  .innerJoin(gone, eq(gone.bookingId, ended.id))
  .innerJoin(travelers, and(eq(travelers.roomId, gone.roomId), ne(travelers.bookingId, gone.bookingId)))
  .innerJoin(bookings, and(eq(bookings.id, travelers.bookingId), isPaidBooking))
  .where(sql`${departures.endsOn} >= ${sql.placeholder('today')}`)
  .limit(PORTION)
  .prepare()

/**
 * Finds double rooms that someone shared whose booking has ended since: anyone who is left behind is told
 * once, and is alone in the room. Answers in how many rooms.
 */
export function notifyLeftBehind(now: Date): number {
  const today = businessDay(now)
  if (roomsLeft.all({ today }).length === 0) return 0
  return immediately((tx) => {
    const left = roomsLeft.all({ today })
    for (const { roomId } of left) freeBedsOfEnded(roomId, now, tx)
    return left.length
  })
}

/** Moves travelers of bookings that have ended out of the room of one that stands, and tells who stays. */
function freeBedsOfEnded(roomId: number, now: Date, tx: Tx): void {
  const everyone = recordedIn(roomId)
  const stays = everyone.find(({ booking }) => isPaid(booking.status))
  if (!stays) return
  // Only bookings that had been paid for ever shared a room with others.
  for (const guest of everyone.filter(({ booking: { status } }) =>
    ['cancelled', 'refunded'].includes(status),
  )) {
    separate(guest, stays, { actor: 'schedule' }, now, tx)
    notifyLeft(stays, guest, now)
  }
}

export type PairRefusal = 'not-found' | 'same-room' | 'other-departure' | 'not-double' | 'no-free-bed'
export type PartRefusal = 'not-found' | 'alone-already'

/** Whose letters were written: two of one booking get none. */
type Done<Refusal> = { done: true; isOneBooking: boolean } | { refused: Refusal }

/**
 * Puts a traveler into the room of another, in the double room that both have paid a bed of; both get a
 * letter. Both must still be alone: of two who pair at once, the second is refused.
 */
export function pairTravelers(
  wish: { travelerId: number; withId: number },
  by: By,
  now: Date,
): Done<PairRefusal> {
  return immediately((tx) => {
    const [mover, host] = [guestWith(wish.travelerId), guestWith(wish.withId)]
    if (!mover || !host) return { refused: 'not-found' }
    const refused = whyNotPaired(mover, host)
    if (refused) return { refused }

    for (const { traveler } of [mover, host]) freeBedsOfEnded(traveler.roomId, now, tx)
    const { roomId } = host.traveler
    tx.update(travelers).set({ roomId, updatedAt: now }).where(eq(travelers.id, mover.traveler.id)).run()
    shareNothing([mover.traveler.id, host.traveler.id], now, tx)
    noteParted([mover.traveler.id, host.traveler.id], false, tx)
    recordForBoth({ ...by, action: 'travelers-paired' }, mover, host, now)
    notifyPaired({ ...mover, traveler: { ...mover.traveler, roomId } }, host, now)
    return { done: true, isOneBooking: mover.booking.id === host.booking.id }
  })
}

function whyNotPaired(mover: RoomGuest, host: RoomGuest): PairRefusal | null {
  if (mover.traveler.roomId === host.traveler.roomId) return 'same-room'
  if (mover.booking.departureId !== host.booking.departureId) return 'other-departure'
  if (mover.traveler.roomType !== 'double' || host.traveler.roomType !== 'double') return 'not-double'
  const hasCompany = roommatesOf(mover).length > 0
  return hasCompany || sleepersOf(host.traveler.roomId).length >= ROOM_BEDS.double ? 'no-free-bed' : null
}

/** Gives a traveler who shares a room one of their own; both get a letter, unless they share a booking. */
export function separateTravelers(travelerId: number, by: By, now: Date): Done<PartRefusal> {
  return immediately((tx) => {
    const mover = guestWith(travelerId)
    if (!mover) return { refused: 'not-found' }
    freeBedsOfEnded(mover.traveler.roomId, now, tx)
    const [stays] = roommatesOf(mover)
    if (!stays) return { refused: 'alone-already' }

    separate(mover, stays, by, now, tx)
    const isOneBooking = mover.booking.id === stays.booking.id
    if (isOneBooking) noteParted([mover.traveler.id, stays.traveler.id], true, tx)
    notifyParted(mover, stays, now)
    return { done: true, isOneBooking }
  })
}

/**
 * Before a traveler is taken off a party, or moved: tells anyone of another booking who shares the room.
 * Answers who that is.
 */
export function leaveRoom(travelerId: number, by: By, now: Date, tx: Tx): RoomGuest[] {
  const leaver = guestWith(travelerId)
  if (!leaver) return []
  const left = roommatesFromElsewhere(leaver)
  for (const stays of left) {
    endSharing(leaver, stays, by, now, tx)
    notifyLeft(stays, leaver, now)
  }
  return left
}

/**
 * Takes a party along to another departure: those who share a room among themselves keep it. Anyone of
 * another booking who shares one with them is told as when someone leaves, and is alone in it; they are
 * proposed for one room again once both are on one departure. Answers who shared with them.
 */
export function moveRooms(booking: Booking, departureId: number, by: By, now: Date, tx: Tx): RoomGuest[] {
  const parted: RoomGuest[] = []
  for (const { id, roomId } of partyOf(booking.id)) {
    for (const stays of leaveRoom(id, by, now, tx)) {
      noteParted([id, stays.traveler.id], true, tx)
      parted.push(stays)
    }
    const isShared = recordedIn(roomId).some((guest) => guest.booking.id !== booking.id)
    if (isShared) {
      const own = newRoom(departureId)
      tx.update(travelers).set({ roomId: own, updatedAt: now }).where(eq(travelers.id, id)).run()
    } else {
      tx.update(rooms).set({ departureId }).where(eq(rooms.id, roomId)).run()
    }
  }
  return parted
}

/** Who shared a room with a traveler until they have another kind, and who does from then on. */
export type RoomNews = {
  /** Of other bookings: they get a letter, and are alone. */
  parted: RoomGuest[]
  /** Of their own booking, in whose double room a bed is free; null where they have a room to themselves. */
  shares: RoomGuest | null
}

export function roomNews(guest: RoomGuest, to: RoomType): RoomNews {
  if (to === 'single') return { parted: roommatesFromElsewhere(guest), shares: null }
  const bed = freeBedOf(guest.booking.id, to)
  return { parted: [], shares: (bed !== undefined && sleepersOf(bed)[0]) || null }
}

/** What a change of room did to the price, and whose change it is. */
type Cause = { chargedActId: number | null; staff: Actor }

/**
 * Gives a traveler the other kind of room, and writes that down: a single of their own, or a bed in a double,
 * in their party's where one is free. Anyone of another booking who shared theirs is told, and is alone. The
 * price is up to the caller.
 */
export function giveRoom(guest: RoomGuest, { staff, ...cause }: Cause, now: Date, tx: Tx): void {
  const { traveler, booking } = guest
  const to = otherRoom(traveler.roomType)
  for (const stays of roomNews(guest, to).parted) {
    endSharing(guest, stays, byStaff(staff), now, tx)
    notifyMovedOut(stays, guest, now)
  }
  const roomId = to === 'single' ? newRoom(booking.departureId) : bedFor(booking, to)
  const roomed = { roomType: to, roomId, updatedAt: now }
  tx.update(travelers).set(roomed).where(eq(travelers.id, traveler.id)).run()
  const singles = sql`${bookings.singles} + ${to === 'single' ? 1 : -1}`
  const booked = { singles, ...(traveler.position === 1 && { roomType: to }), updatedAt: now }
  tx.update(bookings).set(booked).where(eq(bookings.id, booking.id)).run()
  const change = { bookingId: booking.id, travelerId: traveler.id, roomType: to, changedBy: staff.id }
  tx.insert(roomChanges)
    .values({ ...change, ...cause, createdAt: now })
    .run()
}

/** No room: they get a new one. */
const NOWHERE = 0

/**
 * Two of a party change places: each has the bed of the other, in their kind of room. A room that is empty in
 * between is gone, and another one takes its place.
 */
export function swapBeds(
  one: PartyTraveler,
  other: PartyTraveler,
  booking: Booking,
  now: Date,
  tx: Tx,
): void {
  const sleepIn = (
    traveler: PartyTraveler,
    { roomId, roomType }: Pick<PartyTraveler, 'roomId' | 'roomType'>,
  ) => {
    const bed = recordedIn(roomId).length > 0 ? roomId : newRoom(booking.departureId)
    const roomed = { roomId: bed, roomType, updatedAt: now }
    tx.update(travelers).set(roomed).where(eq(travelers.id, traveler.id)).run()
    if (traveler.position === 1)
      tx.update(bookings).set({ roomType, updatedAt: now }).where(eq(bookings.id, booking.id)).run()
    for (const mate of recordedIn(bed))
      if (mate.traveler.id !== traveler.id) noteParted([traveler.id, mate.traveler.id], false, tx)
  }
  sleepIn(one, { ...one, roomId: NOWHERE })
  sleepIn(other, one)
  sleepIn(one, other)
  shareNothing(
    [one, other].flatMap(({ roomId }) => recordedIn(roomId).map(({ traveler }) => traveler.id)),
    now,
    tx,
  )
}

/** The changes of rooms on a booking, oldest first. */
export const roomChangesOf = rowsBy(roomChanges, roomChanges.bookingId, roomChanges.id)

/** The other kind than the one that someone has. */
export const otherRoom = (roomType: RoomType): RoomType => (roomType === 'single' ? 'double' : 'single')
