import { and, asc, count, eq, sql } from 'drizzle-orm'
import {
  type ChangedMeanwhile,
  changedMeanwhile,
  type Direction,
  lastPosition,
  moveRow,
  versionOf,
} from '#app/platform/lists/ordered-rows.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { departureDays, departures } from '#db/schema'
import { DAYS_AT_MOST } from './departure-form'
import type { ItineraryDay } from './itinerary'
import { isStop } from './stops'
import type { DayWords } from './tour-forms'

const FIRST_STOP = 'Nairobi'

type DepartureDay = ItineraryDay & { id: number }

const inOrder = db
  .select()
  .from(departureDays)
  .where(eq(departureDays.departureId, sql.placeholder('departureId')))
  .orderBy(asc(departureDays.position), asc(departureDays.id))
  .prepare()

type Row = typeof departureDays.$inferSelect

/** The days of a departure, in order. A stop that the map knows no longer is the city where journeys begin. */
export const daysOf = (departureId: number): DepartureDay[] => inOrder.all({ departureId }).map(dayIn)

/** One day; undefined where it is gone. */
export function dayWith(id: number): (DepartureDay & { departureId: number }) | undefined {
  const row = db.select().from(departureDays).where(eq(departureDays.id, id)).get()
  return row && { ...dayIn(row), departureId: row.departureId }
}

const dayIn = ({ id, title, place, text, kinds, stop, onward }: Row): DepartureDay => ({
  id,
  title,
  place,
  text,
  kinds,
  stop: isStop(stop) ? stop : FIRST_STOP,
  onward: isStop(onward) ? onward : null,
})

export type DaySaved = { id: number } | { refused: 'gone' | 'too-many' } | ChangedMeanwhile<DayWords>

/** Adds a day at the end of a departure. Its date follows from its place. */
export function addDay(departureId: number, words: DayWords, actor: Actor, now: Date): DaySaved {
  return immediately((tx) => {
    const departure = tx.select().from(departures).where(eq(departures.id, departureId)).get()
    if (!departure) return { refused: 'gone' }
    const days = tx.select({ total: count() }).from(departureDays).where(of(departureId)).get()?.total ?? 0
    if (days >= DAYS_AT_MOST) return { refused: 'too-many' }
    const added = tx
      .insert(departureDays)
      .values({
        ...columnsOf(words),
        departureId,
        position: lastPosition(departureDays, of(departureId), tx),
      })
      .returning({ id: departureDays.id })
      .get()
    record('day-added', departureId, words.title, actor, now)
    return added
  })
}

/** Changes the words, kinds and stops of a day; its place stays. `version` is what staff had opened. */
export function changeDay(
  departureId: number,
  id: number,
  { version, ...typed }: DayWords & { version?: string | undefined },
  actor: Actor,
  now: Date,
): DaySaved {
  return immediately((tx) => {
    // An evening like the day is stored as none.
    const words = { ...typed, evening: typed.evening === typed.kind ? null : typed.evening }
    const stored = dayWith(id)
    if (stored?.departureId !== departureId) return { refused: 'gone' }
    const meanwhile = changedMeanwhile(version, wordsOf(stored), words)
    if (meanwhile) return meanwhile
    tx.update(departureDays).set(columnsOf(words)).where(one(departureId, id)).run()
    record('day-changed', departureId, words.title, actor, now)
    return { id }
  })
}

/** False where it is gone already. The days after it move up by a date. */
export function removeDay(departureId: number, id: number, actor: Actor, now: Date): boolean {
  return immediately((tx) => {
    const removed = tx
      .delete(departureDays)
      .where(one(departureId, id))
      .returning({ title: departureDays.title })
      .get()
    if (removed) record('day-removed', departureId, removed.title, actor, now)
    return removed !== undefined
  })
}

export function moveDay(
  departureId: number,
  id: number,
  direction: Direction,
  actor: Actor,
  now: Date,
): boolean {
  return immediately((tx) => {
    const moved = moveRow(departureDays, of(departureId), id, direction, tx)
    if (moved)
      recordAct(
        {
          ...byStaff(actor),
          action: 'day-moved',
          subject: `departure:${departureId}`,
          detail: { direction },
        },
        now,
      )
    return moved
  })
}

function wordsOf({ title, place, text, kinds, stop, onward = null }: DepartureDay): DayWords {
  const [kind = 'safari', evening = null] = kinds
  return { title, place, text, kind, evening, stop, onward }
}

/** What the form that edits it keeps, to see whether somebody saved meanwhile. */
export const versionOfDay = (day: DepartureDay): string => versionOf(wordsOf(day))

const columnsOf = ({ kind, evening, ...words }: DayWords) => ({
  ...words,
  kinds: evening === null || evening === kind ? [kind] : [kind, evening],
})

const of = (departureId: number) => eq(departureDays.departureId, departureId)
const one = (departureId: number, id: number) => and(of(departureId), eq(departureDays.id, id))

type Saving = 'day-added' | 'day-changed' | 'day-removed'

const record = (action: Saving, departureId: number, title: string, actor: Actor, now: Date) =>
  recordAct({ ...byStaff(actor), action, subject: `departure:${departureId}`, detail: { title } }, now)
