import { z } from 'zod'
import { letter } from '#app/typed/clean'
import { optionalText } from '#app/typed/text'

export const NOTE_AT_MOST = 2_000

/** The staff's note on a contact; empty takes it away. `before` is the note that the page showed. */
export const NoteForm = z.object({
  note: optionalText({ label: 'Note', atMost: NOTE_AT_MOST, clean: letter }).transform((note) => note ?? ''),
  before: z
    .string()
    .optional()
    .transform((note = '') => letter(note)),
})
