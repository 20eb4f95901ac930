import { z } from 'zod'
import { emailAddress } from '#app/platform/typed/addresses'
import { EMAIL_AT_MOST, NAME_AT_MOST, PHONE_AT_MOST } from '#app/platform/typed/limits'
import { optionalText, personName, typedText } from '#app/platform/typed/text'
import { PARTY_AT_MOST } from '#app/tours/party'

/** The longest that each field may be. */
export const TRAVELER_LIMITS = {
  name: NAME_AT_MOST,
  email: EMAIL_AT_MOST,
  phone: PHONE_AT_MOST,
  address: 200,
  city: 100,
  state: 100,
  zipCode: 20,
  country: 80,
} as const

type Field = keyof typeof TRAVELER_LIMITS

const limited = (field: Field, label: string) => ({
  label,
  atMost: TRAVELER_LIMITS[field],
  words: `Please keep your ${label} under ${TRAVELER_LIMITS[field] + 1} characters`,
})

const line = (field: Field, label: string = field) =>
  typedText({ ...limited(field, label), missing: `Please fill in your ${label}` })

/** Who travels, as the checkout form and the JSON call send it. */
export const TravelerForm = z.object({
  name: personName({ ...limited('name', 'name'), missing: 'Please fill in your name' }),
  email: emailAddress({
    missing: 'Please fill in your email',
    tooLong: limited('email', 'email').words,
    invalid: 'Please enter a valid email address',
  }),
  phone: optionalText(limited('phone', 'phone')),
  address: line('address'),
  city: line('city'),
  state: line('state'),
  zipCode: line('zipCode', 'zip code'),
  country: line('country'),
})

export type Traveler = z.output<typeof TravelerForm>

/** Nothing was filled in: an intent for showing the card form is wanted, not a booking (rules 7.8). */
export const isBlankTraveler = (fields: unknown): boolean =>
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

const HOW_MANY = `Please choose how many travel, from 1 to ${PARTY_AT_MOST}`

/** The checkout form as it is posted: who travels, how much now, and which opened page it comes from. */
export const CheckoutForm = TravelerForm.extend({
  paymentType: z.enum(['deposit', 'full'], { error: 'Please choose deposit or full payment' }),
  travelers: z
    .number({ error: HOW_MANY })
    .int({ error: HOW_MANY })
    .min(1, { error: HOW_MANY })
    .max(PARTY_AT_MOST, { error: HOW_MANY })
    .default(1),
  checkoutKey: z.string().max(64).optional(),
  /** The first day of the departure that the page showed. */
  departure: z.string().max(10).optional(),
  /** The price and plan beside the button. */
  shown: z.string().max(200).optional(),
})
