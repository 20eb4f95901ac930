import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { bookingWithId, findBooking } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldAtMostUntil, heldUntil, holdEnd } from '#app/bookings/hold-for-guest.server'
import { dueAfterHold } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { installments } from '#db/schema/money'
import type { HoldLongerForm } from './money-forms'
import { mailSeatsHeld } from './sell-by-hand.server'

type HoldWish = z.output<typeof HoldLongerForm> & { reference: string }

export type HeldLonger =
  | { heldUntil: Day }
  | { refused: 'not-found' | 'not-held' | 'day-changed' | 'same-day' }
  | { refused: 'wrong-day'; until: Day }

/**
 * Seats that are held for a guest stay held until another day, from today on and before the journey (rules
 * 1.22), sooner or later than before. What is due in the meantime waits for that day. The guest gets the
 * letter again, with the new day and plan. Not once the hold is over, nor where another day was shown.
 */
export function holdLonger(wish: HoldWish, staff: Staff, now: Date): HeldLonger {
  return immediately((tx) => {
    const booking = findBooking(wish.reference)
    if (!booking) return { refused: 'not-found' }
    if (!isHeldForGuest(booking) || booking.holdEndsAt <= now) return { refused: 'not-held' }
    const from = heldUntil(booking)
    if (from !== wish.shownUntil) return { refused: 'day-changed' }
    if (from === wish.heldUntil) return { refused: 'same-day' }
    const departure = departureOf(booking)
    const until = heldAtMostUntil(departure)
    if (wish.heldUntil < businessDay(now) || wish.heldUntil > until) return { refused: 'wrong-day', until }

    tx.update(bookings)
      .set({ holdEndsAt: holdEnd(wish.heldUntil) })
      .where(eq(bookings.id, booking.id))
      .run()
    for (const { id, dueOn } of dueAfterHold(installmentsOf(booking.id), wish.heldUntil, departure.startsOn))
      tx.update(installments).set({ dueOn }).where(eq(installments.id, id)).run()
    mailSeatsHeld(bookingWithId(booking.id) ?? booking, wish.formKey, now)
    const detail = { from, to: wish.heldUntil, note: wish.note }
    recordBookingAct(now, booking, byStaff(staff), 'hold-changed-by-staff', detail)
    return { heldUntil: wish.heldUntil }
  })
}
