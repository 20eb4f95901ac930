import { z } from 'zod'
import { openedVersion } from '#app/lists/opened-version'
import { typedText } from '#app/typed/text'

/** The longest that each text may be, in characters. */
export const STORY_LIMITS = { name: 80, location: 80, review: 1_000 } as const

const RATINGS = ['1', '2', '3', '4', '5'] as const

/** What staff write of a traveler's story; the database holds the rating to 1 through 5. */
export const StoryForm = z.object({
  name: typedText({ label: 'Name', atMost: STORY_LIMITS.name }),
  location: typedText({ label: 'Location', atMost: STORY_LIMITS.location }),
  rating: z
    .enum(RATINGS, { error: `Please choose a rating from ${RATINGS[0]} to ${RATINGS.at(-1)}` })
    .transform((points) => Number(points)),
  review: typedText({ label: 'Review', atMost: STORY_LIMITS.review }),
  version: openedVersion(),
})

export type StoryWords = Omit<z.output<typeof StoryForm>, 'version'>
