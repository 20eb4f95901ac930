import { sourceOfGuest, type Visitor } from '#app/analytics/record-page-view.server'
import { now } from '#app/platform/clock.server'
import { signedInStaff } from './staff-session.server'

/** Who asks, as visits are counted: not at all where they are staff, or do not want to be (rules 5.11). */
export async function visitorOf(request: Request, clientAddress?: string): Promise<Visitor | 'staff' | null> {
  if (await signedInStaff(request)) return 'staff'
  if (asksNotToBeCounted(request.headers)) return null
  return { address: clientAddress ?? 'unknown', userAgent: request.headers.get('User-Agent') ?? '' }
}

/** Do Not Track, Global Privacy Control, and browsers that fetch a page before anyone wants to see it. */
const asksNotToBeCounted = (headers: Headers) =>
  headers.get('DNT') === '1' || headers.get('Sec-GPC') === '1' || /prefetch|prerender/.test(purpose(headers))

const purpose = (headers: Headers) => headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? ''

/** What a booking keeps of where its guest came from; null for staff, who are no guests of theirs. */
export async function sourceOf(request: Request, clientAddress?: string): Promise<string | null> {
  const visitor = await visitorOf(request, clientAddress)
  if (visitor === 'staff') return null
  return visitor ? sourceOfGuest(visitor, now()) : ''
}
