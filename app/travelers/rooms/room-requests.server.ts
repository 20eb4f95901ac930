import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { recordAct, recordRepeated } from '#app/staff/audit/audit-log.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately } from '#db/connection.server'
import { auditLog, bookings, roomWishes, travelers } from '#db/schema'
import { guestAlone, guestWith, namesOf, type RoomGuest, roommatesFromElsewhere } from './room-guests.server'

const BY_TRAVELER = { actor: 'traveler' } as const

/**
 * Who says that they share a room with this guest: alone in a double room of the same departure, and not told
 * "Not me" before. Found again each time, so that anyone who books later finds a request that was there
 * before.
 */
export function requestsTo(guest: RoomGuest, now: Date): RoomGuest[] {
  const askers = db
    .select({ bookingId: bookings.id, reference: bookings.reference })
    .from(bookings)
    .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
    .innerJoin(roomWishes, eq(roomWishes.travelerId, travelers.id))
    .where(
      and(
        eq(bookings.departureId, guest.booking.departureId),
        isPaidBooking,
        ne(bookings.id, guest.booking.id),
        eq(roomWishes.kind, 'companion'),
        inArray(roomWishes.companion, namesOf(guest)),
      ),
    )
    .orderBy(asc(bookings.id))
    .all()
  return askers
    .filter(({ reference }) => !hasDeclined(guest.booking.reference, reference))
    .flatMap(({ bookingId }) => guestAlone(bookingId, now) ?? [])
}

/**
 * The guest shares no room with somebody who says so: they are not asked again, and anyone who asked is not
 * told, for it would tell them that such a booking exists. False where nobody asks anymore.
 */
export function declineRequest(bookingId: number, travelerId: number, now: Date): boolean {
  return immediately(() => {
    const guest = guestAlone(bookingId, now)
    const asker = guest && requestsTo(guest, now).find(({ traveler }) => traveler.id === travelerId)
    if (!asker) return false
    const subject = `booking:${guest.booking.reference}`
    const detail = { of: asker.booking.reference }
    recordAct({ ...BY_TRAVELER, action: 'room-request-declined', subject, detail }, now)
    return true
  })
}

/** The history remembers it: there is nothing else to keep of a "Not me". */
export const hasDeclined = (reference: string, asker: string): boolean =>
  db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, `booking:${reference}`),
        eq(auditLog.action, 'room-request-declined'),
        sql`${auditLog.detail} ->> '$.of' = ${asker}`,
      ),
    )
    .limit(1)
    .get() !== undefined

/**
 * Agrees that the room companion from another booking may have the e-mail address and telephone of this one,
 * or takes that back; each sees the other's while both agree. False where the traveler is not of this
 * booking, or shares no room.
 */
export function shareContact(bookingId: number, travelerId: number, shares: boolean, now: Date): boolean {
  return immediately((tx) => {
    const guest = guestWith(travelerId)
    if (guest?.booking.id !== bookingId) return false
    if (roommatesFromElsewhere(guest).length === 0) return false
    if (guest.traveler.sharesContact === shares) return true

    tx.update(travelers)
      .set({ sharesContact: shares, updatedAt: now })
      .where(eq(travelers.id, travelerId))
      .run()
    const action = shares ? 'contact-shared' : 'contact-unshared'
    recordRepeated({ actor: 'traveler', action, subject: `booking:${guest.booking.reference}` }, now)
    return true
  })
}
