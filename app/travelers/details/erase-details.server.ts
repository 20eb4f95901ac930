import { and, eq, inArray, sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { SEAT_STATUSES } from '#app/bookings/stored-values'
import { businessDay } from '#app/platform/clock.server'
import { noteGone } from '#app/platform/gone-for-good.server'
import { recordAct } from '#app/staff/audit/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { auditLog, travelerDetails } from '#db/schema'
import { DETAILS_KEPT_DAYS } from './detail-rules'

/** Erases all that a traveler has told us, at once, because they wish it. False where there was nothing. */
export function eraseDetails({ id, bookingId }: PartyTraveler, now: Date): boolean {
  return immediately((tx) => {
    const { changes } = tx.delete(travelerDetails).where(eq(travelerDetails.travelerId, id)).run()
    const reference = bookingWithId(bookingId)?.reference
    if (changes === 0 || !reference) return false
    noteGone({ what: 'details', travelerId: id, booking: reference }, now)
    const subject = `booking:${reference}`
    recordAct({ actor: 'traveler', action: 'details-erased', subject, detail: { travelers: 1 } }, now)
    return true
  })
}

const DAY = 24 * 3_600_000

/**
 * Erases at most so many details of journeys that ended on the day of that instant or earlier, and of
 * bookings that came to nothing before it; answers how many it was. The audit log has their number for each
 * departure, and no more.
 */
export function eraseOldDetails(before: Date, atMost: number, tx: Tx): number {
  const over = tx.all<{ travelerId: number; departureId: number }>(overBy(before, atMost))
  if (over.length === 0) return 0
  const ids = over.map(({ travelerId }) => travelerId)
  tx.delete(travelerDetails).where(inArray(travelerDetails.travelerId, ids)).run()
  const at = new Date(before.getTime() + DETAILS_KEPT_DAYS * DAY)
  const counts = new Map<number, number>()
  for (const { departureId } of over) counts.set(departureId, (counts.get(departureId) ?? 0) + 1)
  for (const [departureId, travelers] of counts) countErased(departureId, travelers, at, tx)
  return over.length
}

const SEATED = sql.raw(SEAT_STATUSES.map((status) => `'${status}'`).join(', '))

/** Begins with the details, which are those of the present journeys alone, and looks the rest up. */
const overBy = (before: Date, atMost: number) => sql`
  select told.traveler_id as travelerId, bookings.departure_id as departureId
  from traveler_details as told
    cross join travelers on travelers.id = told.traveler_id
    cross join bookings on bookings.id = travelers.booking_id
    cross join departures on departures.id = bookings.departure_id
  where told.traveler_id > 0 and (
    departures.ends_on <= ${businessDay(before)}
    or (bookings.payment_status not in (${SEATED}) and bookings.updated_at < ${before.getTime()}))
  limit ${atMost}`

/** The portions of one run are one entry. */
function countErased(departureId: number, travelers: number, at: Date, tx: Tx): void {
  const subject = `departure:${departureId}`
  const { changes } = tx
    .update(auditLog)
    .set({
      detail: sql`json_set(${auditLog.detail}, '$.travelers', ${auditLog.detail} ->> '$.travelers' + ${travelers})`,
    })
    .where(
      and(eq(auditLog.subject, subject), eq(auditLog.createdAt, at), eq(auditLog.action, 'details-erased')),
    )
    .run()
  if (changes > 0) return
  recordAct({ actor: 'schedule', action: 'details-erased', subject, detail: { travelers } }, at)
}
