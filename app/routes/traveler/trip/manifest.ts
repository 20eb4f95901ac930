import type { LoaderFunctionArgs } from '@remix-run/node'
import { today } from '#app/platform/clock.server'
import { BRAND } from '#app/platform/words'
import { appManifest } from '#app/site/seo/site-identity'
import { tripByToken } from '#app/views/trip-book.server'

/** How a phone keeps a trip book on its home screen: nothing in it says whose it is. */
export function loader({ params }: LoaderFunctionArgs) {
  const trip = tripByToken(params.token ?? '', today())
  if (!trip || trip === 'ended') throw new Response(null, { status: 404 })
  const here = `/traveler/${params.token}/trip`
  return appManifest({ name: `Trip book | ${BRAND}`, short_name: 'Trip book', start: here })
}
