import { PHOTO_REFUSALS } from '#app/site/gallery/photo-rules'

/** So many photographs may come with a review. */
export const REVIEW_PHOTOS_AT_MOST = 3
export const REVIEW_PHOTO_MB_AT_MOST = 10
export const REVIEW_PHOTO_BYTES_AT_MOST = REVIEW_PHOTO_MB_AT_MOST * 1024 * 1024

/** Where a review is sent to, and the link in it: only this address takes a body of that size. */
export const REVIEW_PATH = /^\/traveler\/([\w-]{16,64})\/review(?:\.data)?$/

/** Why a photograph is not taken, and what to do instead. */
export const REVIEW_PHOTO_REFUSALS = {
  ...PHOTO_REFUSALS,
  'too-large': `A photograph may have at most ${REVIEW_PHOTO_MB_AT_MOST} MB. Please choose a smaller one.`,
  'too-many': `Please choose at most ${REVIEW_PHOTOS_AT_MOST} photographs.`,
  busy: 'Many photographs are arriving right now. Please wait half a minute and send it again.',
} as const

export type ReviewPhotoRefusal = keyof typeof REVIEW_PHOTO_REFUSALS

/** Without scripts a browser keeps no chosen files once a form was refused. */
export const CHOOSE_AGAIN = 'Not sent yet. If no file is named here, please choose your photographs again.'
