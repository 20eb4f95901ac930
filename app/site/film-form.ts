import { z } from 'zod'
import { typedText } from '#app/platform/typed/text'
import { FILM_BYTES_AT_MOST, FILM_REFUSALS } from './films'
import { pictureAddress } from './list-forms'

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
