import { z } from 'zod'
import { ofEach } from '#app/platform/typed/fields'
import { checkbox, openedVersion, optionalText, typedText } from '#app/platform/typed/text'
import { inWords } from '#app/platform/words'
import { FILM_BYTES_AT_MOST, FILM_REFUSALS } from './films'

/** The address of one of the site's pictures, painted or uploaded. */
export const pictureAddress = () =>
  z
    .string({ error: 'Please choose a picture' })
    .regex(/^\/(pictures|photos)\/[a-z0-9-]+$/, { error: 'Please choose a picture' })

/** A chosen file, as the browser checks it; what it really is, the server finds out. */
const upload = (bytesAtMost: number, refusals: { missing: string; 'too-large': string }) =>
  z
    .instanceof(File, { error: refusals.missing })
    .refine(({ size }) => size > 0, { error: refusals.missing })
    .refine(({ size }) => size <= bytesAtMost, { error: refusals['too-large'] })

/** How many of those that are featured the home page shows (rules 10.11). */
export const FEATURED_AT_MOST = 4
/** 'the first four' of them. */
export const FEATURED_FIRST = `the first ${inWords(FEATURED_AT_MOST)}`

/** The texts of an experience: their labels, and the longest that each may be, in characters. */
export const EXPERIENCE_TEXTS = {
  title: { label: 'Title', atMost: 80 },
  description: { label: 'Description', atMost: 300 },
  location: { label: 'Location', atMost: 60 },
  duration: { label: 'Duration', atMost: 40 },
  price: { label: 'Price', atMost: 40 },
}

/** What staff write of an experience. `imageUrl` is the address of one of the site's pictures. */
export const ExperienceForm = z.object({
  ...ofEach(EXPERIENCE_TEXTS, (field) => typedText(EXPERIENCE_TEXTS[field])),
  imageUrl: pictureAddress(),
  featured: checkbox(),
  version: openedVersion(),
})

export type ExperienceWords = Omit<z.output<typeof ExperienceForm>, 'version'>

export const STORY_TEXTS = {
  name: { label: 'Name', atMost: 80 },
  location: { label: 'Location', atMost: 80 },
  review: { label: 'Review', atMost: 2_000 },
}

const RATINGS = ['1', '2', '3', '4', '5'] as const

/** What staff write of a traveler's story; the database holds the rating to 1 through 5. */
export const StoryForm = z.object({
  name: typedText(STORY_TEXTS.name),
  location: typedText(STORY_TEXTS.location),
  rating: z
    .enum(RATINGS, { error: `Please choose a rating from ${RATINGS[0]} to ${RATINGS.at(-1)}` })
    .transform((points) => Number(points)),
  review: typedText(STORY_TEXTS.review),
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

/** The same with the file. */
export const FilmUploadForm = FilmForm.extend({
  film: upload(FILM_BYTES_AT_MOST, FILM_REFUSALS),
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

export const PICTURE_TEXTS = {
  title: { label: 'Title', atMost: 80 },
  alt: { label: 'Alternative text', missing: 'Please describe what the picture shows', atMost: 250 },
  place: { label: 'Place', atMost: 80 },
}

/** What staff write beside a picture. The alternative text is required, for those who cannot see it. */
export const PictureForm = z.object({
  title: typedText(PICTURE_TEXTS.title),
  alt: typedText(PICTURE_TEXTS.alt),
  place: optionalText(PICTURE_TEXTS.place).transform((place) => place ?? ''),
  version: openedVersion(),
})

export type PictureWords = Omit<z.output<typeof PictureForm>, 'version'>

/** The same with the file. */
export const UploadForm = PictureForm.extend({
  photo: upload(PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS),
})
