import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, count, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { subscriberTotals } from '#app/people/subscribers.server'
import { addDays, type Day, showDay } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type DateRange, daysOf } from '#app/platform/lists/date-range'
import { type Cents, cents, rateOf } from '#app/platform/money'
import { agreedPriceIn, isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { payments } from '#db/schema/money'
import { slotTallies, totals } from '#db/schema/running'
import type { TallySeries } from '#db/values'
import { funnelOf, type Looks } from './funnel.server'
import { spendIn } from './marketing-spend.server'
import { recentActivity } from './recent-activity.server'
import {
  instantsOf,
  slotsOf,
  topPages,
  trafficSources,
  visitorCountries,
  visitsByDay,
  weeklyGrowth,
} from './visits.server'

const askedDay = (part: 'day' | 'first' | 'end') => sql`asked.value ->> ${sql.raw(`'${part}'`)}`

const ofDay = (series: TallySeries) =>
  sql<number>`(select coalesce(sum(${slotTallies.amount}), 0) from ${slotTallies} where ${eq(
    slotTallies.series,
    sql.raw(`'${series}'`),
  )} and ${slotTallies.slot} >= ${askedDay('first')} and ${slotTallies.slot} < ${askedDay('end')})`

const byDay = db
  .select({
    day: sql<string>`${askedDay('day')}`,
    bookings: ofDay('bookings'),
    subscribers: ofDay('subscribers'),
    held: ofDay('held'),
    paid: ofDay('held-paid'),
    revenueCents: ofDay('revenue').mapWith((amount: number) => amount as Cents),
  })
  .from(sql`json_each(${sql.placeholder('days')}) as asked`)
  .prepare()

/**
 * Per day: bookings paid for the first time, newsletter sign-ups, the ledger's sum in cents minus refunds;
 * seats held by guests, and how many of these holds were paid for since. A day begins at the business's
 * midnight, also where the clocks change.
 */
export function takingsByDay(range: DateRange) {
  const slots = slotsOf(daysOf(range), addDays(range.to, 1), env.BUSINESS_TIMEZONE)
  return byDay.all({ days: JSON.stringify(slots) })
}

/** The way to a booking, step by step (`funnelOf`). */
export type Steps = Looks & { held: number; paid: number }

const STEPS = ['looked', 'opened', 'held', 'paid'] as const satisfies (keyof Steps)[]

const stepsTogether = (days: Steps[]): Steps =>
  Object.fromEntries(STEPS.map((step) => [step, sumOf(days, (day) => day[step])])) as Steps

export type DayFigures = Steps & {
  day: Day
  views: number
  visitors: number
  bookings: number
  revenueCents: Cents
}

/**
 * Everything the Analytics screen and its JSON call show for a range of business days, from running sums;
 * growth, visitors and activity are today's. Percentages have one decimal, rates that cannot be known are
 * null, money is cents. Takes turns of the event loop.
 */
export async function figuresOf(range: DateRange, today: Day) {
  const { looksByDay, ...funnel } = funnelOf(range)
  const days = dayByDay(range, looksByDay)
  await nextTurn()
  const customers = payingCustomers(range)
  await nextTurn()
  const sum = (figure: (day: Takings) => number) => sumOf(days, figure)
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
    funnel,
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

const sumOf = <Item>(items: Item[], figure: (item: Item) => number) =>
  items.reduce((total, item) => total + figure(item), 0)

type Takings = DayFigures & { subscribers: number }

function dayByDay(range: DateRange, looks: Map<Day, Looks>): Takings[] {
  const visits = new Map(visitsByDay(range).map((visit) => [visit.day, visit]))
  const takings = new Map(takingsByDay(range).map((taking) => [taking.day, taking]))
  return daysOf(range).map((day) => ({
    day,
    views: visits.get(day)?.views ?? 0,
    visitors: visits.get(day)?.visitors ?? 0,
    looked: looks.get(day)?.looked ?? 0,
    opened: looks.get(day)?.opened ?? 0,
    held: takings.get(day)?.held ?? 0,
    paid: takings.get(day)?.paid ?? 0,
    bookings: takings.get(day)?.bookings ?? 0,
    subscribers: takings.get(day)?.subscribers ?? 0,
    revenueCents: takings.get(day)?.revenueCents ?? cents(0),
  }))
}

/** What a new booking cost to find, in cents; null where no spend was entered, or no one booked. */
function acquisition(spendCents: Cents | null, bookings: number) {
  const isKnown = spendCents !== null && bookings > 0
  return {
    spendCents,
    customerAcquisitionCostCents: isKnown ? cents(Math.round(spendCents / bookings)) : null,
  }
}

const storedTotals = db
  .select()
  .from(totals)
  .where(inArray(totals.name, ['contacts', 'bookings:deposit_paid', 'bookings:completed']))
  .prepare()

const ofDeparture = db
  .select({ total: count() })
  .from(bookings)
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking))
  .prepare()

