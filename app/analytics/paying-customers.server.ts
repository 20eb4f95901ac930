import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { addDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import type { DateRange } from '#app/platform/lists/date-range'
import { type Cents, cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { bookings, payments } from '#db/schema'
import { startOfDay } from './visits.server'

/** No roll-up knows prices or persons, so rows are read: the newest ones, so that it stays little. */
export const NEWEST = 100
const BOOKINGS_EACH = 20

const newestOf = (status: 'deposit_paid' | 'completed') =>
  db
    .select({
      totalCents: bookings.totalCents,
      customer: sql<string>`lower(${bookings.customerEmail})`,
      createdAt: bookings.createdAt,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, sql.raw(`'${status}'`)),
        gte(bookings.createdAt, sql.placeholder('start')),
        lt(bookings.createdAt, sql.placeholder('end')),
      ),
    )
    .orderBy(desc(bookings.createdAt))
    .limit(NEWEST)
    .prepare()

const newestPaid = [newestOf('deposit_paid'), newestOf('completed')]

const paidByAll = db
  .select({
    paidCents: sql<number>`coalesce(sum((
      select sum(${payments.amountCents}) from ${payments} where ${payments.bookingId} in (
        select ${bookings.id} from ${bookings}
        where lower(${bookings.customerEmail}) = customer.value limit ${sql.raw(String(BOOKINGS_EACH))}))), 0)`,
  })
  .from(sql`json_each(${sql.placeholder('customers')}) as customer`)
  .prepare()

/**
 * Of the bookings made in the range that are paid for and stand, the newest 100: what one costs on average,
 * and what a customer among them has paid on average so far, in all bookings under the same e-mail address,
 * refunds taken off. Whole cents; zero where nobody booked.
 */
export function payingCustomers({ from, to }: DateRange): {
  bookings: number
  averageBookingValue: Cents
  lifetimeValue: Cents
} {
  const start = startOfDay(from, env.BUSINESS_TIMEZONE).getTime()
  const end = startOfDay(addDays(to, 1), env.BUSINESS_TIMEZONE).getTime()
  const newest = newestPaid
    .flatMap((statement) => statement.all({ start, end }))
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, NEWEST)
  const customers = [...new Set(newest.map(({ customer }) => customer))]
  const paid = paidByAll.get({ customers: JSON.stringify(customers) })?.paidCents ?? 0
  const booked = newest.reduce((sum, { totalCents }) => sum + totalCents, 0)
  return {
    bookings: newest.length,
    averageBookingValue: average(booked, newest.length),
    lifetimeValue: average(paid, customers.length),
  }
}

const average = (sum: number, count: number): Cents => cents(count > 0 ? Math.round(sum / count) : 0)
