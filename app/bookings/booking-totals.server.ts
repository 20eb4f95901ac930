import { and, gte, lt, or } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { MONEY_STATES, totals } from '#db/schema'
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
  const byMoney = Object.fromEntries(
    MONEY_STATES.map((state) => [state, amountOf(`money:${state}`)]),
  ) as BookingTotals['byMoney']
  return {
    byMoney,
    onFile: Object.values(byMoney).reduce((sum, count) => sum + count, 0),
    paid: amountOf('bookings:deposit_paid') + amountOf('bookings:completed'),
  }
}
