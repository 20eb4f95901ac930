import type { LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { photoBytes } from '#app/travelers/review-photos.server'
import { reviewBehind } from '#app/travelers/reviews.server'

/** A photograph of a traveler's own review, by their link. */
export async function loader({ params: { token = '', id } }: LoaderFunctionArgs) {
  const review = reviewBehind(token, now())?.review
  return photoAnswer(review ? await photoBytes(Number(id) || 0, review.id) : null)
}

/** The photograph as a browser shows it; throws 404 where there is none. */
export function photoAnswer(bytes: Buffer<ArrayBuffer> | null): Response {
  if (!bytes) throw new Response(null, { status: 404 })
  return new Response(bytes, {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, max-age=3600',
      'X-Robots-Tag': 'noindex',
    },
  })
}
