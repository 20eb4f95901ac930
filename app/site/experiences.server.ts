import { asc, gt } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { experiences } from '#db/schema'
import { editableList, slugOf, unusedSlug } from './editable-list.server'
import { pictureAt } from './gallery/gallery.server'
import { type ExperienceWords, FEATURED_AT_MOST } from './list-forms'

const featured = db
  .select()
  .from(experiences)
  .where(gt(experiences.featured, 0))
  .orderBy(asc(experiences.position), asc(experiences.id))
  .limit(FEATURED_AT_MOST)
  .prepare()

/** The signature experiences of the home page, at most FEATURED_AT_MOST. */
export const featuredExperiences = (): (typeof experiences.$inferSelect)[] => featured.all()

export const {
  all: allExperiences,
  open: openExperience,
  add: addExperience,
  change: changeExperience,
  remove: removeExperience,
  move: moveExperience,
} = editableList({
  table: experiences,
  wordsOf: ({ id: _id, slug: _slug, position: _position, ...words }): ExperienceWords => ({
    ...words,
    featured: words.featured > 0,
  }),
  columnsOf: (words) => ({ ...words, featured: words.featured ? 1 : 0 }),
  givenOnce: ({ title }) => ({ slug: unusedSlug(experiences, slugOf(title, 'experience')) }),
  refuses: ({ imageUrl }) => (pictureAt(imageUrl) ? null : 'no-such-picture'),
  event: 'experience',
  subject: ({ id }) => `experience:${id}`,
  detail: ({ title }) => ({ title }),
})
