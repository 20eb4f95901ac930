import { z } from 'zod'
import { keyedDigest, signedCookie } from '#app/platform/keys.server'

const DAYS = 180
const TRIPS_AT_MOST = 5
/** Looks that are closer together are one visit: what it marked stays marked while it lasts. */
const VISIT_MS = 30 * 60_000

const digestOf = keyedDigest('trip book')

const cookie = signedCookie('trip-looks', {
  holds: z
    .array(z.object({ trip: z.string().max(43), since: z.number().int(), at: z.number().int() }))
    .max(TRIPS_AT_MOST),
  maxAge: DAYS * 24 * 3_600,
})

/**
 * Since when a change is news to this browser: its last look before this visit, or the first one ever; and the
 * header that notes this look. It is the browser's to remember: a mail program that opens the link first has
 * not looked for anybody, and nothing is written here.
 */
export async function lookNow(
  request: Request,
  token: string,
  now: Date,
): Promise<{ since: Date; header: string }> {
  const trip = digestOf(token)
  const looks = (await cookie.read(request)) ?? []
  const last = looks.find((look) => look.trip === trip)
  const since = !last ? +now : +now - last.at > VISIT_MS ? last.at : last.since
  const others = looks.filter((look) => look !== last)
  const header = await cookie.write([{ trip, since, at: +now }, ...others].slice(0, TRIPS_AT_MOST))
  return { since: new Date(since), header }
}
