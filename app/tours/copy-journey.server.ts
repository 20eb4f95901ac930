import { and, desc, eq, ne } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { departures, tourItems, tours } from '#db/schema/tours'
import type { JourneyState } from './journey-form'
import { copyDeparture } from './save-departure.server'
import { allTours, shownTours } from './tours.server'

type NewJourney = { from: number; name: string; path: string; startsOn: Day }

export type JourneyCopied = { id: number } | { refused: 'gone' | 'path-taken' | 'too-many' }

/** More would be a menu that no one reads. */
export const JOURNEYS_AT_MOST = 20

/**
 * Makes a journey of another one, as a draft: words, lists, and its latest departure with days, trip book and
 * letters, to begin on `startsOn`. Pictures and films are not copied: they would show the other one.
 */
export function copyJourney(wish: NewJourney, actor: Actor, now: Date): JourneyCopied {
  return immediately((tx) => {
    const all = allTours()
    const from = all.find(({ id }) => id === wish.from)
    const latest = from && latestDeparture(from.id, tx)
    if (!from || !latest) return { refused: 'gone' }
    if (all.length >= JOURNEYS_AT_MOST) return { refused: 'too-many' }
    const { name, path } = wish
    if (all.some((one) => one.path === path || one.tourType === path)) return { refused: 'path-taken' }
    const { id: _, ...words } = from
    const copy = tx
      .insert(tours)
      .values({
        ...words,
        ...{ name, path, tourType: path, shortName: name.slice(0, 40), state: 'draft', version: 1 },
        updatedAt: now,
      })
      .returning({ id: tours.id })
      .get()
    for (const { id: __, ...item } of tx.select().from(tourItems).where(eq(tourItems.tourId, from.id)).all())
      tx.insert(tourItems)
        .values({ ...item, tourId: copy.id })
        .run()
    const detail = { title: from.name }
    recordAct(now, { ...byStaff(actor), action: 'journey-copied', subject: `tour:${copy.id}`, detail })
    const departure = copyDeparture(latest, wish.startsOn, actor, now, copy.id)
    if ('refused' in departure)
      throw new Error(`The departure of a new journey was refused: ${departure.refused}`)
    return copy
  })
}

const latestDeparture = (tourId: number, tx: Tx): number | undefined =>
  tx
    .select({ id: departures.id })
    .from(departures)
    .where(eq(departures.tourId, tourId))
    .orderBy(departures.isPrivate, desc(departures.startsOn))
    .limit(1)
    .get()?.id

export type StateChanged =
  | { changed: boolean }
  | { refused: 'gone' | 'no-departure' | 'on-sale' | 'only-one' }

/**
 * Shows a journey, or ends it. Refused: showing one without a public departure, ending one that still sells,
 * and leaving the site without any.
 */
export function changeJourneyState(
  id: number,
  state: Exclude<JourneyState, 'draft'>,
  actor: Actor,
  now: Date,
): StateChanged {
  return immediately((tx) => {
    const tour = allTours().find((one) => one.id === id)
    if (!tour) return { refused: 'gone' }
    if (tour.state === state) return { changed: false }
    const released = tx
      .select({ sales: departures.sales })
      .from(departures)
      .where(and(eq(departures.tourId, id), eq(departures.isPrivate, false), ne(departures.sales, 'draft')))
      .all()
    if (state === 'shown' && released.length === 0) return { refused: 'no-departure' }
    if (state === 'ended') {
      if (!shownTours().some((one) => one.id !== id)) return { refused: 'only-one' }
      if (released.some(({ sales }) => sales === 'open')) return { refused: 'on-sale' }
    }
    tx.update(tours).set({ state, updatedAt: now }).where(eq(tours.id, id)).run()
    const action = state === 'shown' ? 'journey-shown' : 'journey-ended'
    recordAct(now, { ...byStaff(actor), action, subject: `tour:${id}` })
    return { changed: true }
  })
}
