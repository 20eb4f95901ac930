import { bookingWithId } from '#app/bookings/find-booking.server'
import { travelerWithId } from '#app/bookings/party.server'
import { mailAutopayEnded } from '#app/money/letters/autopay-mail.server'
import { mailShareOf } from '#app/money/letters/share-mail.server'
import { endConsent, liveConsentsOf } from '#app/money/payments/autopay-consents.server'
import { type Actor, byStaff } from '#app/staff/audit-log.server'
import { changeTraveler, type TravelerChanged } from '#app/travelers/change-traveler.server'
import { immediately, type Tx } from '#db/connection.server'

/**
 * Changes a traveler's names and e-mail, as `changeTraveler` says. What a former person agreed to be charged
 * for ends with it, and they are told (rules 3.19). Who has another address reads there of their share, where
 * each pays their own.
 */
export const changeOrReplaceTraveler = (
  id: number,
  wish: Parameters<typeof changeTraveler>[1],
  actor: Actor,
  now: Date,
): TravelerChanged =>
  immediately((tx) => {
    const done = changeTraveler(id, wish, actor, now)
    if (!('changed' in done)) return done
    if (done.changed.includes('person')) endAgreed(id, actor, now, tx)
    const traveler = done.changed.includes('email') && travelerWithId(id)
    if (traveler) mailShareOf(traveler, now)
    return done
  })

function endAgreed(travelerId: number, actor: Actor, now: Date, tx: Tx): void {
  const booking = bookingWithId(travelerWithId(travelerId)?.bookingId ?? null)
  if (!booking) return
  for (const consent of liveConsentsOf(booking.id)) {
    if (consent.forTravelerId !== travelerId) continue
    if (endConsent(consent, 'left', byStaff(actor), now, tx)) mailAutopayEnded(booking, consent, 'left', now)
  }
}
