import { and, eq, sql } from 'drizzle-orm'
import { ROOM_BEDS, type RoomType } from '#app/tours/party'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, type ROOM_WISHES, roomWishes, travelers } from '#db/schema'
import { ownEmail } from './room-guests.server'

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
  /**
   * Where letters about the room go: a companion's own address where one was given, else that of the lead
   * traveler.
   */
  email: string
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

type Row = ReturnType<typeof sleepersOfDeparture.all>[number]

/**
 * The rooms of a departure, with who sleeps in them: first the double rooms in which somebody is alone, then
 * the other double rooms, then the single ones, each by name. Only travelers of bookings that are paid and
 * stand.
 */
export function roomList(departureId: number): Room[] {
  const rooms = new Map<number, Room>()
  for (const row of sleepersOfDeparture.all({ departureId })) {
    const room = rooms.get(row.roomId) ?? {
      id: row.roomId,
      roomType: row.roomType,
      sleepers: [],
      hasFreeBed: true,
    }
    room.sleepers.push(sleeperOf(row))
    room.hasFreeBed = room.sleepers.length < ROOM_BEDS[room.roomType]
    rooms.set(row.roomId, room)
  }
  return [...rooms.values()].sort(
    (one, other) =>
      rank(one) - rank(other) || byName.compare(nameOf(one), nameOf(other)) || one.id - other.id,
  )
}

const sleeperOf = (row: Row): Sleeper => ({
  travelerId: row.travelerId,
  position: row.position,
  name: row.name,
  payerName: row.payerName,
  bookingId: row.bookingId,
  reference: row.reference,
  email: ownEmail({ position: row.position, email: row.ownEmail }) ?? row.payerEmail,
  wish: row.wishKind && { kind: row.wishKind, companion: row.wishCompanion ?? '' },
})

const byName = new Intl.Collator('en')

const rank = ({ roomType, hasFreeBed }: Room): number => (hasFreeBed ? 0 : roomType === 'double' ? 1 : 2)

const nameOf = ({ sleepers: [first] }: Room): string => first?.name || (first?.payerName ?? '')
