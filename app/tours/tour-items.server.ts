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

export type TourItemSaved =
  | { id: number }
  | { refused: 'gone' | 'too-many' }
  | ChangedMeanwhile<TourItemWords>

/** Adds something at the end of one of the lists of the journey's page. */
export function addTourItem(
  kind: TourItemKind,
  words: TourItemWords,
  actor: Actor,
  now: Date,
): TourItemSaved {
  return immediately((tx) => {
    const tourId = theTour().id
    const total = tx.select({ total: count() }).from(tourItems).where(of(tourId, kind)).get()?.total ?? 0
    if (total >= TOUR_ITEMS_AT_MOST) return { refused: 'too-many' }
    const added = tx
      .insert(tourItems)
      .values({ ...words, kind, tourId, position: lastPosition(tourItems, of(tourId, kind), tx) })
      .returning({ id: tourItems.id })
      .get()
    record('tour-item-added', kind, actor, now)
    return added
  })
}

/** Changes the words of one; its place stays. `version` is what staff had opened. */
export function changeTourItem(
  kind: TourItemKind,
  id: number,
  { version, ...words }: TourItemWords & { version?: string | undefined },
  actor: Actor,
  now: Date,
): TourItemSaved {
  return immediately((tx) => {
    const stored = tx.select().from(tourItems).where(one(kind, id)).get()
    if (!stored) return { refused: 'gone' }
    const meanwhile = changedMeanwhile(version, wordsOf(stored), words)
    if (meanwhile) return meanwhile
    tx.update(tourItems).set(words).where(one(kind, id)).run()
    record('tour-item-changed', kind, actor, now)
    return { id }
  })
}

/** False where it is gone already. */
export function removeTourItem(kind: TourItemKind, id: number, actor: Actor, now: Date) {
  return immediately((tx) => {
    const isRemoved = tx.delete(tourItems).where(one(kind, id)).run().changes > 0
    if (isRemoved) record('tour-item-removed', kind, actor, now)
    return isRemoved
  })
}

export function moveTourItem(
  kind: TourItemKind,
  id: number,
  direction: Direction,
  actor: Actor,
  now: Date,
): boolean {
  return immediately((tx) => {
    const moved = moveRow(tourItems, of(theTour().id, kind), id, direction, tx)
    if (moved) record('tour-item-moved', kind, actor, now)
    return moved
  })
}

const wordsOf = ({ title, text }: TourItemWords): TourItemWords => ({ title, text })

/** What the form that edits it keeps, to see whether somebody saved meanwhile. */
export const versionOfTourItem = (item: TourItemWords): string => versionOf(wordsOf(item))

const of = (tourId: number, kind: TourItemKind) => and(eq(tourItems.tourId, tourId), eq(tourItems.kind, kind))
const one = (kind: TourItemKind, id: number) => and(eq(tourItems.kind, kind), eq(tourItems.id, id))

type Saving = 'tour-item-added' | 'tour-item-changed' | 'tour-item-removed' | 'tour-item-moved'

const record = (action: Saving, kind: TourItemKind, actor: Actor, now: Date) =>
  recordAct({ ...byStaff(actor), action, subject: 'tour', detail: { list: kind } }, now)

export type TourWordsSaved = { changed: (keyof TourWords)[] } | { refused: 'changed-meanwhile'; tour: Tour }

/** Changes the words of the journey's page; refuses where somebody else has since `version` was opened. */
export function saveTourWords(
  { version, ...words }: TourWords & { version: number },
  actor: Actor,
  now: Date,
): TourWordsSaved {
  return immediately((tx) => {
    const tour = theTour()
    if (tour.version !== version) return { refused: 'changed-meanwhile', tour }
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
