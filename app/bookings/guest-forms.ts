import { z } from 'zod'
import { letter } from '#app/platform/typed/clean'
import { emailAddress, optionalText, typedText } from '#app/platform/typed/text'
import { GUEST_REQUEST_KINDS } from './stored-values'

/** "Send me my link": the address that was booked with. */
export const BookingLinksForm = z.object({
  email: emailAddress({
    missing: 'Please enter your email address',
    invalid: 'Please enter a valid email address',
  }),
})

/** In characters. */
export const REQUEST_AT_MOST = 2_000

const text = { label: 'Your message', atMost: REQUEST_AT_MOST, clean: letter }

/** Something else needs words; what staff have a dialog for, none. */
export const GuestRequestForm = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('change'),
      message: typedText({ ...text, missing: 'Please tell us what to change' }),
    }),
    z.object({ kind: z.enum(GUEST_REQUEST_KINDS).exclude(['change']), message: optionalText(text) }),
  ],
  'Please choose what to change',
)
