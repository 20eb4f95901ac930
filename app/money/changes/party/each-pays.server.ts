import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { acceptsNoPayments, amountsOwed } from '#app/money/books/amounts-owed.server'
import { settleShares } from '#app/money/books/shares.server'
import { mailAutopayEnded } from '#app/money/letters/autopay-mail.server'
import { mailEachPays } from '#app/money/letters/share-mail.server'
import { endConsent, liveConsentOf, liveConsentsOf } from '#app/money/payments/autopay-consents.server'
import { type Actor, byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import { bookings } from '#db/schema/bookings'
import { changeBooking } from '../change-booking.server'

/** Why a party cannot each pay their own, or no longer. */
export type NotEach = 'inactive' | 'alone' | 'nothing-due' | 'automatic' | 'as-it-is'

type EachWish = { reference: string; eachPays: boolean; formKey?: string }

/** Whether the lead traveler is offered it: a party of several that owes something. */
export const mayEachPay = (booking: Booking): boolean => booking.eachPays || whyNotEach(booking) === null

function whyNotEach(booking: Booking): Exclude<NotEach, 'as-it-is'> | null {
  if (!isPaid(booking.status) || acceptsNoPayments(booking)) return 'inactive'
  if (booking.travelers < 2) return 'alone'
  if (amountsOwed(booking).remainingCents === 0) return 'nothing-due'
  return liveConsentOf({ bookingId: booking.id, forTravelerId: null }) ? 'automatic' : null
}

/**
 * From now on each of a party pays their own share by a link of their own, which they get by mail; or the
 * lead traveler pays for everybody again. Price, days and the one contract stay (rules 2.26). By the lead
 * traveler where no staff is given. Throws StripeUnavailable, with nothing changed.
 */
export const setEachPays = (wish: EachWish, staff: Actor | null, clock: () => Date) =>
  changeBooking(wish, clock, {
    name: 'each-pays',
    leavesOnItsWay: true,
    plan: (booking) => {
      if (booking.eachPays === wish.eachPays) return { refused: 'as-it-is' as const }
      const refused = wish.eachPays ? whyNotEach(booking) : null
      return refused ? { refused } : {}
    },
    change: (booking, _, now, tx) => {
      settleShares(booking, now, tx)
      tx.update(bookings)
        .set({ eachPays: wish.eachPays, updatedAt: now })
        .where(eq(bookings.id, booking.id))
        .run()
      const by = staff ? byStaff(staff) : { actor: 'traveler' }
      recordBookingAct(now, booking, by, wish.eachPays ? 'each-pays-begun' : 'each-pays-ended', {})
      const changed = bookingWithId(booking.id) ?? booking
      if (wish.eachPays) mailEachPays(changed, now)
      for (const consent of liveConsentsOf(booking.id)) {
        if (endConsent(consent, 'who-pays', by, now, tx)) mailAutopayEnded(changed, consent, 'who-pays', now)
      }
      return { done: true as const }
    },
  })
