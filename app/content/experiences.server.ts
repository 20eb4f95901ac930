import { asc, gt } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { experiences } from '#db/schema'

export type Experience = typeof experiences.$inferSelect

const FEATURED_AT_MOST = 4

const featured = db
  .select()
  .from(experiences)
  .where(gt(experiences.featured, 0))
  .orderBy(asc(experiences.position), asc(experiences.id))
  .limit(FEATURED_AT_MOST)
  .prepare()

/** The signature experiences of the home page, at most four (spec §9). */
export const featuredExperiences = (): Experience[] => featured.all()
