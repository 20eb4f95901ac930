import { asc, eq, sql } from 'drizzle-orm'
import { type Db, db } from '#db/connection.server'
import { departureDays } from '#db/schema'
import type { ItineraryDay } from './itinerary'
import { isStop } from './stops'

const FIRST_STOP = 'Nairobi'

export type DepartureDay = ItineraryDay & { id: number }

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
export function dayWith(id: number, outer: Db = db): (DepartureDay & { departureId: number }) | undefined {
  const row = outer.select().from(departureDays).where(eq(departureDays.id, id)).get()
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
