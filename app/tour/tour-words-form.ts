import { z } from 'zod'
import { oneLine, paragraphs } from '#app/typed/clean'
import { typedText } from '#app/typed/text'

/** The longest that each text of the journey's page may be, in characters. */
export const TOUR_LIMITS = {
  name: 120,
  introTitle: 80,
  introText: 1_500,
  bandTitle: 80,
  bandText: 800,
  routeTitle: 80,
  routeText: 400,
  notIncluded: 300,
} as const

export const TOUR_WORDS = {
  name: 'Name',
  introTitle: 'Introduction: heading',
  introText: 'Introduction',
  bandTitle: 'Band: heading',
  bandText: 'Band',
  routeTitle: 'Route: heading',
  routeText: 'Route',
  notIncluded: 'What is not included',
} as const satisfies Record<keyof typeof TOUR_LIMITS, string>

const words = (field: keyof typeof TOUR_LIMITS, clean = oneLine) =>
  typedText({ label: TOUR_WORDS[field], atMost: TOUR_LIMITS[field], clean })

/** The words of the journey's page, the same for all its departures. */
export const TourWordsForm = z.object({
  name: words('name'),
  introTitle: words('introTitle'),
  introText: words('introText', paragraphs),
  bandTitle: words('bandTitle'),
  bandText: words('bandText'),
  routeTitle: words('routeTitle'),
  routeText: words('routeText'),
  notIncluded: words('notIncluded'),
  /** The version that was opened for editing. */
  version: z.coerce.number().int(),
})

export type TourWords = Omit<z.output<typeof TourWordsForm>, 'version'>
