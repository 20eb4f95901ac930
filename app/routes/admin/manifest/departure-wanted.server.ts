import { departureShown } from '#app/routes/admin/departure-shown.server'
import type { Departure } from '#app/tour/departures.server'

/**
 * Whose manifest is wanted: that of the departure in the address; without one, of the journey that is under way or
 * next. Throws 503 at a browser that only fetches ahead: what nobody looks at is not opened, and the log says who did.
 */
export function departureWanted({ url, headers }: Request): Departure {
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? ''
  if (/prefetch|prerender/.test(purpose)) throw new Response(null, { status: 503 })
  return departureShown(new URL(url).searchParams)
}
