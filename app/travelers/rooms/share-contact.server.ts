import { eq } from 'drizzle-orm'
import { recordRepeated } from '#app/audit/audit-log.server'
import { type Db, db, immediately } from '#db/connection.server'
import { travelers } from '#db/schema'
import { guestWith, roommatesFromElsewhere } from './room-guests.server'

/**
 * Agrees that the room companion from another booking may have the e-mail address and telephone of this one, or takes
 * that back; each sees the other's while both agree. False where the traveler is not of this booking, or shares no room.
 */
export function shareContact(
  bookingId: number,
  travelerId: number,
  shares: boolean,
  now: Date,
  outer: Db = db,
): boolean {
  return immediately(outer, (tx) => {
    const guest = guestWith(travelerId, tx)
    if (guest?.booking.id !== bookingId) return false
    if (roommatesFromElsewhere(guest, tx).length === 0) return false
    if (guest.traveler.sharesContact === shares) return true

    tx.update(travelers)
      .set({ sharesContact: shares, updatedAt: now })
      .where(eq(travelers.id, travelerId))
      .run()
    const action = shares ? 'contact-shared' : 'contact-unshared'
    recordRepeated({ actor: 'traveler', action, subject: `booking:${guest.booking.reference}` }, now, tx)
    return true
  })
}
