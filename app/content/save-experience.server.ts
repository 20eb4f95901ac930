import { eq } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Direction, lastPosition } from '#app/lists/ordered-rows.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { experiences } from '#db/schema'
import type { ExperienceWords } from './experience-form'
import { moveInList } from './order.server'
import { pictureAt } from './site-pictures.server'
import { slugOf, unusedSlug } from './slug'

export type ExperienceSaved = { id: number } | { refused: 'gone' | 'no-such-picture' }

/** Adds an experience at the end of the list. Its slug is made of the title once and stays. */
export function addExperience(
  words: ExperienceWords,
  actor: Actor,
  now: Date,
  outer: Db = db,
): ExperienceSaved {
  return immediately(outer, (tx) => {
    if (!pictureAt(words.imageUrl)) return { refused: 'no-such-picture' }
    const isTaken = (slug: string) =>
      tx.select({ id: experiences.id }).from(experiences).where(eq(experiences.slug, slug)).get() !==
      undefined
    const { id } = tx
      .insert(experiences)
      .values({
        ...columnsOf(words),
        slug: unusedSlug(slugOf(words.title, 'experience'), isTaken),
        position: lastPosition(experiences, undefined, tx),
      })
      .returning({ id: experiences.id })
      .get()
    record('experience-added', id, words.title, actor, now, tx)
    return { id }
  })
}

/** Changes what staff wrote of an experience; its place in the list stays. */
export function changeExperience(
  id: number,
  words: ExperienceWords,
  actor: Actor,
  now: Date,
  outer: Db = db,
): ExperienceSaved {
  return immediately(outer, (tx) => {
    if (!pictureAt(words.imageUrl)) return { refused: 'no-such-picture' }
    const changed = tx.update(experiences).set(columnsOf(words)).where(eq(experiences.id, id)).run()
    if (changed.changes === 0) return { refused: 'gone' }
    record('experience-changed', id, words.title, actor, now, tx)
    return { id }
  })
}

/** False where it is gone already. */
export function removeExperience(id: number, actor: Actor, now: Date, outer: Db = db): boolean {
  return immediately(outer, (tx) => {
    const removed = tx
      .delete(experiences)
      .where(eq(experiences.id, id))
      .returning({ title: experiences.title })
      .get()
    if (!removed) return false
    record('experience-removed', id, removed.title, actor, now, tx)
    return true
  })
}

export function moveExperience(
  id: number,
  direction: Direction,
  actor: Actor,
  now: Date,
  outer: Db = db,
): boolean {
  const act = {
    ...byStaff(actor),
    action: 'experience-moved' as const,
    subject: `experience:${id}`,
    detail: { direction },
  }
  return moveInList(experiences, id, direction, act, now, outer)
}

const columnsOf = ({ featured, ...words }: ExperienceWords) => ({ ...words, featured: featured ? 1 : 0 })

type Saving = 'experience-added' | 'experience-changed' | 'experience-removed'

const record = (action: Saving, id: number, title: string, actor: Actor, now: Date, tx: Tx) =>
  recordAct({ ...byStaff(actor), action, subject: `experience:${id}`, detail: { title } }, now, tx)
