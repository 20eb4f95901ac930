import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { keyedDigest, signedCookie } from '#app/platform/keys.server'

const cookie = signedCookie('traveler', { holds: z.string().min(1).max(100), maxAge: 180 * 24 * 3_600 })

/** A browser's own key, so that it sees its bookings again (rules 5.8); `setCookie` where it had none yet. */
export async function travelerBrowser(
  request: Request,
): Promise<{ digest: string; setCookie: string | null }> {
  const known = await knownBrowser(request)
  if (known) return { digest: known, setCookie: null }
  const key = randomBytes(24).toString('base64url')
  return { digest: digestOf(key), setCookie: await cookie.write(key) }
}

/** The digest of the key that this browser shows, if it shows one that we signed. */
export async function knownBrowser(request: Request): Promise<string | null> {
  const key = await cookie.read(request)
  return key === null ? null : digestOf(key)
}

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

const digestOfAddress = keyedDigest('network address')

/** A keyed digest of the network address, only to count its live holds. */
export const addressDigest = (clientAddress: string | undefined): string =>
  digestOfAddress(clientAddress ?? 'unknown')

/** One opened checkout page of one browser; a call that names none is a page of its own. */
export const checkoutKeyIn = (browserDigest: string, pageKey: string | undefined): string =>
  `${browserDigest.slice(0, 16)}:${pageKey ?? randomUUID()}`
