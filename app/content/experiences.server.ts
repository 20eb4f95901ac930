import { asc, eq, gt, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { experiences } from '#db/schema'
import { FEATURED_AT_MOST } from './experience-form'

export type Experience = typeof experiences.$inferSelect

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
