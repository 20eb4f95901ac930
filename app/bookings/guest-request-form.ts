import { z } from 'zod'
import { letter } from '#app/typed/clean'
import { optionalText, typedText } from '#app/typed/text'

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
