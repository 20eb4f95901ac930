import { and, eq, inArray } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { newRoom } from '#app/bookings/party.server'
import type { Tx } from '#db/connection.server'
import { roomWishes, travelers } from '#db/schema'
import type { RoomActor, RoomGuest } from './room-guests.server'

/** Gives `mover` a room of their own, and ends what both had agreed on. Who tells them is up to the caller. */
export function separate(mover: RoomGuest, stays: RoomGuest, by: RoomActor, now: Date, tx: Tx): void {
  tx.update(travelers)
    .set({ roomId: newRoom(mover.booking.departureId, tx), updatedAt: now })
    .where(eq(travelers.id, mover.traveler.id))
    .run()
  endSharing(mover, stays, by, now, tx)
}

/** Neither shares contact with the other any more, and wishes by which they named each other are forgotten. */
export function endSharing(mover: RoomGuest, stays: RoomGuest, by: RoomActor, now: Date, tx: Tx): void {
  shareNothing([mover.traveler.id, stays.traveler.id], now, tx)
  forgetNamed(mover, stays, tx)
  forgetNamed(stays, mover, tx)
  recordForBoth({ ...by, action: 'travelers-parted' }, mover, stays, now, tx)
}

/** Contact was shared with the last room companion, never with the next one. */
export function shareNothing(travelerIds: number[], now: Date, tx: Tx): void {
  tx.update(travelers)
    .set({ sharesContact: false, updatedAt: now })
    .where(and(inArray(travelers.id, travelerIds), eq(travelers.sharesContact, true)))
    .run()
}

/** By what a companion is found who books separately: their reference, or the address that they booked with. */
export const namesOf = ({ booking }: RoomGuest): string[] => [
  booking.reference,
  booking.customerEmail.toLowerCase(),
]

function forgetNamed(wisher: RoomGuest, named: RoomGuest, tx: Tx): void {
  tx.delete(roomWishes)
    .where(and(eq(roomWishes.travelerId, wisher.traveler.id), inArray(roomWishes.companion, namesOf(named))))
    .run()
}

/** Writes an act in the history of both bookings; once where it is one. */
export function recordForBoth(
  entry: RoomActor & { action: 'travelers-paired' | 'travelers-parted' },
  one: RoomGuest,
  other: RoomGuest,
  now: Date,
  tx: Tx,
): void {
  const act = (of: RoomGuest, mate: RoomGuest) =>
    recordAct(
      { ...entry, subject: `booking:${of.booking.reference}`, detail: { with: mate.booking.reference } },
      now,
      tx,
    )
  act(one, other)
  if (one.booking.id !== other.booking.id) act(other, one)
}
