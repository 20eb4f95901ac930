import { and, count, eq } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { type ChangedMeanwhile, changedMeanwhile, versionOf } from '#app/lists/opened-version.server'
import { type Direction, lastPosition, moveRow } from '#app/lists/ordered-rows.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { tourItems } from '#db/schema'
import { TOUR_ITEMS_AT_MOST, type TourItemWords } from './tour-item-form'
import { type TourItemKind, theTour } from './tour-items.server'

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
  outer: Db = db,
): TourItemSaved {
  return immediately(outer, (tx) => {
    const tourId = theTour().id
    const total = tx.select({ total: count() }).from(tourItems).where(of(tourId, kind)).get()?.total ?? 0
    if (total >= TOUR_ITEMS_AT_MOST) return { refused: 'too-many' }
    const added = tx
      .insert(tourItems)
      .values({ ...words, kind, tourId, position: lastPosition(tourItems, of(tourId, kind), tx) })
      .returning({ id: tourItems.id })
      .get()
    record('tour-item-added', kind, actor, now, tx)
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
  outer: Db = db,
): TourItemSaved {
  return immediately(outer, (tx) => {
    const stored = tx.select().from(tourItems).where(one(kind, id)).get()
    if (!stored) return { refused: 'gone' }
    const meanwhile = changedMeanwhile(version, wordsOf(stored), words)
    if (meanwhile) return meanwhile
    tx.update(tourItems).set(words).where(one(kind, id)).run()
    record('tour-item-changed', kind, actor, now, tx)
    return { id }
  })
}

/** False where it is gone already. */
export function removeTourItem(kind: TourItemKind, id: number, actor: Actor, now: Date, outer: Db = db) {
  return immediately(outer, (tx) => {
    const isRemoved = tx.delete(tourItems).where(one(kind, id)).run().changes > 0
    if (isRemoved) record('tour-item-removed', kind, actor, now, tx)
    return isRemoved
  })
}

export function moveTourItem(
  kind: TourItemKind,
  id: number,
  direction: Direction,
  actor: Actor,
  now: Date,
  outer: Db = db,
): boolean {
  return immediately(outer, (tx) => {
    const moved = moveRow(tourItems, of(theTour().id, kind), id, direction, tx)
    if (moved) record('tour-item-moved', kind, actor, now, tx)
    return moved
  })
}

const wordsOf = ({ title, text }: TourItemWords): TourItemWords => ({ title, text })

/** What the form that edits it keeps, to see whether somebody saved meanwhile. */
export const versionOfTourItem = (item: TourItemWords): string => versionOf(wordsOf(item))

const of = (tourId: number, kind: TourItemKind) => and(eq(tourItems.tourId, tourId), eq(tourItems.kind, kind))
const one = (kind: TourItemKind, id: number) => and(eq(tourItems.kind, kind), eq(tourItems.id, id))

type Saving = 'tour-item-added' | 'tour-item-changed' | 'tour-item-removed' | 'tour-item-moved'

const record = (action: Saving, kind: TourItemKind, actor: Actor, now: Date, tx: Tx) =>
  recordAct({ ...byStaff(actor), action, subject: 'tour', detail: { list: kind } }, now, tx)
