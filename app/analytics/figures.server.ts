import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { subscriberTotals } from '#app/people/subscribers.server'
import { addDays, type Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type DateRange, daysOf } from '#app/platform/lists/date-range'
import { type Cents, cents, rateOf } from '#app/platform/money'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, payments, slotTallies, type TALLY_SERIES, totals } from '#db/schema'
import { spendIn } from './marketing-spend.server'
import { recentActivity } from './recent-activity.server'
import {
  slotsOf,
  startOfDay,
  topPages,
  trafficSources,
  visitorCountries,
  visitsByDay,
  weeklyGrowth,
} from './visits.server'

type Series = (typeof TALLY_SERIES)[number]

const askedDay = (part: 'day' | 'first' | 'end') => sql`asked.value ->> ${sql.raw(`'${part}'`)}`

const ofDay = (series: Series) =>
  sql<number>`(select coalesce(sum(${slotTallies.amount}), 0) from ${slotTallies} where ${eq(
    slotTallies.series,
    sql.raw(`'${series}'`),
  )} and ${slotTallies.slot} >= ${askedDay('first')} and ${slotTallies.slot} < ${askedDay('end')})`

const byDay = db
  .select({
    day: sql<string>`${askedDay('day')}`,
    bookings: ofDay('bookings'),
    subscribers: ofDay('subscribers'),
    revenueCents: ofDay('revenue').mapWith((amount: number) => amount as Cents),
  })
  .from(sql`json_each(${sql.placeholder('days')}) as asked`)
  .prepare()

/**
 * What each day of the range brought: bookings paid for the first time, sign-ups for the newsletter, and the
 * ledger's sum in cents with refunds taken off. A day begins at the business's midnight, also where the
 * clocks change.
 */
export function takingsByDay(range: DateRange) {
  const slots = slotsOf(daysOf(range), addDays(range.to, 1), env.BUSINESS_TIMEZONE)
  return byDay.all({ days: JSON.stringify(slots) })
}

/** One day of the chart. */
export type DayFigures = { day: Day; views: number; visitors: number; bookings: number; revenueCents: Cents }

/**
 * Everything the Analytics screen and its JSON call show for a range of business days. Read from sums
 * that are kept as things happen, so that a site of a million rows answers as quickly as a small one.
 *
 * Page views, visitors, conversion, revenue, lists and business metrics belong to the range; weekly growth,
 * today's visitors and recent activity are always today's. Percentages have one decimal, rates are null where
 * they cannot be known; money is whole cents. Worked out in a few turns of the event loop, so that nobody
 * else waits for the whole.
 */
export async function figuresOf(range: DateRange, today: Day) {
  const days = dayByDay(range)
  await nextTurn()
  const customers = payingCustomers(range)
  await nextTurn()
  const sum = (figure: (day: Takings) => number) => days.reduce((total, day) => total + figure(day), 0)
  const visitors = sum((day) => day.visitors)
  const bookings = sum((day) => day.bookings)
  const subscribers = sum((day) => day.subscribers)

  return {
    overview: {
      totalPageViews: sum((day) => day.views),
      weeklyGrowth: weeklyGrowth(today),
      totalVisitors: visitors,
      todayVisitors: visitsByDay({ from: today, to: today })[0]?.visitors ?? 0,
      conversionRate: rateOf(bookings, visitors),
      totalRevenueCents: cents(sum((day) => day.revenueCents)),
      bookings,
    },
    topPages: topPages(range),
    trafficSources: trafficSources(range),
    geographicData: visitorCountries(range),
    businessMetrics: {
      ...customers,
      ...acquisition(spendIn(range, today), bookings),
      emailSignupRate: rateOf(subscribers, visitors),
      subscribers,
    },
    recentActivity: recentActivity(),
    days: days.map(({ subscribers: _, ...day }): DayFigures => day),
  }
}

type Takings = DayFigures & { subscribers: number }

function dayByDay(range: DateRange): Takings[] {
  const visits = new Map(visitsByDay(range).map((visit) => [visit.day, visit]))
  const takings = new Map(takingsByDay(range).map((taking) => [taking.day, taking]))
  return daysOf(range).map((day) => ({
    day,
    views: visits.get(day)?.views ?? 0,
    visitors: visits.get(day)?.visitors ?? 0,
    bookings: takings.get(day)?.bookings ?? 0,
    subscribers: takings.get(day)?.subscribers ?? 0,
    revenueCents: takings.get(day)?.revenueCents ?? cents(0),
  }))
}

/** What a new booking cost to find, in cents; null where no spend was entered, or nobody booked. */
function acquisition(spendCents: Cents | null, bookings: number) {
  const isKnown = spendCents !== null && bookings > 0
  return {
    spendCents,
    customerAcquisitionCostCents: isKnown ? cents(Math.round(spendCents / bookings)) : null,
  }
}

const kept = db
  .select()
  .from(totals)
  .where(inArray(totals.name, ['contacts', 'bookings:deposit_paid', 'bookings:completed']))
  .prepare()

const ofDeparture = db
  .select({ total: count() })
  .from(bookings)
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking))
  .prepare()

/** The bookings of one departure whose deposit is there. */
export const bookingsOn = (departureId: number): number => ofDeparture.get({ departureId })?.total ?? 0

/**
 * The dashboard's three totals, kept by triggers. A booking counts once its deposit is there, a subscriber
 * until they leave.
 */
export function siteTotals() {
  const amounts = new Map(kept.all().map(({ name, amount }) => [name, amount]))
  const amount = (name: string) => amounts.get(name) ?? 0
  return {
    totalContacts: amount('contacts'),
    totalBookings: amount('bookings:deposit_paid') + amount('bookings:completed'),
    totalNewsletterSubscribers: subscriberTotals().subscribers,
  }
}

/** No roll-up knows prices or persons, so rows are read: the newest ones, so that it stays little. */
const NEWEST = 100
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
function payingCustomers({ from, to }: DateRange) {
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
    averageBookingValueCents: average(booked, newest.length),
    lifetimeValueCents: average(paid, customers.length),
    /** How many bookings the averages cover; where the range has more, the newest. */
    averagedBookings: newest.length,
    averagesNewestOnly: newest.length === NEWEST,
  }
}

const average = (sum: number, count: number): Cents => cents(count > 0 ? Math.round(sum / count) : 0)
