import { and, asc, eq, inArray, like, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { newRoom, type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { areRoomsOpen } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { ROOM_BEDS, type RoomType } from '#app/tours/party'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, type Tx } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, formerWords, roomWishes, travelers } from '#db/schema/bookings'
import type { ROOM_WISHES } from '#db/values'

/** Someone who sleeps in a room, and the booking that they travel on. */
export type RoomGuest = { traveler: PartyTraveler; booking: Booking }

const withBooking = () =>
  db
    .select({ traveler: travelers, booking: bookings })
    .from(travelers)
    .innerJoin(bookings, eq(bookings.id, travelers.bookingId))

const inRoom = prepared(() =>
  withBooking()
    .where(eq(travelers.roomId, sql.placeholder('roomId')))
    .orderBy(asc(travelers.id))
    .prepare(),
)

const paidWithId = prepared(() =>
  withBooking()
    .where(and(eq(travelers.id, sql.placeholder('travelerId')), isPaidBooking))
    .prepare(),
)

/** Everyone whose row is in a room: also travelers of bookings that have ended, who sleep nowhere. */
export const recordedIn = (roomId: number): RoomGuest[] => inRoom().all({ roomId })

/** Who sleeps in a room: travelers of bookings that are paid and stand. */
export const sleepersOf = (roomId: number): RoomGuest[] =>
  recordedIn(roomId).filter(({ booking }) => isPaid(booking.status))

/** A traveler of a booking that is paid and stands; undefined for anyone else. */
export const guestWith = (travelerId: number): RoomGuest | undefined => paidWithId().get({ travelerId })

/** Who else sleeps in a guest's room. */
export const roommatesOf = ({ traveler }: RoomGuest): RoomGuest[] =>
  sleepersOf(traveler.roomId).filter((other) => other.traveler.id !== traveler.id)

/** The same without those of the guest's own booking. */
export const roommatesFromElsewhere = (guest: RoomGuest): RoomGuest[] =>
  roommatesOf(guest).filter(({ booking }) => booking.id !== guest.booking.id)

/**
 * The traveler of a booking for one who is alone in a double room while the journey lies ahead: they may say
 * with whom they share it. Null for all other bookings.
 */
export function guestAlone(bookingId: number, now: Date): RoomGuest | null {
  const [only, second] = partyOf(bookingId)
  const guest = only && !second ? guestWith(only.id) : undefined
  if (guest?.traveler.roomType !== 'double') return null
  if (!areRoomsOpen(departureOf(guest.booking), businessDay(now))) return null
  return roommatesOf(guest).length === 0 ? guest : null
}

/** The e-mail address of a companion's own; null for the lead traveler, and where none was given. */
export const ownEmail = ({ position, email }: Pick<PartyTraveler, 'position' | 'email'>): string | null =>
  position > 1 ? email || null : null

/** Gives `mover` a room of their own, and ends what both had agreed on. The caller tells them. */
export function separate(mover: RoomGuest, stays: RoomGuest, by: By, now: Date, tx: Tx): void {
  tx.update(travelers)
    .set({ roomId: newRoom(mover.booking.departureId), updatedAt: now })
    .where(eq(travelers.id, mover.traveler.id))
    .run()
  endSharing(mover, stays, by, now, tx)
}

/** Neither shares contact with the other anymore; wishes by which they named each other are deleted. */
export function endSharing(mover: RoomGuest, stays: RoomGuest, by: By, now: Date, tx: Tx): void {
  shareNothing([mover.traveler.id, stays.traveler.id], now, tx)
  deleteWishFor(mover, stays, tx)
  deleteWishFor(stays, mover, tx)
  recordForBoth({ ...by, action: 'travelers-parted' }, mover, stays, now)
}

/** Contact was shared with the last room companion, never with the next one. */
export function shareNothing(travelerIds: number[], now: Date, tx: Tx): void {
  tx.update(travelers)
    .set({ sharesContact: false, updatedAt: now })
    .where(and(inArray(travelers.id, travelerIds), eq(travelers.sharesContact, true)))
    .run()
}

/** By what a companion who books separately is found: the reference, or an address the booking has or had. */
export const namesOf = ({ booking }: RoomGuest): string[] => [
  booking.reference,
  booking.customerEmail.toLowerCase(),
  ...formerly.all({ bookingId: booking.id }).map(({ word }) => word),
]

