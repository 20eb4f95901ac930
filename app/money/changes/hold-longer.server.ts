import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { heldAtMostUntil, heldUntil, holdEnd } from '#app/bookings/hold-for-guest.server'
import { dueAfterHold, installmentName } from '#app/bookings/installments/plan'
import {
  type Installment,
  installmentsOf,
  setDueDays,
} from '#app/bookings/installments/settle-installments.server'
import type { HoldQuote, NotDone } from '#app/money/books/quotes'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { departureOf } from '#app/tours/departures.server'
import { bookings } from '#db/schema/bookings'
import { changeBooking } from './change-booking.server'
import type { ConfirmHoldForm } from './money-forms'
import { mailSeatsHeld } from './sell-by-hand.server'

type HoldWish = z.output<typeof ConfirmHoldForm> & { reference: string }

export type NotHeldLonger = { refused: 'not-held' | 'same-day' } | { refused: 'wrong-day'; until: Day }

export type HeldLonger = { held: HoldQuote } | NotDone<HoldQuote, never> | NotHeldLonger

/**
 * Seats that are held for a guest stay held until another day before the journey (rules 1.22), sooner or
 * later than before. What is due in the meantime waits for that day alone. The guest gets the letter again.
 * Not once the hold is over.
 */
export const holdLonger = (wish: HoldWish, staff: Staff, clock: () => Date): Promise<HeldLonger> =>
  changeBooking(wish, clock, {
    name: 'hold',
    plan: (booking, now) => holding(booking, wish.heldUntil, now),
    leavesOpen: () => true,
    change: (booking, { quote, rows }, now, tx) => {
      tx.update(bookings)
        .set({ holdEndsAt: holdEnd(wish.heldUntil) })
        .where(eq(bookings.id, booking.id))
        .run()
      setDueDays(rows, tx)
      mailSeatsHeld(bookingWithId(booking.id) ?? booking, wish.formKey, now)
      const detail = { from: quote.from, to: wish.heldUntil, note: wish.note }
      recordBookingAct(now, booking, byStaff(staff), 'hold-changed-by-staff', detail)
      return { held: quote }
    },
  })

/** What is displayed before it is done, or why it cannot be. */
export function holdQuote(booking: Booking, until: Day, now: Date): HoldQuote | NotHeldLonger {
  const found = holding(booking, until, now)
  return 'refused' in found ? found : found.quote
}

function holding(
  booking: Booking,
  until: Day,
  now: Date,
): { quote: HoldQuote; rows: Installment[] } | NotHeldLonger {
  if (!isHeldForGuest(booking) || booking.holdEndsAt <= now) return { refused: 'not-held' }
  const from = heldUntil(booking)
  if (from === until) return { refused: 'same-day' }
  const departure = departureOf(booking)
  const latest = heldAtMostUntil(departure)
  if (until < businessDay(now) || until > latest) return { refused: 'wrong-day', until: latest }
  const before = installmentsOf(booking.id)
  const rows = dueAfterHold(before, until, departure.startsOn)
  const quote = { from, heldUntil: until, installmentsBefore: shown(before), installments: shown(rows) }
  return { quote, rows }
}

const shown = (rows: Installment[]): HoldQuote['installments'] =>
  rows.map(({ number, amountCents, dueOn }) => ({
    name: installmentName(number, rows),
    owedCents: amountCents,
    dueOn,
  }))
