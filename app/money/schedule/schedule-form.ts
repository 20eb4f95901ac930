import { z } from 'zod'
import { readDay } from '#app/platform/days'
import { paragraphs } from '#app/platform/typed/clean'
import { formKey, typedText } from '#app/platform/typed/text'

export const REASON_AT_MOST = 1_000

/** Some 30 characters for each of the most bookings that a departure can have. */
const SHEET_AT_MOST = 25_000

/** What staff post to cancel a departure as a whole, with the sheet of bookings that they saw. */
export const CancelDepartureForm = z.object({
  words: typedText({
    label: 'Your words',
    atMost: REASON_AT_MOST,
    missing: 'Please tell the guests why',
    clean: paragraphs,
  }),
  quoted: z.string({ error: 'Please reload the page and try again' }).max(SHEET_AT_MOST),
  formKey,
  /** Shows the letter as one lead traveler reads it, and changes nothing. */
  intent: z.literal('preview').optional(),
  /** Whose booking that is. */
  as: z.string().max(12).optional(),
})

const wrongDay = 'Please choose the new first day'

/** The same to postpone it, with the new first day. */
export const PostponeDepartureForm = CancelDepartureForm.extend({
  startsOn: z.string({ error: wrongDay }).refine((text) => readDay(text) !== null, { error: wrongDay }),
})
