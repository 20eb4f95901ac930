import { z } from 'zod'
import { readDay } from '#app/platform/days'
import { fields } from '#app/platform/typed/fields'
import { formOf } from '#app/platform/typed/form-schema'
import { SITE_PAGES } from '#app/site/site-pages'
import type { JOURNEY_STATES } from '#db/values'

export type JourneyState = (typeof JOURNEY_STATES)[number]

/** What else the site answers at an address of one part: a journey's page would never be seen there. */
const TAKEN = new Set([
  ...SITE_PAGES.map(({ path }) => path.split('/')[1]),
  ...[
    'journeys',
    'admin',
    'api',
    'dev',
    'assets',
    'pictures',
    'photos',
    'films',
    'sounds',
    'healthz',
    'readyz',
    'metrics',
    'departures',
  ],
  ...['newsletter', 'unsubscribe', 'waitlist', 'booking', 'pay', 'traveler', 'read'],
])

const WRONG_PATH = 'Please use 3 to 40 small letters, digits and hyphens, such as laikipia-and-the-coast'

const isFreePath = (path: string): boolean => !TAKEN.has(path)

/** A new journey, which begins as a copy of another. */
export const JOURNEY = fields()({
  name: {
    label: 'Name',
    missing: 'Name is required',
    atMost: 120,
    hint: 'As guests read it at the head of its page.',
  },
  path: {
    label: 'Address of its page',
    missing: 'Address of its page is required',
    atMost: 40,
    hint: 'What follows the slash: small letters, digits and hyphens. It cannot be changed later.',
    schema: z
      .string({ error: 'Address of its page is required' })
      .regex(/^[a-z][a-z\d-]{1,38}[a-z\d]$/, { error: WRONG_PATH })
      .refine(isFreePath, { error: 'This address is another page of the site: choose another one' }),
  },
  startsOn: {
    label: 'First day of its first departure',
    kind: 'day',
    missing: 'First day of its first departure is required',
    schema: z
      .string({ error: 'First day of its first departure is required' })
      .refine(readDay, { error: 'Please enter a day such as 2026-10-15' }),
  },
})

export const JourneyForm = formOf(JOURNEY).extend({ from: z.coerce.number().int() })

export const JOURNEY_STATE_NAMES: Record<JourneyState, string> = {
  draft: 'Draft',
  shown: 'Shown',
  ended: 'Ended',
}
