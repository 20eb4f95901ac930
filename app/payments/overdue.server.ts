import type { Booking } from '#app/bookings/find-booking.server'
import { businessDay } from '#app/clock.server'
import { type Cents, cents } from '#app/money'
import { type Db, db } from '#db/connection.server'
import { askedNow, type InstallmentNow } from './asked-now.server'

/** The installments of a booking that are past their day and still ask for something, first due first. */
export const overdueOf = (booking: Booking, now: Date, outer: Db = db): InstallmentNow[] => {
  const today = businessDay(now)
  return askedNow(booking, outer).installments.filter(
    ({ owedCents, dueOn }) => owedCents > 0 && dueOn < today,
  )
}

/** All of it in one sum. */
export const overdueCents = (booking: Booking, now: Date, outer: Db = db): Cents =>
  cents(overdueOf(booking, now, outer).reduce((sum, { owedCents }) => sum + owedCents, 0))
