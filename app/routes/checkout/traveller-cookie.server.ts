import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { env } from '#app/env.server'

const cookie = createCookie('traveller', {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: env.BASE_URL.startsWith('https:'),
  secrets: env.sessionSecrets,
  maxAge: 180 * 24 * 3_600,
})

/** A browser's own key, so that it sees its bookings again (decisions §2); `setCookie` where it had none yet. */
export async function travellerBrowser(
  request: Request,
): Promise<{ digest: string; setCookie: string | null }> {
  const known = await knownBrowser(request)
  if (known) return { digest: known, setCookie: null }
  const key = randomBytes(24).toString('base64url')
  return { digest: digestOf(key), setCookie: await cookie.serialize(key) }
}

/** The digest of the key that this browser shows, if it shows one that we signed. */
export async function knownBrowser(request: Request): Promise<string | null> {
  const key: unknown = await cookie.parse(request.headers.get('Cookie'))
  return typeof key === 'string' ? digestOf(key) : null
}

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')

/** A keyed digest of the network address, only to count its live holds. */
export const addressDigest = (clientAddress: string | undefined): string =>
  createHmac('sha256', env.sessionSecrets[0] ?? '')
    .update(clientAddress ?? 'unknown')
    .digest('base64url')

/** One opened checkout page of one browser; a call that names none is a page of its own. */
export const checkoutKeyIn = (browserDigest: string, pageKey: string | undefined): string =>
  `${browserDigest.slice(0, 16)}:${pageKey ?? randomUUID()}`
