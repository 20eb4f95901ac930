import { asc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { testimonials } from '#db/schema'

export type Testimonial = typeof testimonials.$inferSelect

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
