import { and, gte, lt, or, sql } from 'drizzle-orm'
import { isWrittenOff } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, MONEY_STATES, totals } from '#db/schema'
import type { MoneyState } from './status'

const ofBookings = db
  .select()
  .from(totals)
  .where(
    or(
      and(gte(totals.name, 'bookings:'), lt(totals.name, 'bookings;')),
      and(gte(totals.name, 'money:'), lt(totals.name, 'money;')),
    ),
  )
  .prepare()

/** Few: no total is kept of them. */
const writtenOff = db.select({ count: sql<number>`count(*)` }).from(bookings).where(isWrittenOff).prepare()

export type BookingTotals = {
  byMoney: Record<MoneyState, number>
  /** All that are on file, held seats and ended ones too. */
  onFile: number
  /** Those that are paid for, wholly or by their deposit, and stand: what the dashboard counts. */
  paid: number
}

/** How many bookings there are of each state of their money, from totals that triggers keep (rules 9.5). */
export function bookingTotals(): BookingTotals {
  const amounts = new Map(ofBookings.all().map(({ name, amount }) => [name, amount]))
  const amountOf = (name: string) => amounts.get(name) ?? 0
  const kept = Object.fromEntries(
    MONEY_STATES.map((state) => [state, amountOf(`money:${state}`)]),
  ) as BookingTotals['byMoney']
  const off = writtenOff.get()?.count ?? 0
  const byMoney = { ...kept, 'paid-in-full': kept['paid-in-full'] - off, 'written-off': off }
  return {
    byMoney,
    onFile: Object.values(byMoney).reduce((sum, count) => sum + count, 0),
    paid: amountOf('bookings:deposit_paid') + amountOf('bookings:completed'),
  }
}
