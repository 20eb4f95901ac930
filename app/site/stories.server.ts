import { asc, eq, sql } from 'drizzle-orm'
import {
  type ChangedMeanwhile,
  changedMeanwhile,
  type Direction,
  lastPosition,
  versionOf,
} from '#app/platform/lists/ordered-rows.server'
import { type Actor, byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { testimonials } from '#db/schema'
import { moveInList, slugOf, unusedSlug } from './editable-list.server'
import type { StoryWords } from './list-forms'

type Testimonial = typeof testimonials.$inferSelect

const stories = db
  .select()
  .from(testimonials)
  .orderBy(asc(testimonials.position), asc(testimonials.id))
  .prepare()

const one = db
  .select()
  .from(testimonials)
  .where(eq(testimonials.id, sql.placeholder('id')))
  .prepare()

/** Every traveler story, in the order staff gave them. */
export const travelerStories = (): Testimonial[] => stories.all()

export const storyWith = (id: number): Testimonial | undefined => one.get({ id })

export type StorySaved = { id: number } | { refused: 'gone' } | ChangedMeanwhile<StoryWords>

/** Adds a traveler's story after the others. */
export function addStory(words: StoryWords, actor: Actor, now: Date): { id: number } {
  return immediately((tx) => {
    const isTaken = (slug: string) =>
      tx.select({ id: testimonials.id }).from(testimonials).where(eq(testimonials.slug, slug)).get() !==
      undefined
    const { id } = tx
      .insert(testimonials)
      .values({
        ...words,
        slug: unusedSlug(slugOf(words.name, 'story'), isTaken),
        position: lastPosition(testimonials, undefined, tx),
      })
      .returning({ id: testimonials.id })
      .get()
    record('story-added', id, actor, now)
    return { id }
  })
}

/** Changes a story; its place stays. `version` is what staff had opened. */
export function changeStory(
  id: number,
  { version, ...words }: StoryWords & { version?: string | undefined },
  actor: Actor,
  now: Date,
): StorySaved {
  return immediately((tx) => {
    const stored = tx.select().from(testimonials).where(eq(testimonials.id, id)).get()
    if (!stored) return { refused: 'gone' }
    const meanwhile = changedMeanwhile(version, wordsOf(stored), words)
    if (meanwhile) return meanwhile
    tx.update(testimonials).set(words).where(eq(testimonials.id, id)).run()
    record('story-changed', id, actor, now)
    return { id }
  })
}

const wordsOf = ({ name, location, rating, review }: Testimonial): StoryWords => ({
  name,
  location,
  rating,
  review,
})

/** What the form that edits it keeps, to see whether somebody saved meanwhile. */
export const versionOfStory = (story: Testimonial): string => versionOf(wordsOf(story))

/** False where it is gone already. */
export function removeStory(id: number, actor: Actor, now: Date): boolean {
  return immediately((tx) => {
    const { changes } = tx.delete(testimonials).where(eq(testimonials.id, id)).run()
    if (changes > 0) record('story-removed', id, actor, now)
    return changes > 0
  })
}

export function moveStory(id: number, direction: Direction, actor: Actor, now: Date): boolean {
  const act = {
    ...byStaff(actor),
    action: 'story-moved' as const,
    subject: `story:${id}`,
    detail: { direction },
  }
  return moveInList(testimonials, id, direction, act, now)
}

type Saving = 'story-added' | 'story-changed' | 'story-removed'

/** Whose story it is stays out of the log: a traveler's name is personal (rules 5.10). */
const record = (action: Saving, id: number, actor: Actor, now: Date) =>
  recordAct({ ...byStaff(actor), action, subject: `story:${id}` }, now)
