import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { keyedDigest, newLinkToken, secretDigest, signedCookie } from '#app/platform/keys.server'

/** In seconds. */
const HALF_A_YEAR = 180 * 24 * 3_600

const cookie = signedCookie('traveler', { holds: z.string().min(1).max(100), maxAge: HALF_A_YEAR })

/** A browser's own key, so that it sees its bookings again (rules 5.8); `setCookie` where it had none yet. */
export async function travelerBrowser(
  request: Request,
): Promise<{ digest: string; setCookie: string | null }> {
  const known = await knownBrowser(request)
  if (known) return { digest: known, setCookie: null }
  const key = newLinkToken()
  return { digest: secretDigest(key), setCookie: await cookie.write(key) }
}

/** The digest of the key that this browser shows, if it shows one that we signed. */
export async function knownBrowser(request: Request): Promise<string | null> {
  const key = await cookie.read(request)
  return key === null ? null : secretDigest(key)
}

const digestOfAddress = keyedDigest('network address')

/** A keyed digest of the network address, only to count its live holds. */
export const addressDigest = (clientAddress: string | undefined): string =>
  digestOfAddress(clientAddress ?? 'unknown')

/**
 * The same of the network around it, of which one sender may have all: an IPv6 /48, or the 256 addresses of
 * an IPv4 /24.
 */
const wideDigest = (clientAddress: string | undefined): string =>
  addressDigest(clientAddress?.split(/[:.]/, 3).join(' '))

/** Both of a request, as limits count them. */
export const networkOf = (clientAddress: string | undefined) => ({
  addressDigest: addressDigest(clientAddress),
  wideDigest: wideDigest(clientAddress),
})

/** One opened checkout page of one browser; a call that names none is a page of its own. */
export const checkoutKeyIn = (browserDigest: string, pageKey: string | undefined): string =>
  `${browserDigest.slice(0, 16)}:${pageKey ?? randomUUID()}`

const TRIPS_AT_MOST = 5
/** Looks that are closer together are one visit: what it marked stays marked while it lasts. */
const VISIT_MS = 30 * 60_000

const digestOfTrip = keyedDigest('trip book')

const looksCookie = signedCookie('trip-looks', {
  holds: z
    .array(z.object({ trip: z.string().max(43), since: z.number().int(), at: z.number().int() }))
    .max(TRIPS_AT_MOST),
  maxAge: HALF_A_YEAR,
})

/**
 * Since when a change is news to this browser: its last look before this visit, or its first ever; and the
 * cookie that notes this look. Only the browser remembers: a mail program that opens the link first must not
 * count.
 */
export async function recordTripVisit(
  request: Request,
  token: string,
  now: Date,
): Promise<{ since: Date; header: string }> {
  const trip = digestOfTrip(token)
  const looks = (await looksCookie.read(request)) ?? []
  const last = looks.find((look) => look.trip === trip)
  const since = !last ? +now : +now - last.at > VISIT_MS ? last.at : last.since
  const others = looks.filter((look) => look !== last)
  const header = await looksCookie.write([{ trip, since, at: +now }, ...others].slice(0, TRIPS_AT_MOST))
  return { since: new Date(since), header }
}

const LINKS_AT_MOST = 5

const digestOfLink = keyedDigest('known link')

const linksCookie = signedCookie('known-links', {
  holds: z.array(z.string().max(43)).max(LINKS_AT_MOST),
  maxAge: HALF_A_YEAR,
})

/**
 * Marks the browser as one that has opened this traveler's link, so that guesses by others in its network do
 * not lock it out (decision 006). It opens nothing: the link is still needed.
 */
export async function rememberLink(request: Request, token: string): Promise<HeadersInit> {
  const known = (await linksCookie.read(request)) ?? []
  const digest = digestOfLink(token)
  if (known.includes(digest)) return {}
  return { 'Set-Cookie': await linksCookie.write([digest, ...known].slice(0, LINKS_AT_MOST)) }
}

/** A link's own addresses, to the letter: with dots or escapes in it a path may lead to another one. */
const ADDRESS =
  /^\/(?:booking|pay|traveler)\/([\w-]{16,64})(?:\/intent|\/room|\/review(?:\/photos\/\d+)?|\/calendar\.ics|\/trip|\/trip\/manifest\.webmanifest|\/(?:receipts|travelers|trip\/files)\/\d+)?(?:\.data)?$/

/** Whether this browser has opened before what it asks for now. */
export async function hasOpened(path: string, cookies: string | undefined): Promise<boolean> {
  const token = ADDRESS.exec(path)?.[1]
  if (!token || !cookies) return false
  const request = new Request('http://here', { headers: { Cookie: cookies } })
  return (await linksCookie.read(request))?.includes(digestOfLink(token)) ?? false
}
