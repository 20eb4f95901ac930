import type { Booking } from '#app/bookings/find-booking.server'
import { bookingForStaff } from '#app/bookings/traveler-letters.server'
import { postToStaff } from '#app/mail/outbox.server'
import { shareCameBackNotice } from '#app/mail/party-letters'
import type { Cents } from '#app/money'
import type { Tx } from '#db/connection.server'

/** Tells staff that a refund has come back of which a part was of somebody who has left. */
export function mailShareCameBack(booking: Booking, amountCents: Cents, now: Date, tx: Tx): void {
  postToStaff(
    {
      kind: 'staff-share-came-back',
      once: `${booking.id}:${now.getTime()}`,
      booking,
      letter: shareCameBackNotice({ ...bookingForStaff(booking), amountCents }),
    },
    now,
    tx,
  )
}
