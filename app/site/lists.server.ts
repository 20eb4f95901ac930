import { asc, eq, gt, sql } from 'drizzle-orm'
import { showMonth } from '#app/platform/days'
import { valuesOf } from '#app/platform/typed/fields'
import { db } from '#db/connection.server'
import { experiences, testimonials } from '#db/schema/site'
import { editableList, slugOf, unusedSlug } from './editable-list.server'
import { pictureAt } from './gallery.server'
import { EXPERIENCE, type ExperienceWords, FEATURED_AT_MOST, STORY, type StoryWords } from './list-forms'
import { isConfirmed } from './opening-steps.server'
import { isInventedPrice, isInventedStory, isSampleCompany } from './stand-ins.server'

const featured = db
  .select({ id: experiences.id, slug: experiences.slug, ...valuesOf(EXPERIENCE, experiences) })
  .from(experiences)
  .where(gt(experiences.featured, 0))
  .orderBy(asc(experiences.position), asc(experiences.id))
  .limit(FEATURED_AT_MOST)
  .prepare()

/** In place of a price that nobody of the company has set. */
const ON_REQUEST = 'On request'

/** The signature experiences of the home page, at most FEATURED_AT_MOST. */
export function featuredExperiences(): ReturnType<typeof featured.all> {
  const shown = featured.all()
  if (!shown.some(isInventedPrice) || isSampleCompany() || isConfirmed('prices')) return shown
  return shown.map((one) => (isInventedPrice(one) ? { ...one, price: ON_REQUEST } : one))
}

const ofSlug = db
  .select({ slug: experiences.slug, title: experiences.title })
  .from(experiences)
  .where(eq(experiences.slug, sql.placeholder('slug')))
  .prepare()

/** The experience that a contact page's address asks about; null where it names none of ours. */
export const requestedExperience = (query: URLSearchParams): { slug: string; title: string } | null =>
  ofSlug.get({ slug: query.get('experience') ?? '' }) ?? null

export const experienceList = editableList({
  table: experiences,
  wordsOf: (row): ExperienceWords => ({ ...valuesOf(EXPERIENCE, row), featured: row.featured > 0 }),
  columnsOf: (words) => ({ ...words, featured: words.featured ? 1 : 0 }),
  givenOnce: ({ title }) => ({ slug: unusedSlug(experiences, slugOf(title, 'experience')) }),
  refuses: ({ imageUrl }) => (pictureAt(imageUrl) ? null : 'no-such-picture'),
  event: 'experience',
  subject: ({ id }) => `experience:${id}`,
  detail: ({ title }) => ({ title }),
})

/** The stories of travelers. The log does not name them: a traveler's name is personal (rules 5.10). */
export const storyList = editableList({
  table: testimonials,
  wordsOf: (row): StoryWords => valuesOf(STORY, row),
  givenOnce: ({ name }) => ({ slug: unusedSlug(testimonials, slugOf(name, 'story')) }),
  refuses: ({ picture }) => (picture === '' || pictureAt(picture) ? null : 'no-such-picture'),
  event: 'story',
  subject: ({ id }) => `story:${id}`,
})

/** Which stories are the seed's, and hidden from guests. */
export const hiddenStories = (): number[] => {
  const invented = storyList.all().filter(isInventedStory)
  return invented.length === 0 || isSampleCompany() ? [] : invented.map(({ id }) => id)
}

/** What the site says of each story, whether guests read it or not. */
export const everyStory = () => storyList.all().map((row) => ({ id: row.id, ...valuesOf(STORY, row) }))

/** How many stories stand on the tour's page. */
const STORIES_OF_TOUR = 2

/** Those of who was there: with the month of their journey first, the newest of them before all. */
export const storiesOfTour = (wasThere: (traveledOn: string | null) => boolean) =>
  toldStories()
    .filter(({ traveledOn }) => wasThere(traveledOn))
    .toSorted((one, other) => (other.traveledOn ?? '').localeCompare(one.traveledOn ?? ''))
    .slice(0, STORIES_OF_TOUR)
    .map(({ traveledOn, picture, ...story }) => ({
      ...story,
      month: traveledOn && showMonth(traveledOn),
      picture: pictureAt(picture),
    }))

/** The stories that guests read: those that somebody told. */
export function toldStories(): ReturnType<typeof everyStory> {
  const hidden = hiddenStories()
  return everyStory().filter(({ id }) => !hidden.includes(id))
}
