import { eq, sql } from 'drizzle-orm'
import { bedFor, freeBedOf, newRoom } from '#app/bookings/party.server'
import { type Actor, byStaff } from '#app/staff/audit/audit-log.server'
import type { RoomType } from '#app/tours/party'
import { db, type Tx } from '#db/connection.server'
import { bookings, roomChanges, travelers } from '#db/schema'
import { endSharing, type RoomGuest, roommatesFromElsewhere, sleepersOf } from './room-guests.server'
import { tellMovedOut } from './room-letters.server'

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

/** What a change of room did to the price, by which form, and whose. */
type Cause = { priceChangeId: number | null; formKey: string; staff: Actor }

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
    tellMovedOut(stays, guest, now)
  }
  const roomId = to === 'single' ? newRoom(booking.departureId) : bedFor(booking, to)
  tx.update(travelers)
    .set({ roomType: to, roomId, updatedAt: now })
    .where(eq(travelers.id, traveler.id))
    .run()
  tx.update(bookings)
    .set({
      singles: sql`${bookings.singles} + ${to === 'single' ? 1 : -1}`,
      ...(traveler.position === 1 && { roomType: to }),
      updatedAt: now,
    })
    .where(eq(bookings.id, booking.id))
    .run()
  const change = { bookingId: booking.id, travelerId: traveler.id, roomType: to, changedBy: staff.id }
  tx.insert(roomChanges)
    .values({ ...change, ...cause, createdAt: now })
    .run()
}

/** The changes of rooms on a booking, oldest first. */
export const roomChangesOf = (bookingId: number) =>
  db.select().from(roomChanges).where(eq(roomChanges.bookingId, bookingId)).orderBy(roomChanges.id).all()

/** Whether a form has changed a room already. */
export const isRoomChangedBy = (formKey: string, tx: Tx): boolean =>
  tx.select({ id: roomChanges.id }).from(roomChanges).where(eq(roomChanges.formKey, formKey)).get() !==
  undefined

/** The other kind than the one that somebody has. */
export const otherRoom = (roomType: RoomType): RoomType => (roomType === 'single' ? 'double' : 'single')
