import { z } from 'zod'
import { openedVersion, optionalText, typedText } from '#app/platform/typed/text'

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

/**
 * What staff write beside a picture. The alternative text is for those who cannot see it: it must be there.
 */
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
