import { z } from 'zod'

export const NOTE_AT_MOST = 2_000

/** A form sends a line's end as two marks, where the browser counted one; an empty field comes as undefined. */
const lines = (text = '') => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()

/** The staff's note on a contact; empty takes it away. `before` is the note that the page showed. */
export const NoteForm = z.object({
  note: z
    .string()
    .optional()
    .transform(lines)
    .refine((text) => text.length <= NOTE_AT_MOST, {
      error: `Note can be at most ${NOTE_AT_MOST.toLocaleString('en-US')} characters`,
    }),
  before: z.string().optional().transform(lines),
})
