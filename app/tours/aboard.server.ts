import { asc, eq, sql } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { aboardTicks } from '#db/schema'
import type { Departure } from './departures.server'

/** For how many hours a guide's phone keeps a manifest that it could not renew. */
export const MANIFEST_KEPT_HOURS = 72

const ofDeparture = db
  .select()
  .from(aboardTicks)
  .where(eq(aboardTicks.departureId, sql.placeholder('departureId')))
  .orderBy(asc(aboardTicks.day))
  .prepare()

/** On which days of a departure somebody said that everyone is aboard. */
export const aboardOf = (departureId: number) => ofDeparture.all({ departureId })

/**
 * Notes that everyone is aboard on a day of a departure, once however often it is sent: a phone without network
 * sends it later. False for a day that is not among its days.
 */
export function tickAboard(
  { id: departureId, startsOn, endsOn }: Pick<Departure, 'id' | 'startsOn' | 'endsOn'>,
  day: Day,
  staff: Actor,
  now: Date,
): boolean {
  if (day < startsOn || day > endsOn) return false
  return immediately((tx) => {
    const ticked = tx
      .insert(aboardTicks)
      .values({ departureId, day, tickedBy: staff.username, tickedAt: now })
      .onConflictDoNothing()
      .run()
    if (ticked.changes > 0)
      recordAct(
        { ...byStaff(staff), action: 'aboard-ticked', subject: `departure:${departureId}`, detail: { day } },
        now,
      )
    return true
  })
}
