import { asc, eq, gt, sql } from 'drizzle-orm'
import {
  type ChangedMeanwhile,
  changedMeanwhile,
  type Direction,
  lastPosition,
  versionOf,
} from '#app/platform/lists/ordered-rows.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { experiences } from '#db/schema'
import { moveInList, slugOf, unusedSlug } from './editable-list.server'
import { pictureAt } from './gallery/gallery.server'
import { type ExperienceWords, FEATURED_AT_MOST } from './list-forms'

type Experience = typeof experiences.$inferSelect

const inOrder = [asc(experiences.position), asc(experiences.id)]

const featured = db
  .select()
  .from(experiences)
  .where(gt(experiences.featured, 0))
  .orderBy(...inOrder)
  .limit(FEATURED_AT_MOST)
  .prepare()

const all = db
  .select()
  .from(experiences)
  .orderBy(...inOrder)
  .prepare()

const one = db
  .select()
  .from(experiences)
  .where(eq(experiences.id, sql.placeholder('id')))
  .prepare()

/** The signature experiences of the home page, at most FEATURED_AT_MOST. */
export const featuredExperiences = (): Experience[] => featured.all()

/** Every experience, in the order staff gave them. */
export const allExperiences = (): Experience[] => all.all()

export const experienceWith = (id: number): Experience | undefined => one.get({ id })

export type ExperienceSaved =
  | { id: number }
  | { refused: 'gone' | 'no-such-picture' }
  | ChangedMeanwhile<ExperienceWords>

/** Adds an experience at the end of the list. Its slug is made of the title once and stays. */
export function addExperience(words: ExperienceWords, actor: Actor, now: Date): ExperienceSaved {
  return immediately((tx) => {
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
    record('experience-added', id, words.title, actor, now)
    return { id }
  })
}

/** Changes what staff wrote of an experience; its place in the list stays. `version` is what they had opened. */
export function changeExperience(
  id: number,
  { version, ...words }: ExperienceWords & { version?: string | undefined },
  actor: Actor,
  now: Date,
): ExperienceSaved {
  return immediately((tx) => {
    if (!pictureAt(words.imageUrl)) return { refused: 'no-such-picture' }
    const stored = tx.select().from(experiences).where(eq(experiences.id, id)).get()
    if (!stored) return { refused: 'gone' }
    const meanwhile = changedMeanwhile(version, wordsOf(stored), words)
    if (meanwhile) return meanwhile
    tx.update(experiences).set(columnsOf(words)).where(eq(experiences.id, id)).run()
    record('experience-changed', id, words.title, actor, now)
    return { id }
  })
}

/** False where it is gone already. */
export function removeExperience(id: number, actor: Actor, now: Date): boolean {
  return immediately((tx) => {
    const removed = tx
      .delete(experiences)
      .where(eq(experiences.id, id))
      .returning({ title: experiences.title })
      .get()
    if (!removed) return false
    record('experience-removed', id, removed.title, actor, now)
    return true
  })
}

export function moveExperience(id: number, direction: Direction, actor: Actor, now: Date): boolean {
  const act = {
    ...byStaff(actor),
    action: 'experience-moved' as const,
    subject: `experience:${id}`,
    detail: { direction },
  }
  return moveInList(experiences, id, direction, act, now)
}

const wordsOf = ({
  title,
  description,
  location,
  duration,
  price,
  imageUrl,
  featured,
}: Experience): ExperienceWords => ({
  ...{ title, description, location, duration, price, imageUrl },
  featured: featured > 0,
})

/** What the form that edits it keeps, to see whether somebody saved meanwhile. */
export const versionOfExperience = (experience: Experience): string => versionOf(wordsOf(experience))

const columnsOf = ({ featured, ...words }: ExperienceWords) => ({ ...words, featured: featured ? 1 : 0 })

type Saving = 'experience-added' | 'experience-changed' | 'experience-removed'

const record = (action: Saving, id: number, title: string, actor: Actor, now: Date) =>
  recordAct({ ...byStaff(actor), action, subject: `experience:${id}`, detail: { title } }, now)
