import { asc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { type TOUR_ITEM_KINDS, tourItems, tours } from '#db/schema'
import { TOUR_TYPE } from './departures.server'

export type TourItemKind = (typeof TOUR_ITEM_KINDS)[number]
export type TourItem = { id: number; kind: TourItemKind; title: string; text: string }
export type Tour = typeof tours.$inferSelect

const theOne = db.select().from(tours).where(eq(tours.tourType, TOUR_TYPE)).prepare()

const inOrder = db
  .select({ id: tourItems.id, kind: tourItems.kind, title: tourItems.title, text: tourItems.text })
  .from(tourItems)
  .where(eq(tourItems.tourId, sql.placeholder('tourId')))
  .orderBy(asc(tourItems.position), asc(tourItems.id))
  .prepare()

/** The journey that the site sells, with the words of its page. The seed makes it: throws on a site without one. */
export function theTour(): Tour {
  const tour = theOne.get()
  if (!tour) throw new Error(`There is no ${TOUR_TYPE} tour`)
  return tour
}

/** What is included, what people ask and who plays, each list in its order. */
export function itemsOf(tourId: number): Record<TourItemKind, TourItem[]> {
  const all = inOrder.all({ tourId })
  const of = (kind: TourItemKind) => all.filter((item) => item.kind === kind)
  return { inclusion: of('inclusion'), question: of('question'), player: of('player') }
}
