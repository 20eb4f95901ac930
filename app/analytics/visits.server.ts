import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { Day } from '#app/days'
import { type DateRange, lastDays } from '#app/lists/date-range'
import { db } from '#db/connection.server'
import { dailyViews } from '#db/schema'
import { countryName } from './country.server'
import { growth, percentOf } from './percent'

const LIST_LENGTH = 10

const inRange = and(gte(dailyViews.day, sql.placeholder('from')), lte(dailyViews.day, sql.placeholder('to')))
const ofDimension = eq(dailyViews.dimension, sql.placeholder('dimension'))
const viewsTogether = sql<number>`sum(${dailyViews.views})`
const visitorsTogether = sql<number>`sum(${dailyViews.visitors})`

const byDay = db
  .select({ day: dailyViews.day, views: dailyViews.views, visitors: dailyViews.visitors })
  .from(dailyViews)
  .where(and(eq(dailyViews.dimension, sql`'all'`), inRange))
  .orderBy(asc(dailyViews.day))
  .prepare()

const most = (amount: typeof viewsTogether) =>
  db
    .select({
      value: dailyViews.value,
      amount,
      /** Of all values, those beyond the list included. */
      whole: sql<number>`sum(${amount}) over ()`,
    })
    .from(dailyViews)
    .where(and(ofDimension, inRange))
    .groupBy(dailyViews.value)
    .having(sql`${amount} > 0`)
    .orderBy(desc(amount), asc(dailyViews.value))
    .limit(LIST_LENGTH)
    .prepare()

const mostViewed = most(viewsTogether)
const mostVisited = most(visitorsTogether)

/** Views and visitors of each day that had any. A visitor counts once a day: nobody is followed to the next. */
export const visitsByDay = (range: DateRange) => byDay.all(range)

/** Views of the last seven days against the seven before, in percent; null where there were none before. */
export function weeklyGrowth(today: Day): number | null {
  const { from } = lastDays(7, today)
  let before = 0
  let now = 0
  for (const { day, views } of visitsByDay(lastDays(14, today))) {
    if (day < from) before += views
    else now += views
  }
  return growth(now, before)
}

/** The ten pages viewed most, with their part of all views. */
export const topPages = (range: DateRange) =>
  mostViewed
    .all({ ...range, dimension: 'path' })
    .map(({ value, amount, whole }) => ({ path: value, percentage: percentOf(amount, whole), views: amount }))

/** The ten sources that brought most visits: a visitor's first page of a day tells where the visit came from. */
export const trafficSources = (range: DateRange) =>
  mostVisited.all({ ...range, dimension: 'source' }).map(({ value, amount, whole }) => ({
    source: value,
    percentage: percentOf(amount, whole),
    visits: amount,
  }))

/** The ten countries most visitors came from, by name; 'Unknown' where the registries do not say. */
export const visitorCountries = (range: DateRange) =>
  mostVisited.all({ ...range, dimension: 'country' }).map(({ value, amount, whole }) => ({
    country: countryName(value),
    percentage: percentOf(amount, whole),
    visitors: amount,
  }))
