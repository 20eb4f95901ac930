import { z } from 'zod'
import { PHOTO_BYTES_AT_MOST, PHOTO_REFUSALS } from './photo-rules'
import { line, optionalLine } from './text-parts'

/** What staff write beside a picture. The alternative text is for those who cannot see it: it must be there. */
export const PictureForm = z.object({
  title: line({ label: 'Title', missing: 'Title is required', atMost: 80 }),
  alt: line({ label: 'Alternative text', missing: 'Please describe what the picture shows', atMost: 250 }),
  place: optionalLine('Place', 80),
})

export type PictureWords = z.output<typeof PictureForm>

/** The same with the file. What the file really is, the server finds out. */
export const UploadForm = PictureForm.extend({
  photo: z
    .instanceof(File, { error: PHOTO_REFUSALS.missing })
    .refine(({ size }) => size > 0, { error: PHOTO_REFUSALS.missing })
    .refine(({ size }) => size <= PHOTO_BYTES_AT_MOST, { error: PHOTO_REFUSALS['too-large'] }),
})
