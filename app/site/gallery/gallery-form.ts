import { z } from 'zod'
import { openedVersion, optionalText, typedText } from '#app/platform/typed/text'
import { PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS } from './photo-rules'

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
