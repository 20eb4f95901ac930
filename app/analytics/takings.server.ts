import { eq, sql } from 'drizzle-orm'
import { addDays } from '#app/days'
import { env } from '#app/env.server'
import { type DateRange, daysOf } from '#app/lists/date-range'
import type { Cents } from '#app/money'
import { db } from '#db/connection.server'
import { slotTallies, type TALLY_SERIES } from '#db/schema'
import { slotsOf } from './day-slots'

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
 * What each day of the range brought: bookings paid for the first time, sign-ups for the newsletter, and the ledger's sum in
 * cents with refunds taken off. A day begins at the business's midnight, also where the clocks change.
 */
export function takingsByDay(range: DateRange) {
  const slots = slotsOf(daysOf(range), addDays(range.to, 1), env.BUSINESS_TIMEZONE)
  return byDay.all({ days: JSON.stringify(slots) })
}
