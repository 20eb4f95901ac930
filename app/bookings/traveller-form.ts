import { z } from 'zod'
import { emailAddress } from '#app/people/email-address'
import { EMAIL_AT_MOST, oneLine } from '#app/people/single-line'

const line = (field: string, atMost: number) =>
  z
    .string({ error: `Please fill in your ${field}` })
    .transform(oneLine)
    .pipe(
      z
        // Conform makes the empty text undefined here too.
        .string({ error: `Please fill in your ${field}` })
        .min(1, { error: `Please fill in your ${field}` })
        .max(atMost, { error: `Please keep your ${field} under ${atMost + 1} characters` }),
    )

/** Who travels, as the checkout form and the JSON call send it (spec §3, §5). */
export const TravellerForm = z.object({
  name: line('name', 120),
  email: emailAddress({
    missing: 'Please fill in your email',
    tooLong: `Please keep your email under ${EMAIL_AT_MOST + 1} characters`,
    invalid: 'Please enter a valid email address',
  }),
  phone: z
    .string()
    .optional()
    .transform((text) => (text && oneLine(text)) || undefined)
    .pipe(z.string().max(40, { error: 'Please keep your phone under 41 characters' }).optional()),
  address: line('address', 200),
  city: line('city', 100),
  state: line('state', 100),
  zipCode: line('zip code', 20),
  country: line('country', 80),
})

export type Traveller = z.output<typeof TravellerForm>

/** The longest that each field may be, for the browser's own check. */
export const LONGEST: Record<keyof Traveller, number> = {
  name: 120,
  email: EMAIL_AT_MOST,
  phone: 40,
  address: 200,
  city: 100,
  state: 100,
  zipCode: 20,
  country: 80,
}

/** Nothing was filled in: an intent for showing the card form is wanted, not a booking (decisions §2). */
export const isBlankTraveller = (fields: unknown): boolean =>
  fields === undefined ||
  fields === null ||
  (typeof fields === 'object' &&
    Object.entries(fields).every(
      ([field, value]) =>
        field === 'country' ||
        value === undefined ||
        value === null ||
        (typeof value === 'string' && value.trim() === ''),
    ))
