// How long what people type may be, in characters, wherever the same thing is typed. Safe in the browser,
// without zod.

/** Of a person. */
export const NAME_AT_MOST = 120
export const EMAIL_AT_MOST = 254
export const PHONE_AT_MOST = 40
/** What bookings are searched for. */
export const BOOKING_TERM_AT_MOST = 80

/** '5,000 characters'. */
export const characters = (count: number): string => `${count.toLocaleString('en-US')} characters`

/** What is said of a text that is longer than it may be. */
export const tooLong = (label: string, atMost: number): string =>
  `${label} can be at most ${characters(atMost)}`

/** A hidden field. A bot that fills it gets the usual answer, and nothing is stored. */
export const HONEYPOT = 'website'
