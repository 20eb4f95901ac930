import { z } from 'zod'
import { letter } from '#app/platform/typed/clean'
import { formOf } from '#app/platform/typed/form-schema'
import { optionalText } from '#app/platform/typed/text'
import { INQUIRY, NEWSLETTER, WATCH } from './people-fields'

/** An inquiry, as the form and the JSON call send it. */
export const InquiryForm = formOf(INQUIRY)

export type Inquiry = z.output<typeof InquiryForm>

export const NewsletterForm = formOf(NEWSLETTER)

export type NewsletterWish = z.output<typeof NewsletterForm>

export const WatchForm = formOf(WATCH)

export const NOTE_AT_MOST = 2_000

/** The staff's note on a contact; empty takes it away. `before` is the note that the page showed. */
export const NoteForm = z.object({
  note: optionalText({ label: 'Note', atMost: NOTE_AT_MOST, clean: letter }).transform((note) => note ?? ''),
  before: z
    .string()
    .optional()
    .transform((note = '') => letter(note)),
})
