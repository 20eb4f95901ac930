import { z } from 'zod'
import { inWords } from '#app/platform/money'
import { checkbox, openedVersion, typedText } from '#app/platform/typed/text'
import { FILM_BYTES_AT_MOST, FILM_REFUSALS } from './films'

/** The address of one of the site's pictures, painted or uploaded. */
export const pictureAddress = () =>
  z
    .string({ error: 'Please choose a picture' })
    .regex(/^\/(pictures|photos)\/[a-z0-9-]+$/, { error: 'Please choose a picture' })

/** How many of those that are featured the home page shows (rules 10.11). */
export const FEATURED_AT_MOST = 4
/** 'the first four' of them. */
export const FEATURED_FIRST = `the first ${inWords(FEATURED_AT_MOST)}`

/** The longest that each text may be, in characters. */
export const EXPERIENCE_LIMITS = {
  title: 80,
  description: 300,
  location: 60,
  duration: 40,
  price: 40,
} as const

const line = (field: keyof typeof EXPERIENCE_LIMITS, label: string) =>
  typedText({ label, atMost: EXPERIENCE_LIMITS[field] })

/** What staff write of an experience. `imageUrl` is the address of one of the site's pictures. */
export const ExperienceForm = z.object({
  title: line('title', 'Title'),
  description: line('description', 'Description'),
  location: line('location', 'Location'),
  duration: line('duration', 'Duration'),
  price: line('price', 'Price'),
  imageUrl: pictureAddress(),
  featured: checkbox(),
  version: openedVersion(),
})

export type ExperienceWords = Omit<z.output<typeof ExperienceForm>, 'version'>

/** The longest that each text may be, in characters. */
export const STORY_LIMITS = { name: 80, location: 80, review: 2_000 } as const

const RATINGS = ['1', '2', '3', '4', '5'] as const

/** What staff write of a traveler's story; the database holds the rating to 1 through 5. */
export const StoryForm = z.object({
  name: typedText({ label: 'Name', atMost: STORY_LIMITS.name }),
  location: typedText({ label: 'Location', atMost: STORY_LIMITS.location }),
  rating: z
    .enum(RATINGS, { error: `Please choose a rating from ${RATINGS[0]} to ${RATINGS.at(-1)}` })
    .transform((points) => Number(points)),
  review: typedText({ label: 'Review', atMost: STORY_LIMITS.review }),
  version: openedVersion(),
})

export type StoryWords = Omit<z.output<typeof StoryForm>, 'version'>

export const FILM_TITLE_AT_MOST = 80

/** What staff write beside a film. */
export const FilmForm = z.object({
  title: typedText({ label: 'Title', atMost: FILM_TITLE_AT_MOST }),
  poster: pictureAddress(),
})

export type FilmWords = z.output<typeof FilmForm>

/**
 * The same with the file, as a browser checks it before it sends it. What the file really is, the server
 * finds out.
 */
export const FilmUploadForm = FilmForm.extend({
  film: z
    .instanceof(File, { error: FILM_REFUSALS.missing })
    .refine(({ size }) => size > 0, { error: FILM_REFUSALS.missing })
    .refine(({ size }) => size <= FILM_BYTES_AT_MOST, { error: FILM_REFUSALS['too-large'] }),
})
