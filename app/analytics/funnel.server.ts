import { and, asc, between, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import type { DateRange } from '#app/platform/lists/date-range'
import { pathOf, publishedTours, type Tour } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { dailyViews, slotTallies } from '#db/schema/running'
import type { TallySeries } from '#db/values'
import { instantsOf, QUARTER_HOUR } from './visits.server'

const CHECKOUT = '/checkout'

/** Visitors who opened a journey's page, and the checkout: each once a day and page. */
export type Looks = { looked: number; opened: number }

export type JourneySteps = { name: string; looked: number; held: number; paid: number }

/**
 * The way to a booking on each day, and of each journey where there are several. Steps are counted by
 * themselves: holds of guests at the checkout, and those of them that were paid for since, by
 * `takingsByDay` too. `unknownUntil` is the last day whose visitors of single pages no one counted.
 */
export function funnelOf(range: DateRange) {
  const tours = publishedTours()
  const pages = tours.map(pathOf)
  const views = viewsOf.all({ ...range, paths: JSON.stringify([...pages, CHECKOUT]) })
  const visitorsOf = (seen: typeof views, paths: string[]) =>
    seen.reduce((sum, { path, visitors }) => sum + (paths.includes(path) ? visitors : 0), 0)

  return {
    looksByDay: new Map<Day, Looks>(
      [...Map.groupBy(views, ({ day }) => day)].map(([day, seen]) => [
        day,
        { looked: visitorsOf(seen, pages), opened: visitorsOf(seen, [CHECKOUT]) },
      ]),
    ),
    journeys: stepsOf(tours.length > 1 ? tours : [], range, (tour) => visitorsOf(views, [pathOf(tour)])),
    unknownUntil: views.findLast(({ visitors }) => visitors === 0)?.day ?? null,
  }
}

const viewsOf = db
  .select({ day: dailyViews.day, path: dailyViews.value, visitors: dailyViews.visitors })
  .from(dailyViews)
  .where(
    and(
      eq(dailyViews.dimension, sql`'path'`),
      between(dailyViews.day, sql.placeholder('from'), sql.placeholder('to')),
      inArray(dailyViews.value, sql`(select value from json_each(${sql.placeholder('paths')}))`),
    ),
  )
  .orderBy(asc(dailyViews.day))
  .prepare()

function stepsOf(tours: Tour[], range: DateRange, lookedAt: (tour: Tour) => number): JourneySteps[] {
  const { start, end } = instantsOf(range)
  const series = tours.flatMap(({ tourType }) => [
    seriesOf('held', tourType),
    seriesOf('held-paid', tourType),
  ])
  const tallies = talliesOf.all({
    series: JSON.stringify(series),
    start: start / QUARTER_HOUR,
    end: end / QUARTER_HOUR,
  })
  const counted = new Map(tallies.map(({ series, amount }) => [series, amount]))
  return tours.map((tour) => ({
    name: tour.shortName,
    looked: lookedAt(tour),
    held: counted.get(seriesOf('held', tour.tourType)) ?? 0,
    paid: counted.get(seriesOf('held-paid', tour.tourType)) ?? 0,
  }))
}

const seriesOf = (step: 'held' | 'held-paid', tourType: string): TallySeries => `${step}:${tourType}`

const talliesOf = db
  .select({ series: slotTallies.series, amount: sql<number>`sum(${slotTallies.amount})` })
  .from(slotTallies)
  .where(
    and(
      inArray(slotTallies.series, sql`(select value from json_each(${sql.placeholder('series')}))`),
      gte(slotTallies.slot, sql.placeholder('start')),
      lt(slotTallies.slot, sql.placeholder('end')),
    ),
  )
  .groupBy(slotTallies.series)
  .prepare()
