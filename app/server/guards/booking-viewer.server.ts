import type { Viewer } from '#app/bookings/find-booking.server'
import { knownBrowser } from './guest-cookies.server'
import { isSignedInFor } from './staff-session.server'

/** By what Stripe's return names the secret of a payment: of a card form, and of its hosted page. */
const SECRETS = ['payment_intent_client_secret', 'session_id'] as const

/** Who asks to see a booking (rules 5.8): by cookies, and by what the address has. */
export async function bookingViewer(request: Request): Promise<Viewer> {
  const query = new URL(request.url).searchParams
  const [paymentSecret = null] = SECRETS.flatMap((name) => query.get(name) ?? [])
  return {
    browserDigest: await knownBrowser(request),
    paymentSecret,
    isStaff: await isSignedInFor(request, 'change bookings'),
  }
}

/** The part of an address that lets another browser go on from it; empty where it has none. */
export function secretIn(query: URLSearchParams): string {
  const [name] = SECRETS.filter((one) => query.has(one))
  return name ? `&${new URLSearchParams({ [name]: query.get(name) ?? '' })}` : ''
}
