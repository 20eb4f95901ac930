import { EMAIL_AT_MOST, PHONE_AT_MOST } from '#app/platform/typed/limits'

// What the inquiry form needs to know in the browser; the schema beside it would bring zod along.

/** In the order of the form. */
export const INTERESTS = {
  safari: 'Safari Adventures',
  cultural: 'Cultural Experiences',
  luxury: 'Luxury Accommodations',
  custom: 'Custom Itinerary',
} as const

export type Interest = keyof typeof INTERESTS

/** An interest as staff read it; anything else stays as it is. */
export const interestName = (interest: string): string =>
  Object.hasOwn(INTERESTS, interest) ? INTERESTS[interest as Interest] : interest

export const MESSAGE_AT_LEAST = 10

/** What each field is refused with (rules 11.4), in the order of the screen. */
export const INQUIRY_WORDS = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Valid email is required',
  phone: 'Phone number is required',
  interest: 'Please select your interest',
  message: `Message must be at least ${MESSAGE_AT_LEAST} characters`,
} as const

/** The longest that each field may be. */
export const INQUIRY_LIMITS = {
  firstName: 100,
  lastName: 100,
  email: EMAIL_AT_MOST,
  phone: PHONE_AT_MOST,
  message: 5_000,
} as const

/** As the form shows it: written out, since a browser's first number in a language's dress takes it 15 ms. */
export const MESSAGE_AT_MOST = '5,000'
