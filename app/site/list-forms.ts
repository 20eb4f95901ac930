import { z } from 'zod'
import { checkbox, openedVersion, optionalText, typedText } from '#app/platform/typed/text'
import { inWords } from '#app/platform/words'
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

/** The same with the file, as the browser checks it; what the file really is, the server finds out. */
export const FilmUploadForm = FilmForm.extend({
  film: z
    .instanceof(File, { error: FILM_REFUSALS.missing })
    .refine(({ size }) => size > 0, { error: FILM_REFUSALS.missing })
    .refine(({ size }) => size <= FILM_BYTES_AT_MOST, { error: FILM_REFUSALS['too-large'] }),
})

const MEGABYTES_AT_MOST = 15
const MEGAPIXELS_AT_MOST = 60

/** What an upload may be. */
export const PHOTO_MOST = `${MEGABYTES_AT_MOST} MB`
export const PHOTO_BYTES_AT_MOST = MEGABYTES_AT_MOST * 1024 * 1024
export const PHOTO_PIXELS_AT_MOST = MEGAPIXELS_AT_MOST * 1_000_000
export const PHOTO_SIDE_AT_LEAST = 400

/** Where a photograph is sent to: only this address takes a body of that size. */
export const UPLOAD_PATH = '/admin/settings/gallery/new'

const SAVE_AS = 'Please choose a JPEG, PNG, WebP or AVIF file.'

/** Why a file is not taken, and what to do instead. */
export const PHOTO_REFUSALS = {
  missing: 'Please choose a photograph.',
  'too-large': `This file is larger than ${PHOTO_MOST}. Please choose a smaller one, or save it smaller first.`,
  'not-a-picture': `This file is not a photograph, whatever its name says. ${SAVE_AS}`,
  heic: `This is a HEIC picture, which browsers cannot show. Export it as JPEG first, then choose that file.`,
  'too-many-pixels': `This picture has more than ${MEGAPIXELS_AT_MOST} million pixels. Please save it smaller, 6,000 pixels wide for example.`,
  'too-small': `This picture is too small to look good on a large screen. Please choose one of at least ${PHOTO_SIDE_AT_LEAST} pixels on each side.`,
  unreadable: `This picture is damaged and cannot be read to its end. ${SAVE_AS}`,
  'already-here': 'This photograph is in the gallery already.',
  busy: 'Several photographs are being prepared right now. Please wait half a minute and send this one again.',
} as const

/** The longest that each text may be, in characters. */
export const PICTURE_LIMITS = { title: 80, alt: 250, place: 80 } as const

/** What staff write beside a picture. The alternative text is required, for those who cannot see it. */
export const PictureForm = z.object({
  title: typedText({ label: 'Title', atMost: PICTURE_LIMITS.title }),
  alt: typedText({
    label: 'Alternative text',
    missing: 'Please describe what the picture shows',
    atMost: PICTURE_LIMITS.alt,
  }),
  place: optionalText({ label: 'Place', atMost: PICTURE_LIMITS.place }).transform((place) => place ?? ''),
  version: openedVersion(),
})

export type PictureWords = Omit<z.output<typeof PictureForm>, 'version'>

/** The same with the file. What the file really is, the server finds out. */
export const UploadForm = PictureForm.extend({
  photo: z
    .instanceof(File, { error: PHOTO_REFUSALS.missing })
    .refine(({ size }) => size > 0, { error: PHOTO_REFUSALS.missing })
    .refine(({ size }) => size <= PHOTO_BYTES_AT_MOST, { error: PHOTO_REFUSALS['too-large'] }),
})
