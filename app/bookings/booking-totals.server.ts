import { and, gte, lt } from 'drizzle-orm'
import type { BookingStatus } from '#app/bookings/status'
import { db } from '#db/connection.server'
import { BOOKING_STATUSES, totals } from '#db/schema'

const ofBookings = db
  .select()
  .from(totals)
  .where(and(gte(totals.name, 'bookings:'), lt(totals.name, 'bookings;')))
  .prepare()

export type BookingTotals = {
  byStatus: Record<BookingStatus, number>
  /** All that are on file, held seats and ended ones too. */
  onFile: number
  /** Those that are paid for, wholly or by their deposit, and stand: what the dashboard counts. */
  paid: number
}

/** How many bookings there are of each status, from totals that triggers keep (decisions §8). */
export function bookingTotals(): BookingTotals {
  const amounts = new Map(ofBookings.all().map(({ name, amount }) => [name, amount]))
  const countOf = (status: BookingStatus) => amounts.get(`bookings:${status}`) ?? 0
  const byStatus = Object.fromEntries(
    BOOKING_STATUSES.map((status) => [status, countOf(status)]),
  ) as BookingTotals['byStatus']
  return {
    byStatus,
    onFile: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    paid: byStatus.deposit_paid + byStatus.completed,
  }
}
