import { checkoutAsked } from '#app/bookings/checkout-asked.server'
import { type Day, readDay } from '#app/days'
import { isPublicDeparture } from '#app/tour/departures.server'

/**
 * Kept pages that their parameters change, by path: what an address asks for, in one spelling, so that whatever means
 * the same is kept once and what nobody offers is not kept at all.
 */
const VARIANTS: Record<string, (query: URLSearchParams) => Record<string, string | false>> = {
  '/texascountrysafari': (query) => departureIn(readDay(query.get('departure'))),
  '/checkout': (query) => {
    const { roomType, paymentType, guests, departure } = checkoutAsked(query)
    return {
      roomType: roomType === 'single' && roomType,
      paymentType: paymentType === 'full' && paymentType,
      travelers: guests !== null && guests > 1 && String(guests),
      ...departureIn(departure),
    }
  },
}

/** The query of the variant of a kept page that an address means, with its question mark; empty for the page as such. */
export function variantOf(path: string, query: URLSearchParams): string {
  const asked = VARIANTS[path.replace(/\.data$/, '')]?.(query) ?? {}
  const kept = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== false)
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}

const departureIn = (asked: Day | null): { departure: string | false } => ({
  departure: asked !== null && isPublicDeparture(asked) && asked,
})
