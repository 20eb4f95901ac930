import { type Direction, moveRow } from '#app/platform/lists/ordered-rows.server'
import { type AuditEntry, recordAct } from '#app/staff/audit/audit-log.server'
import { immediately } from '#db/connection.server'
import type { experiences, galleryImages, testimonials } from '#db/schema'

/** Moves a row of the site's content one place up or down, and writes the act down; false where nothing moved. */
export const moveInList = (
  table: typeof experiences | typeof testimonials | typeof galleryImages,
  id: number,
  direction: Direction,
  act: AuditEntry<'experience-moved' | 'story-moved' | 'picture-moved'>,
  now: Date,
): boolean =>
  immediately((tx) => {
    const moved = moveRow(table, undefined, id, direction, tx)
    if (moved) recordAct(act, now)
    return moved
  })

/** A title as part of an address: 'Noon, and one tree' becomes 'noon-and-one-tree'; `instead` where nothing is left. */
export function slugOf(title: string, instead: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return slug || instead
}

/** The first of slug, slug-2, slug-3 … that is not taken. */
export function unusedSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 2, tried = slug; ; number += 1) {
    if (!isTaken(tried)) return tried
    tried = `${slug}-${number}`
  }
}
