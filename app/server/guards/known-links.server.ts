import { z } from 'zod'
import { keyedDigest, signedCookie } from '#app/platform/keys.server'

const DAYS = 180
const LINKS_AT_MOST = 5

const digestOf = keyedDigest('known link')

const cookie = signedCookie('known-links', {
  holds: z.array(z.string().max(43)).max(LINKS_AT_MOST),
  maxAge: DAYS * 24 * 3_600,
})

/**
 * Marks the browser as one that has opened this traveler's link, so that the guesses of others in its network
 * do not shut it out (decision 006). It opens nothing: anyone who shows it still needs the link.
 */
export async function rememberLink(request: Request, token: string): Promise<HeadersInit> {
  const known = (await cookie.read(request)) ?? []
  const digest = digestOf(token)
  if (known.includes(digest)) return {}
  return { 'Set-Cookie': await cookie.write([digest, ...known].slice(0, LINKS_AT_MOST)) }
}

/** A link's own addresses, to the letter: with dots or escapes in it a path may lead to another one. */
const ADDRESS =
  /^\/(?:booking|pay|traveler)\/([\w-]{16,64})(?:\/intent|\/room|\/review(?:\/photos\/\d+)?|\/calendar\.ics|\/trip|\/trip\/manifest\.webmanifest|\/(?:receipts|travelers|trip\/files)\/\d+)?(?:\.data)?$/

/** Whether this browser has opened before what it asks for now. */
export async function hasOpened(path: string, cookies: string | undefined): Promise<boolean> {
  const token = ADDRESS.exec(path)?.[1]
  if (!token || !cookies) return false
  const request = new Request('http://here', { headers: { Cookie: cookies } })
  return (await cookie.read(request))?.includes(digestOf(token)) ?? false
}
