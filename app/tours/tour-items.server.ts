import { asc, eq, sql } from 'drizzle-orm'
import { editableList } from '#app/site/editable-list.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { type TOUR_ITEM_KINDS, tourItems, tours } from '#db/schema'
import { TOUR_TYPE } from './departures.server'
import { TOUR_ITEMS_AT_MOST, type TourItemWords, type TourWords } from './tour-forms'

export type TourItemKind = (typeof TOUR_ITEM_KINDS)[number]
export type TourItem = { id: number; kind: TourItemKind; title: string; text: string }
type Tour = typeof tours.$inferSelect

const theOne = db.select().from(tours).where(eq(tours.tourType, TOUR_TYPE)).prepare()

const inOrder = db
  .select({ id: tourItems.id, kind: tourItems.kind, title: tourItems.title, text: tourItems.text })
  .from(tourItems)
  .where(eq(tourItems.tourId, sql.placeholder('tourId')))
  .orderBy(asc(tourItems.position), asc(tourItems.id))
  .prepare()

/**
 * The journey that the site sells, with the words of its page. The seed makes it: throws on a site without
 * one.
 */
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

/** One of the lists of the journey's page, to be edited. */
export const itemsIn = (kind: TourItemKind) =>
  editableList({
    table: tourItems,
    of: { tourId: theTour().id, kind },
    atMost: TOUR_ITEMS_AT_MOST,
    wordsOf: ({ title, text }): TourItemWords => ({ title, text }),
    event: 'tour-item',
    subject: () => 'tour',
    detail: () => ({ list: kind }),
    detailOfMove: { list: kind },
  })

export type TourWordsSaved = { changed: (keyof TourWords)[] } | { refused: 'changed-since'; tour: Tour }

/** Changes the words of the journey's page; refuses where somebody else has since `version` was opened. */
export function saveTourWords(
  { version, ...words }: TourWords & { version: number },
  actor: Actor,
  now: Date,
): TourWordsSaved {
  return immediately((tx) => {
    const tour = theTour()
    if (tour.version !== version) return { refused: 'changed-since', tour }
    const changed = (Object.keys(words) as (keyof TourWords)[]).filter(
      (field) => tour[field] !== words[field],
    )
    if (changed.length === 0) return { changed }
    tx.update(tours)
      .set({ ...words, version: version + 1, updatedAt: now })
      .where(eq(tours.id, tour.id))
      .run()
    recordAct({ ...byStaff(actor), action: 'tour-words-changed', subject: 'tour', detail: { changed } }, now)
    return { changed }
  })
}
