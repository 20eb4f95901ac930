import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { addDays, type Day } from '#app/platform/days'
import { db } from '#db/connection.server'
import { dailyViews } from '#db/schema'
import { WELL_KNOWN_SOURCES } from './traffic-source'

const NEW_IN_A_DAY = 100
/** With those that the week before knew. */
const MOST_IN_A_DAY = 300
const NEW_OF_AN_ADDRESS = 3
const ADDRESSES_AT_MOST = 10_000

const ofDay = and(eq(dailyViews.dimension, sql`'source'`), eq(dailyViews.day, sql.placeholder('day')))

const known = db
  .select({ day: dailyViews.day })
  .from(dailyViews)
  .where(and(ofDay, eq(dailyViews.value, sql.placeholder('source'))))
  .prepare()

const knownBefore = db
  .select({ day: dailyViews.day })
  .from(dailyViews)
  .where(
    and(
      eq(dailyViews.dimension, sql`'source'`),
      gte(dailyViews.day, sql.placeholder('from')),
      lt(dailyViews.day, sql.placeholder('day')),
      eq(dailyViews.value, sql.placeholder('source')),
    ),
  )
  .limit(1)
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
 * The source as it is counted. Anybody may invent sources in an address, so a day has room for 100 new ones,
 * three of them from one network address; later ones are from 'other'. What everybody knows is never pushed
 * out by that, nor easily what brought visitors in the week before.
 */
export function sourceOfDay(source: string, address: string, day: Day): string {
  if (WELL_KNOWN_SOURCES.has(source) || known.get({ day, source })) return source
  const count = howMany.get({ day })?.count ?? 0
  if (knownBefore.get({ from: addDays(day, -7), day, source }))
    return count < MOST_IN_A_DAY ? source : 'other'
  return count < NEW_IN_A_DAY && mayBringNew(address, day) ? source : 'other'
}

/** How many new sources each address has brought on the day; kept in memory. */
const brought = new Map<string, number>()
let dayOfBrought: Day = ''

function mayBringNew(address: string, day: Day): boolean {
  if (day !== dayOfBrought) brought.clear()
  dayOfBrought = day
  const before = brought.get(address) ?? 0
  if (before >= NEW_OF_AN_ADDRESS || brought.size >= ADDRESSES_AT_MOST) return false
  brought.set(address, before + 1)
  return true
}
