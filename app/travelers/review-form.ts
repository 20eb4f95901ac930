import { z } from 'zod'
import { letter } from '#app/platform/typed/clean'
import { checkbox, optionalPersonName, optionalText, typedText } from '#app/platform/typed/text'
import { PHOTO_REFUSALS, STORY } from '#app/site/list-forms'

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
      atMost: STORY.review.atMost,
      clean: letter,
    }),
    /** Instead of sending other ones. */
    dropPhotos: checkbox(),
    mayPublish: checkbox(),
    publishAs: optionalPersonName({ label: 'The name', atMost: STORY.name.atMost }).transform(
      (name) => name ?? '',
    ),
    place: optionalText({ label: 'Where you live', atMost: STORY.location.atMost }).transform(
      (place) => place ?? '',
    ),
  })
  .superRefine(({ mayPublish, publishAs, place }, context) => {
    const ask = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (mayPublish && !publishAs) ask('publishAs', 'Please enter the name to publish it under')
    if (mayPublish && !place) ask('place', 'Please enter where you live, such as “Austin, Texas”')
  })

export type ReviewTyped = z.output<typeof ReviewForm>

/** How many photographs may come with a review. */
export const REVIEW_PHOTOS_AT_MOST = 3
export const REVIEW_PHOTO_MB_AT_MOST = 10
export const REVIEW_PHOTO_BYTES_AT_MOST = REVIEW_PHOTO_MB_AT_MOST * 1024 * 1024

/** Where a review is sent to, and the link in it: only this address takes a body of that size. */
export const REVIEW_PATH = /^\/traveler\/([\w-]{16,64})\/review(?:\.data)?$/

/** Why a photograph is not taken, and what to do instead. */
export const REVIEW_PHOTO_REFUSALS = {
  ...PHOTO_REFUSALS,
  'too-large': `A photograph can be at most ${REVIEW_PHOTO_MB_AT_MOST} MB. Please choose a smaller one.`,
  'too-many': `Please choose at most ${REVIEW_PHOTOS_AT_MOST} photographs.`,
  busy: 'Many photographs are arriving right now. Please wait half a minute and send it again.',
} as const

export type ReviewPhotoRefusal = keyof typeof REVIEW_PHOTO_REFUSALS

/** Without scripts a browser keeps no chosen files once a form was refused. */
export const CHOOSE_AGAIN = 'Not sent yet. If no file is named here, please choose your photographs again.'
