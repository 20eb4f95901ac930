import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { type Db, db, immediately } from '#db/connection.server'
import { auditLog, bookings, roomWishes, travelers } from '#db/schema'
import { guestAlone, type RoomGuest } from './room-guests.server'
import { namesOf } from './separate.server'

const BY_TRAVELER = { actor: 'traveler' } as const

/**
 * Who says that they share a room with this guest: alone in a double room of the same departure, and not told "Not me"
 * before. Found anew each time, so that whoever books later finds a request that was there before.
 */
export function requestsTo(guest: RoomGuest, now: Date, outer: Db = db): RoomGuest[] {
  const askers = outer
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
    .filter(({ reference }) => !hasDeclined(guest.booking.reference, reference, outer))
    .flatMap(({ bookingId }) => guestAlone(bookingId, now, outer) ?? [])
}

/**
 * The guest shares no room with somebody who says so: they are not asked again, and whoever asked is not told, for
 * it would tell them that such a booking exists. False where nobody asks any more.
 */
export function declineRequest(bookingId: number, travelerId: number, now: Date, outer: Db = db): boolean {
  return immediately(outer, (tx) => {
    const guest = guestAlone(bookingId, now, tx)
    const asker = guest && requestsTo(guest, now, tx).find(({ traveler }) => traveler.id === travelerId)
    if (!asker) return false
    const subject = `booking:${guest.booking.reference}`
    const detail = { of: asker.booking.reference }
    recordAct({ ...BY_TRAVELER, action: 'room-request-declined', subject, detail }, now, tx)
    return true
  })
}

/** The history remembers it: there is nothing else to keep of a "Not me". */
export const hasDeclined = (reference: string, asker: string, outer: Db = db): boolean =>
  outer
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
