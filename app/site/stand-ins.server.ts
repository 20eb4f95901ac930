import type { experiences, siteSettings, testimonials } from '#db/schema/site'
import { EXPERIENCES } from '#db/seed/experiences'
import { SITE_SETTINGS } from '#db/seed/site-settings'
import { TESTIMONIALS } from '#db/seed/testimonials'
import { isConfirmed } from './opening-steps.server'

// A new site begins with an invented company: who reads a page as a guest must not take it for a real one.
// A stand-in is what still says what the seed said; once staff have written their own, it is theirs.

/** Whether what the seed invents is this company's own: a demo's. */
export const isSampleCompany = (): boolean => isConfirmed('sample-company')

type Settings = typeof siteSettings.$inferSelect

/** What stands or falls together: hours are those of a telephone, a role is somebody's. */
const OF_THE_COMPANY = {
  contactEmail: [],
  contactPhone: ['openingHours'],
  postalAddress: [],
  leaderName: ['leaderRole'],
  leaderText: [],
  leaderPicture: [],
} as const satisfies Partial<Record<keyof Settings, readonly (keyof Settings)[]>>

type Invented = keyof typeof OF_THE_COMPANY

const INVENTED = Object.keys(OF_THE_COMPANY) as Invented[]

/** Which facts of the company are still the invented ones. */
export function standInsOf(settings: Settings): Invented[] {
  const same = INVENTED.filter((field) => settings[field] === SITE_SETTINGS[field])
  // Asked last: a company that has written its own pays nothing for it.
  return same.length === 0 || isSampleCompany() ? [] : same
}

/** The settings as guests read them: what is invented is empty. */
export function withoutStandIns<Read extends Settings>(settings: Read): Read {
  const fields = standInsOf(settings).flatMap((field) => [field, ...OF_THE_COMPANY[field]])
  return { ...settings, ...Object.fromEntries(fields.map((field) => [field, ''])) }
}

type Story = Pick<typeof testimonials.$inferSelect, 'review'>

const INVENTED_STORIES = new Set(TESTIMONIALS.map(({ review }) => review))

/** Whether nobody told this story. Under another name it is still invented. */
export const isInventedStory = ({ review }: Story): boolean => INVENTED_STORIES.has(review)

type Experience = Pick<typeof experiences.$inferSelect, 'slug' | 'price'>

const INVENTED_PRICES = new Map(EXPERIENCES.map(({ slug, price }) => [slug, price]))

/** Whether the price of an experience is the seed's. */
export const isInventedPrice = ({ slug, price }: Experience): boolean => INVENTED_PRICES.get(slug) === price
