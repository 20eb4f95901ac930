import { EMAIL_AT_MOST, type Field, fields, PHONE_AT_MOST } from '#app/platform/typed/fields'

// What strangers write on the public pages; their schemas are in people-forms.ts, which would bring zod
// along.

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

const MESSAGE_AT_LEAST = 10
/** As the form shows it: written out, since a browser's first number in a language's dress takes it 15 ms. */
export const MESSAGE_AT_MOST = '5,000'

const EMAIL = {
  label: 'Email',
  kind: 'email',
  missing: 'Valid email is required',
  atMost: EMAIL_AT_MOST,
  autoComplete: 'email',
} as const satisfies Field

const name = (label: string) => ({ label, missing: `${label} is required`, atMost: 100 })

/** An inquiry. What a field is refused with is fixed word for word (rules 11.4). */
export const INQUIRY = fields()({
  firstName: { ...name('First name'), autoComplete: 'given-name' },
  lastName: { ...name('Last name'), autoComplete: 'family-name' },
  email: EMAIL,
  phone: {
    label: 'Phone',
    called: 'Phone number',
    kind: 'tel',
    missing: 'Phone number is required',
    atMost: PHONE_AT_MOST,
    autoComplete: 'tel',
  },
  interest: {
    label: 'Interest',
    of: INTERESTS,
    none: 'Select your interest',
    missing: 'Please select your interest',
    wide: true,
  },
  message: {
    label: 'Message',
    kind: 'letter',
    hint: `When, where, who is coming: whatever you know. Up to ${MESSAGE_AT_MOST} characters.`,
    missing: `Message must be at least ${MESSAGE_AT_LEAST} characters`,
    atLeast: MESSAGE_AT_LEAST,
    atMost: 5_000,
    rows: 5,
    wide: true,
  },
})

/** What someone tells who wants the newsletter: each field is a column of their subscription. */
export const NEWSLETTER = fields()({
  email: {
    ...EMAIL,
    label: 'Email address',
    called: 'Email',
    hint: 'We’ll email you a link to confirm. Unsubscribe with one click, anytime.',
  },
})

/** The same of someone who waits for the next departure. */
export const WATCH = fields()({
  email: {
    ...NEWSLETTER.email,
    hint: 'We’ll email you a link to confirm your address, then write once on the day it opens, and again only if it is canceled or postponed.',
  },
})
