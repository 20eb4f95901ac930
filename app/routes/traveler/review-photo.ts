import type { LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { photoAnswer } from '#app/routes/file-answers.server'
import { photoBytes } from '#app/travelers/review-photos.server'
import { reviewByToken } from '#app/travelers/reviews.server'

/** A photograph of a traveler's own review, by their link. */
export async function loader({ params: { token = '', id } }: LoaderFunctionArgs) {
  const review = reviewByToken(token, now())?.review
  return photoAnswer(review ? await photoBytes(Number(id) || 0, review.id) : null)
}