/**
 * The dashboard's three totals, from triggers; bookings of one departure alone where there is one. A booking
 * counts once its deposit is paid.
 */
export function siteTotals(departureId: number | null = null) {
  const amounts = new Map(storedTotals.all().map(({ name, amount }) => [name, amount]))
  const amount = (name: string) => amounts.get(name) ?? 0
  return {
    totalContacts: amount('contacts'),
    totalBookings:
      departureId === null
        ? amount('bookings:deposit_paid') + amount('bookings:completed')
        : (ofDeparture.get({ departureId })?.total ?? 0),
    totalNewsletterSubscribers: subscriberTotals().subscribers,
  }
}

/** No roll-up knows prices or persons, so rows are read: only the newest. */
const NEWEST = 100
const BOOKINGS_EACH = 20

const newestOf = (status: 'deposit_paid' | 'completed') =>
  db
    .select({
      priceCents: agreedPriceIn,
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
 * Of the newest 100 bookings of the range that are paid for: their average price as it was agreed, and what
 * each of their customers has paid on average so far, in all bookings under the same email address, minus
 * refunds. Whole cents.
 */
function payingCustomers(range: DateRange) {
  const newest = newestPaid
    .flatMap((statement) => statement.all(instantsOf(range)))
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, NEWEST)
  const customers = [...new Set(newest.map(({ customer }) => customer))]
  const paid = paidByAll.get({ customers: JSON.stringify(customers) })?.paidCents ?? 0
  const booked = sumOf(newest, ({ priceCents }) => priceCents)
  return {
    averageBookingValueCents: average(booked, newest.length),
    lifetimeValueCents: average(paid, customers.length),
    /** How many bookings the averages cover; where the range has more, the newest. */
    averagedBookings: newest.length,
    averagesNewestOnly: newest.length === NEWEST,
  }
}

const average = (sum: number, count: number): Cents => cents(count > 0 ? Math.round(sum / count) : 0)

const MOST_DAYS = 92

export type ChartPoint = Steps & {
  isWeek: boolean
  /** 'Jun 1, 2025', or 'Week to Jun 1, 2025'; 'Jun 1, 2025, so far' while it lasts. */
  label: string
  isUnfinished: boolean
  /** 'Jun 1': what has room under the axis. */
  tick: string
  views: number
  visitors: number
  bookings: number
  revenueCents: Cents
}

/** A point a day, or a week where there are too many days; weeks count back from the last day. */
export function chartPoints(days: DayFigures[], today: Day): ChartPoint[] {
  const size = days.length > MOST_DAYS ? 7 : 1
  const oldest = days.length % size
  const points = Array.from({ length: Math.floor(days.length / size) }, (_, index) =>
    pointOf(days.slice(oldest + index * size, oldest + (index + 1) * size), today),
  )
  return oldest > 0 ? [pointOf(days.slice(0, oldest), today, true), ...points] : points
}

function pointOf(days: DayFigures[], today: Day, isWeek = days.length > 1): ChartPoint {
  const last = showDay(days.at(-1)?.day ?? '')
  const isUnfinished = days.at(-1)?.day === today
  const sum = (figure: (day: DayFigures) => number) => sumOf(days, figure)
  return {
    isWeek,
    label: `${isWeek ? `Week to ${last}` : last}${isUnfinished ? ', so far' : ''}`,
    isUnfinished,
    tick: last.replace(/,.*/, ''),
    ...stepsTogether(days),
    views: sum((day) => day.views),
    visitors: sum((day) => day.visitors),
    bookings: sum((day) => day.bookings),
    revenueCents: cents(sum((day) => day.revenueCents)),
  }
}
