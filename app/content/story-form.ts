import { z } from 'zod'
import { line } from './text-parts'

const RATINGS = ['1', '2', '3', '4', '5'] as const

/** What staff write of a traveler's story (spec §3); the database holds the rating to 1 through 5. */
export const StoryForm = z.object({
  name: line({ label: 'Name', missing: 'Name is required', atMost: 80 }),
  location: line({ label: 'Location', missing: 'Location is required', atMost: 80 }),
  rating: z
    .enum(RATINGS, { error: `Please choose a rating from ${RATINGS[0]} to ${RATINGS.at(-1)}` })
    .transform((points) => Number(points)),
  review: line({ label: 'Review', missing: 'Review is required', atMost: 1_000 }),
})

export type StoryWords = z.output<typeof StoryForm>
