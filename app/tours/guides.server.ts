import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { addDays, type Day, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Actor, byStaff, recordAct, recordDepartureAct } from '#app/staff/audit-log.server'
import { findUser } from '#app/staff/users.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema/staff'
import { aboardTicks, departures, guideDepartures } from '#db/schema/tours'
import type { Dates } from './departure'
import { departureChoices } from './departure-list.server'
import { type Departure, departureIn, departureOf, selectDepartures } from './departures.server'
import { GUIDE_SHOWN_DAYS_BEFORE } from './itinerary'
import { GUIDE_DAYS_AFTER, GUIDE_DAYS_BEFORE } from './promises'

/** From when until when a guide sees a departure of their own, both days included. */
export const guideDays = ({ startsOn, endsOn }: Dates): { opensOn: Day; lastDay: Day } => ({
  opensOn: addDays(startsOn, -GUIDE_DAYS_BEFORE),
  lastDay: addDays(endsOn, GUIDE_DAYS_AFTER),
})

/** Whether a guide sees a departure of their own today, not yet, or no longer. */
export function guideSees(departure: Dates, today: Day): 'now' | 'later' | 'no-longer' {
  const { opensOn, lastDay } = guideDays(departure)
  if (today < opensOn) return 'later'
  return today > lastDay ? 'no-longer' : 'now'
}

const assigned = selectDepartures()
  .innerJoin(guideDepartures, eq(guideDepartures.departureId, departures.id))
  .where(eq(guideDepartures.adminUserId, sql.placeholder('guideId')))
  .orderBy(asc(departures.startsOn))
  .prepare()

/** The departures that a guide is assigned to, the earliest first. */
export const departuresOfGuide = (guideId: number): Departure[] => assigned.all({ guideId })

const introduced = db
  .select({ name: adminUsers.guideName, phone: adminUsers.guidePhone })
  .from(guideDepartures)
  .innerJoin(adminUsers, eq(adminUsers.id, guideDepartures.adminUserId))
  .where(and(eq(guideDepartures.departureId, sql.placeholder('departureId')), ne(adminUsers.guideName, '')))
  .orderBy(asc(adminUsers.guideName))
  .prepare()

const assignedTo = db
  .select({ name: sql<string>`coalesce(nullif(${adminUsers.guideName}, ''), ${adminUsers.username})` })
  .from(guideDepartures)
  .innerJoin(adminUsers, eq(adminUsers.id, guideDepartures.adminUserId))
  .where(eq(guideDepartures.departureId, sql.placeholder('departureId')))
  .orderBy(asc(adminUsers.guideName), asc(adminUsers.username))
  .prepare()

/** Who guides a departure, as staff call them: by the name that travelers read, or of their account. */
export const guideNamesOn = (departureId: number): string[] =>
  assignedTo.all({ departureId }).map(({ name }) => name)

/**
 * The guides that travelers see from GUIDE_SHOWN_DAYS_BEFORE the first day; before that, the day they will.
 */
export function guidesView(
  { id, startsOn }: Pick<Departure, 'id' | 'startsOn'>,
  today: Day,
): { guides: { name: string; phone: string }[]; shownFrom: Day | null } {
  const shownFrom = addDays(startsOn, -GUIDE_SHOWN_DAYS_BEFORE)
  if (today < shownFrom) return { guides: [], shownFrom }
  return { guides: introduced.all({ departureId: id }), shownFrom: null }
}

/** What a guide may be assigned to, the earliest first: all that are not long over, and those they have. */
export function departuresToAssign(guideId: number, today: Day) {
  const assigned = departuresOfGuide(guideId).map(({ id }) => id)
  return departureChoices(null)
    .filter(
      ({ id }) => assigned.includes(id) || guideSees(departureOf({ departureId: id }), today) !== 'no-longer',
    )
    .toReversed()
    .map(({ id, dates }) => ({ id, dates, isAssigned: assigned.includes(id) }))
}

type Assigned = { added: number; removed: number } | { refused: 'no-guide' | 'signed-out' }

/** Assigns a guide to exactly these departures; numbers that no departure has are left out. */
export function assignGuide(guideId: number, departureIds: number[], staff: Actor, now: Date): Assigned {
  return immediately((tx) => {
    if (!findUser(staff.id)) return { refused: 'signed-out' }
    const guide = findUser(guideId)
    if (guide?.role !== 'guide') return { refused: 'no-guide' }
    const before = departuresOfGuide(guideId)
    const removed = before.filter(({ id }) => !departureIds.includes(id))
    const added = [...new Set(departureIds)]
      .filter((id) => !before.some((departure) => departure.id === id))
      .flatMap((id) => departureIn(id) ?? [])
    const subject = `user:${guide.username}`
    const record = (action: 'guide-assigned' | 'guide-unassigned', { startsOn: from, endsOn: to }: Dates) =>
      recordAct(now, { ...byStaff(staff), action, subject, detail: { from, to } })
    for (const departure of added) {
      tx.insert(guideDepartures).values({ adminUserId: guideId, departureId: departure.id }).run()
      record('guide-assigned', departure)
    }
    for (const departure of removed) {
      tx.delete(guideDepartures)
        .where(and(eq(guideDepartures.adminUserId, guideId), eq(guideDepartures.departureId, departure.id)))
        .run()
      record('guide-unassigned', departure)
    }
    return { added: added.length, removed: removed.length }
  })
}

/** For how many days after the journey a guide's phone keeps its manifest, without any network in between. */
export const MANIFEST_KEPT_DAYS_AFTER = 2

/** Until when a phone keeps it. */
export const manifestKeptUntil = ({ endsOn }: Pick<Dates, 'endsOn'>): Date =>
  instantAt(addDays(endsOn, MANIFEST_KEPT_DAYS_AFTER + 1), 0, env.BUSINESS_TIMEZONE)

const ofDeparture = db
  .select()
  .from(aboardTicks)
  .where(eq(aboardTicks.departureId, sql.placeholder('departureId')))
  .orderBy(asc(aboardTicks.day))
  .prepare()

/** On which days of a departure someone said that everyone is aboard. */
export const ticksOf = (departureId: number) => ofDeparture.all({ departureId })

/**
 * Records once that everyone is aboard on a day: a phone without network sends it later. False for a day that
 * the departure does not have.
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
    if (ticked.changes > 0) recordDepartureAct(now, departureId, byStaff(staff), 'aboard-ticked', { day })
    return true
  })
}
