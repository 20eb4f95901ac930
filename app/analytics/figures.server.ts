import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Day } from '#app/days'
import { type DateRange, daysOf } from '#app/lists/date-range'
import { type Cents, cents } from '#app/money'
import { spendIn } from './marketing-spend.server'
import { NEWEST, payingCustomers } from './paying-customers.server'
import { rateOf } from './percent'
import { recentActivity } from './recent-activity.server'
import { takingsByDay } from './takings.server'
import { topPages, trafficSources, visitorCountries, visitsByDay, weeklyGrowth } from './visits.server'

/** One day of the chart. */
export type DayFigures = { day: Day; views: number; visitors: number; bookings: number; revenueCents: Cents }

/**
 * Everything the Analytics screen and its JSON call show for a range of business days. Read from sums
 * that are kept as things happen, so that a site of a million rows answers as quickly as a small one.
 *
 * Page views, visitors, conversion, revenue, lists and business metrics belong to the range; weekly growth, today's
 * visitors and recent activity are always today's. Percentages have one decimal, rates are null where they cannot be known; money is whole cents. Worked out in a
 * few turns of the event loop, so that nobody else waits for the whole.
 */
export async function figuresOf(range: DateRange, today: Day) {
  const days = dayByDay(range)
  await nextTurn()
  const customers = customerFigures(range)
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

function customerFigures(range: DateRange) {
  const { bookings, averageBookingValue, lifetimeValue } = payingCustomers(range)
  return {
    averageBookingValueCents: averageBookingValue,
    lifetimeValueCents: lifetimeValue,
    /** The averages are of so many bookings; where the range has more, of the newest. */
    averagedBookings: bookings,
    averagesNewestOnly: bookings === NEWEST,
  }
}

/** What a new booking cost to find, in cents; null where no spend was entered, or nobody booked. */
function acquisition(spendCents: Cents | null, bookings: number) {
  const isKnown = spendCents !== null && bookings > 0
  return {
    spendCents,
    customerAcquisitionCostCents: isKnown ? cents(Math.round(spendCents / bookings)) : null,
  }
}
