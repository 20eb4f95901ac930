import { EMAIL_AT_MOST, fields, NAME_AT_MOST, PHONE_AT_MOST } from '#app/platform/typed/fields'
import { PARTY_AT_MOST } from '#db/values'
import { ROOMS_WANTED_NAMES } from '../stored-values'

// Without zod: the schema is in join-waitlist.server.ts.

const SIZES = Object.fromEntries(
  Array.from({ length: PARTY_AT_MOST }, (_, index) => [`${index + 1}`, `${index + 1}`]),
)

/** What is asked of those who want to wait for a departure that is sold out. */
export const WAITLIST = fields()({
  name: {
    label: 'Full name',
    kind: 'name',
    missing: 'Please fill in your name',
    atMost: NAME_AT_MOST,
    autoComplete: 'name',
  },
  email: {
    label: 'Email',
    kind: 'email',
    missing: 'Please enter a valid email address',
    atMost: EMAIL_AT_MOST,
    autoComplete: 'email',
  },
  phone: { label: 'Phone', kind: 'tel', atMost: PHONE_AT_MOST, autoComplete: 'tel' },
  rooms: { label: 'Room', of: ROOMS_WANTED_NAMES, missing: 'Please choose a room' },
  atLeast: {
    label: 'Seats, at least',
    half: true,
    of: SIZES,
    none: 'Choose',
    missing: 'Please choose the fewest seats you need',
  },
  atMost: {
    label: 'Seats, at most',
    half: true,
    of: SIZES,
    none: 'Choose',
    missing: 'Please choose the most seats you would take',
  },
})