const formerly = db
  .select({ word: sql<string>`lower(${formerWords.word})` })
  .from(formerWords)
  .where(and(eq(formerWords.bookingId, sql.placeholder('bookingId')), like(formerWords.word, '%@%')))
  .prepare()

/**
 * Notes of two that they shared a room: of two bookings until a move, of one until staff separated them; null
 * once they share one.
 */
export function noteParted([one, other]: [number, number], areParted: boolean, tx: Tx): void {
  for (const [id, mate] of [
    [one, other],
    [other, one],
  ] as const)
    tx.update(travelers)
      .set({ partedFromId: areParted ? mate : null })
      .where(eq(travelers.id, id))
      .run()
}

function deleteWishFor(wisher: RoomGuest, named: RoomGuest, tx: Tx): void {
  tx.delete(roomWishes)
    .where(and(eq(roomWishes.travelerId, wisher.traveler.id), inArray(roomWishes.companion, namesOf(named))))
    .run()
}

/** Writes an act in the history of both bookings; once where it is one. */
export function recordForBoth(
  entry: By & { action: 'travelers-paired' | 'travelers-parted' },
  one: RoomGuest,
  other: RoomGuest,
  now: Date,
): void {
  const act = ({ booking }: RoomGuest, mate: RoomGuest) =>
    recordBookingAct(now, booking, entry, entry.action, { with: mate.booking.reference })
  act(one, other)
  if (one.booking.id !== other.booking.id) act(other, one)
}

type WishKind = (typeof ROOM_WISHES)[number]

/** Who sleeps in a room: a traveler of a booking that is paid and stands. */
export type Sleeper = {
  travelerId: number
  position: number
  /** Empty while a companion is not named yet; `payerName` booked for them. */
  name: string
  payerName: string
  bookingId: number
  reference: string
  /** Where letters about the room go: a companion's own address, or that of the lead traveler. */
  email: string
  /** With whom they shared before; see the column. */
  partedFromId: number | null
  /** With whom they wish to share: `companion` is the reference or the address that they wrote. */
  wish: { kind: WishKind; companion: string } | null
}

export type Room = { id: number; roomType: RoomType; sleepers: Sleeper[]; hasFreeBed: boolean }

const sleepersOfDeparture = db
  .select({
    roomId: travelers.roomId,
    roomType: travelers.roomType,
    travelerId: travelers.id,
    position: travelers.position,
    name: travelers.name,
    ownEmail: travelers.email,
    partedFromId: travelers.partedFromId,
    payerName: bookings.customerName,
    payerEmail: bookings.customerEmail,
    bookingId: bookings.id,
    reference: bookings.reference,
    wishKind: roomWishes.kind,
    wishCompanion: roomWishes.companion,
  })
  .from(bookings)
  .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
  .leftJoin(roomWishes, eq(roomWishes.travelerId, travelers.id))
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking))
  .orderBy(travelers.bookingId, travelers.position)
  .prepare()

type Row = Omit<ReturnType<typeof sleepersOfDeparture.all>[number], 'roomId' | 'roomType'>

/**
 * The rooms of a departure, with who sleeps in them: first the double rooms in which someone is alone, then
 * the other double rooms, then the single ones, each by name. Only travelers of bookings that are paid and
 * stand.
 */
export function roomList(departureId: number): Room[] {
  const rooms = new Map<number, Room>()
  for (const { roomId: id, roomType, ...row } of sleepersOfDeparture.all({ departureId })) {
    const room = rooms.get(id) ?? { id, roomType, sleepers: [], hasFreeBed: true }
    room.sleepers.push(sleeperOf(row))
    room.hasFreeBed = room.sleepers.length < ROOM_BEDS[room.roomType]
    rooms.set(id, room)
  }
  return [...rooms.values()].sort(
    (one, other) =>
      rank(one) - rank(other) || byName.compare(nameOf(one), nameOf(other)) || one.id - other.id,
  )
}

const sleeperOf = ({ ownEmail: email, payerEmail, wishKind, wishCompanion, ...row }: Row): Sleeper => ({
  ...row,
  email: ownEmail({ position: row.position, email }) ?? payerEmail,
  wish: wishKind && { kind: wishKind, companion: wishCompanion ?? '' },
})

const byName = new Intl.Collator('en')

const rank = ({ roomType, hasFreeBed }: Room): number => (hasFreeBed ? 0 : roomType === 'double' ? 1 : 2)

const nameOf = ({ sleepers: [first] }: Room): string => first?.name || (first?.payerName ?? '')
