import { asc, eq, sql } from 'drizzle-orm'
import { editableList } from '#app/site/editable-list.server'
import { db } from '#db/connection.server'
import { departureDays, departures } from '#db/schema'
import { DAYS_AT_MOST } from './departure-form'
import { type ItineraryDay, type Lodging, lodgingOf } from './itinerary'
import { isStop } from './stops'
import type { DayWords } from './tour-forms'

const FIRST_STOP = 'Nairobi'

type DepartureDay = ItineraryDay & Lodging & { id: number; changedAt: Date | null }

const inOrder = db
  .select()
  .from(departureDays)
  .where(eq(departureDays.departureId, sql.placeholder('departureId')))
  .orderBy(asc(departureDays.position), asc(departureDays.id))
  .prepare()

type Row = typeof departureDays.$inferSelect

/**
 * The days of a departure, in order. A stop that the map knows no longer is the city where journeys begin.
 */
export const daysOf = (departureId: number): DepartureDay[] => inOrder.all({ departureId }).map(dayIn)

const dayIn = ({ id, title, place, text, kinds, stop, onward, changedAt, ...more }: Row) => ({
  ...{ id, title, place, text, kinds, changedAt, ...lodgingOf(more) },
  stop: isStop(stop) ? stop : FIRST_STOP,
  onward: isStop(onward) ? onward : null,
})

const isThere = (departureId: number): boolean =>
  db.select({ id: departures.id }).from(departures).where(eq(departures.id, departureId)).get() !== undefined

/** The days of a departure, to be edited. Their dates follow from their places. */
export const daysIn = (departureId: number) =>
  editableList({
    table: departureDays,
    of: { departureId },
    atMost: DAYS_AT_MOST,
    wordsOf,
    // An evening like the day is stored as none.
    columnsOf: ({ kind, evening, ...words }) => ({
      ...words,
      kinds: evening === null || evening === kind ? [kind] : [kind, evening],
    }),
    refuses: () => (isThere(departureId) ? null : 'gone'),
    placeCounts: true,
    event: 'day',
    subject: () => `departure:${departureId}`,
    detail: ({ title }) => ({ title }),
  })

function wordsOf(row: Row): DayWords {
  const { title, place, text, kinds, stop, onward } = dayIn(row)
  const [kind = 'safari', evening = null] = kinds
  return { title, place, text, kind, evening, stop, onward, ...lodgingOf(row) }
}

type Days = ReturnType<typeof daysIn>

export const addDay = (departureId: number, ...day: Parameters<Days['add']>) =>
  daysIn(departureId).add(...day)

export const removeDay = (departureId: number, ...day: Parameters<Days['remove']>) =>
  daysIn(departureId).remove(...day)

export const moveDay = (departureId: number, ...day: Parameters<Days['move']>) =>
  daysIn(departureId).move(...day)
