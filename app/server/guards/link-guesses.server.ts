import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { keyedDigest, signedCookie } from '#app/platform/keys.server'
import { answerPlainly, pathOf, routeOf } from '#app/server/guards/answer'
import { clientAddress } from './rates.server'

/** Whose address holds a secret, or a reference that only its owner may use. */
const SECRETS =
  /^\/(booking|pay|traveler|read|unsubscribe|departures\/(confirm|stop)|waitlist|newsletter\/confirm|admin\/new-password|api\/bookings)\/|^\/(booking-confirmation|payment-success)$/

export const holdsSecret = (request: { url?: string }): boolean => SECRETS.test(routeOf(pathOf(request)))

/** Links in letters that expire, which mail programs open by themselves: counted apart from bookings. */
const OF_LETTERS = /^\/(read|unsubscribe|departures|waitlist|newsletter|admin)\//

const MISSES_AT_MOST = 30
const WINDOW_MS = 10 * 60_000
const GUESSERS_AT_MOST = 10_000

type Count = { misses: number; until: number }

/**
 * Counts requests of each network address for bookings that are not there, by the machine's clock. A request
 * counts as a miss until it is answered, so that parallel ones are counted too. Beyond so many addresses the
 * oldest is forgotten. The guard is true when it has answered 429.
 */
export function createMisses(clock = Date.now) {
  const counts = new Map<string, Count>()

  return function overMisses(request: IncomingMessage, response: ServerResponse): boolean {
    if (!holdsSecret(request)) return false
    const kind = OF_LETTERS.test(routeOf(pathOf(request))) ? 'letters' : 'bookings'
    const guesser = `${kind} ${clientAddress(request)}`
    const count = countOf(guesser)
    if (count.misses >= MISSES_AT_MOST) {
      refuse(request, response, count.until - clock())
      return true
    }
    count.misses += 1
    response.once('close', () => {
      if (response.statusCode === 404) return
      count.misses -= 1
      if (count.misses === 0 && counts.get(guesser) === count) counts.delete(guesser)
    })
    return false
  }

  function countOf(guesser: string): Count {
    const known = counts.get(guesser)
    if (known && known.until > clock()) return known
    const begun = { misses: 0, until: clock() + WINDOW_MS }
    counts.delete(guesser)
    counts.set(guesser, begun)
    const oldest = counts.size > GUESSERS_AT_MOST ? counts.keys().next() : null
    if (oldest && !oldest.done) counts.delete(oldest.value)
    return begun
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const sentence = `Too many wrong links were opened from your network. Please wait ${wait}, then open your link again.`
  answerPlainly(request, response, 429, sentence, {
    'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))),
  })
}

const DAYS = 180
const LINKS_AT_MOST = 5

const digestOf = keyedDigest('known link')

const cookie = signedCookie('known-links', {
  holds: z.array(z.string().max(43)).max(LINKS_AT_MOST),
  maxAge: DAYS * 24 * 3_600,
})

/**
 * Marks the browser as one that has opened this traveler's link, so that guesses by others in its network do
 * not lock it out (decision 006). It opens nothing: the link is still needed.
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
