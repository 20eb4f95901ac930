import { z } from 'zod'
import { letter } from '#app/platform/typed/clean'
import { optionalPersonName, optionalText, typedText } from '#app/platform/typed/text'
import { STORY_LIMITS } from '#app/site/list-forms'

export const RATING_NAMES = {
  '5': 'Wonderful',
  '4': 'Very good',
  '3': 'Good',
  '2': 'Less than I hoped',
  '1': 'Not good',
} as const

const PLEASE_RATE = 'Please choose how many stars'

/** What a traveler says of the journey, and whether others may read it, under which name. */
export const ReviewForm = z
  .object({
    rating: z
      .enum(Object.keys(RATING_NAMES) as [keyof typeof RATING_NAMES], { error: PLEASE_RATE })
      .transform(Number),
    words: typedText({
      label: 'Your words',
      missing: 'Please write a few words',
      atMost: STORY_LIMITS.review,
      clean: letter,
    }),
    /** Instead of sending other ones. */
    dropPhotos: z
      .literal('on')
      .optional()
      .transform((on) => on === 'on'),
    mayPublish: z
      .literal('on')
      .optional()
      .transform((on) => on === 'on'),
    publishAs: optionalPersonName({ label: 'The name', atMost: STORY_LIMITS.name }).transform(
      (name) => name ?? '',
    ),
    place: optionalText({ label: 'Where you live', atMost: STORY_LIMITS.location }).transform(
      (place) => place ?? '',
    ),
  })
  .superRefine(({ mayPublish, publishAs, place }, context) => {
    const ask = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (mayPublish && !publishAs) ask('publishAs', 'Please write the name to publish it under')
    if (mayPublish && !place) ask('place', 'Please write where you live, such as “Austin, Texas”')
  })

export type ReviewTyped = z.output<typeof ReviewForm>
