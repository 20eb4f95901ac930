import { type AuditEntry, recordAct } from '#app/audit/audit-log.server'
import { type Direction, moveRow } from '#app/lists/ordered-rows.server'
import { type Db, immediately } from '#db/connection.server'
import type { experiences, galleryImages, testimonials } from '#db/schema'

/** Moves a row of the site's content one place up or down, and writes the act down; false where nothing moved. */
export const moveInList = (
  table: typeof experiences | typeof testimonials | typeof galleryImages,
  id: number,
  direction: Direction,
  act: AuditEntry<'experience-moved' | 'story-moved' | 'picture-moved'>,
  now: Date,
  outer: Db,
): boolean =>
  immediately(outer, (tx) => {
    const moved = moveRow(table, undefined, id, direction, tx)
    if (moved) recordAct(act, now, tx)
    return moved
  })
