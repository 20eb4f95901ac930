import { and, eq, sql } from 'drizzle-orm'
import type { Day } from '#app/days'
import { db } from '#db/connection.server'
import { dailyViews } from '#db/schema'

const MOST_IN_A_DAY = 100

const ofDay = and(eq(dailyViews.dimension, sql`'source'`), eq(dailyViews.day, sql.placeholder('day')))

const known = db
  .select({ day: dailyViews.day })
  .from(dailyViews)
  .where(and(ofDay, eq(dailyViews.value, sql.placeholder('source'))))
  .prepare()

const howMany = db
  .select({ count: sql<number>`count(*)` })
  .from(
    db
      .select({ one: sql`1`.as('one') })
      .from(dailyViews)
      .where(ofDay)
      .limit(MOST_IN_A_DAY)
      .as('first'),
  )
  .prepare()

/**
 * The source as it is counted: a day has room for 100, whoever comes later is from 'other'. Anybody may invent
 * sources in an address; so the sums over them stay small.
 */
export function sourceOfDay(source: string, day: Day): string {
  if (known.get({ day, source })) return source
  return (howMany.get({ day })?.count ?? 0) < MOST_IN_A_DAY ? source : 'other'
}
