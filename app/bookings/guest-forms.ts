import { z } from 'zod'
import { emailAddress } from '#app/platform/typed/addresses'
import { letter } from '#app/platform/typed/clean'
import { optionalText, typedText } from '#app/platform/typed/text'

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

/** A change needs words; to cancel, none. */
export const GuestRequestForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    message: typedText({ ...text, missing: 'Please tell us what to change' }),
  }),
  z.object({ kind: z.literal('cancel'), message: optionalText(text) }),
])
