import { eq } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Db, db, immediately } from '#db/connection.server'
import { tours } from '#db/schema'
import { type Tour, theTour } from './tour-items.server'
import type { TourWords } from './tour-words-form'

export type TourWordsSaved = { changed: (keyof TourWords)[] } | { refused: 'changed-meanwhile'; tour: Tour }

/** Changes the words of the journey's page; refuses where somebody else has since `version` was opened. */
export function saveTourWords(
  { version, ...words }: TourWords & { version: number },
  actor: Actor,
  now: Date,
  outer: Db = db,
): TourWordsSaved {
  return immediately(outer, (tx) => {
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
    recordAct(
      { ...byStaff(actor), action: 'tour-words-changed', subject: 'tour', detail: { changed } },
      now,
      tx,
    )
    return { changed }
  })
}
