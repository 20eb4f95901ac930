import { z } from 'zod'
import { cents, showCents } from '#app/platform/money'
import { characters, fields, required } from '#app/platform/typed/fields'
import { formOf, optionalDay, type RowWords, rowFormOf } from '#app/platform/typed/form-schema'
import { emptyableText } from '#app/platform/typed/text'
import { inWords } from '#app/platform/words'
import { FILM_BYTES_AT_MOST, FILM_REFUSALS } from './films'

/** The address of one of the site's pictures, painted or uploaded. */
export const pictureAddress = () =>
  z
    .string({ error: 'Please choose a picture' })
    .regex(/^\/(pictures|photos)\/[a-z0-9-]+$/, { error: 'Please choose a picture' })

/** The same where none may be chosen: empty then. */
export const optionalPicture = () =>
  pictureAddress()
    .optional()
    .transform((address) => address ?? '')

/** A chosen file, as the browser checks it; what it really is, the server finds out. */
export const upload = (bytesAtMost: number, refusals: { missing: string; 'too-large': string }) =>
  z
    .instanceof(File, { error: refusals.missing })
    .refine(({ size }) => size > 0, { error: refusals.missing })
    .refine(({ size }) => size <= bytesAtMost, { error: refusals['too-large'] })

/** How many of those that are featured the home page shows (rules 10.11). */
export const FEATURED_AT_MOST = 4
/** 'the first four' of them. */
export const FEATURED_FIRST = `the first ${inWords(FEATURED_AT_MOST)}`

/** What staff write of an experience. `imageUrl` is the address of one of the site's pictures. */
export const EXPERIENCE = fields()({
  title: { ...required('Title', 80), wide: true },
  description: {
    ...required('Description', 300),
    hint: `Two lines on the card; at most ${characters(300)}.`,
    rows: 3,
    wide: true,
  },
  location: { ...required('Location', 60), isListed: true },
  duration: { ...required('Duration', 40), hint: 'As travelers read it: 4 days', isListed: true },
  price: {
    ...required('Price', 40),
    hint: `As travelers read it: From ${showCents(cents(295_000))}`,
    isListed: true,
  },
  featured: {
    label: 'Featured',
    kind: 'tick',
    hint: `The home page shows ${FEATURED_FIRST} experiences that are featured.`,
  },
  imageUrl: { label: 'Picture', kind: 'picture', schema: pictureAddress(), wide: true },
})

export const ExperienceForm = rowFormOf(EXPERIENCE)

export type ExperienceWords = RowWords<typeof ExperienceForm>

const RATINGS = ['1', '2', '3', '4', '5'] as const
const WRONG_RATING = `Please choose a rating from ${RATINGS[0]} to ${RATINGS.at(-1)}`

/** What staff write of a traveler's story; the database holds the rating to 1 through 5. */
export const STORY = fields()({
  name: required('Name', 80),
  location: { ...required('Location', 80), isListed: true },
  rating: {
    label: 'Rating',
    of: Object.fromEntries(RATINGS.map((points) => [points, `${points} of 5`])),
    usual: '5',
    isListed: true,
    missing: WRONG_RATING,
    schema: z.enum(RATINGS, { error: WRONG_RATING }).transform((points) => Number(points)),
  },
  traveledOn: {
    label: 'Traveled from',
    kind: 'day',
    hint: 'The first day of their journey: guests read its month, and read the story on the page of that journey.',
    schema: optionalDay('Please enter a day such as 2025-02-13').transform((day) => day ?? null),
  },
  review: {
    ...required('Review', 2_000),
    hint: `In the traveler’s own words. At most ${characters(2_000)}.`,
    rows: 5,
    wide: true,
  },
  picture: {
    ...{ label: 'Picture', kind: 'picture', none: 'No picture', wide: true },
    hint: 'Of their journey, with their consent.',
    schema: optionalPicture(),
  },
})

export const StoryForm = rowFormOf(STORY)

export type StoryWords = RowWords<typeof StoryForm>

/** What staff write beside a film. */
export const FILM = fields()({
  title: required('Title', 80),
  poster: { label: 'Picture shown until it plays', kind: 'picture', schema: pictureAddress() },
})

export const FilmForm = formOf(FILM)

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

/** The same of one that takes the place of another's file. */
export const OTHER_FILE_PATH = /^\/admin\/settings\/gallery\/\d{1,15}\/file(?:\.data)?$/

/** Why a file is not taken, and what to do instead. */
export const PHOTO_REFUSALS = {
  missing: 'Please choose a photograph.',
  'too-large': `This file is larger than ${PHOTO_MOST}. Please choose a smaller one, or save it smaller first.`,
  'not-a-picture': `This file is not a photograph, whatever its name says. ${SAVE_AS}`,
  heic: 'This is an iPhone’s HEIC picture, which Safari can send and this browser cannot. Share or export it as JPEG, then choose that file; for new pictures choose Settings › Camera › Formats › Most Compatible on the iPhone.',
  'too-many-pixels': `This picture has more than ${MEGAPIXELS_AT_MOST} million pixels. Please save it smaller, 6,000 pixels wide for example.`,
  'too-small': `This picture is too small to look good on a large screen. Please choose one of at least ${PHOTO_SIDE_AT_LEAST} pixels on each side.`,
  unreadable: `This picture is damaged and cannot be read to its end. ${SAVE_AS}`,
  'already-here':
    'This photograph is among the site’s pictures already. Choose it there, or choose another file.',
  gone: 'This picture was removed, or someone else chose another file for it in the meantime. Please open it again from the gallery.',
  busy: 'Several photographs are being prepared right now. Please wait half a minute and send this one again.',
} as const

/** What staff write beside a picture. The alternative text is required, for those who cannot see it. */
export const PICTURE = fields()({
  title: required('Title', 80),
  alt: {
    label: 'Alternative text',
    missing: 'Please describe what the picture shows',
    hint: 'For those who cannot see it: place, subject, light. “Six elephants cross dry grass below Kilimanjaro at first light.”',
    atMost: 250,
    rows: 3,
  },
  place: {
    label: 'Place',
    atMost: 80,
    schema: emptyableText({ label: 'Place', atMost: 80 }),
  },
  isHung: {
    label: 'Also in the gallery',
    kind: 'tick',
    usual: 'on',
    hint: 'Otherwise it is only where you choose it.',
  },
})

const percent = (label: string, hint: string) => ({
  ...{ label, hint, kind: 'percent' as const },
  schema: z
    .string({ error: 'Please choose a point' })
    .regex(/^(?:100|\d{1,2})$/, { error: 'Please choose a point' })
    .transform(Number),
})

/** The same of a picture that is there, with the point that no cut of it may lose, in percent of its file. */
export const FOCUSED_PICTURE = fields()({
  ...PICTURE,
  file: { label: 'File', kind: 'unseen', atMost: 100 },
  focusX: percent('What matters, from the left', 'Or press it in the picture above.'),
  focusY: percent('What matters, from the top', 'Saved with the rest.'),
})

export const PictureForm = rowFormOf(FOCUSED_PICTURE)

const PictureUpload = formOf(PICTURE)

export type PictureWords = z.output<typeof PictureUpload>
export type FocusedPicture = RowWords<typeof PictureForm>

const photo = { photo: upload(PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS) }

const { focusX, focusY } = FOCUSED_PICTURE

/** The same with the file, and with the point that no cut may lose where it was pressed. */
export const UploadForm = PictureUpload.extend({
  ...photo,
  focusX: focusX.schema.optional(),
  focusY: focusY.schema.optional(),
})

/** Another file for a picture, in the place of the one that staff saw. */
export const OtherFileForm = z.object({ seen: z.string().max(100), ...photo })
