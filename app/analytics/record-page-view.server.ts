import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { pageAt, withoutEnding } from '#app/site/site-pages'
import { db } from '#db/connection.server'
import { galleryImages, pageViews } from '#db/schema'
import { countryOf } from './country.server'
import { sourceOfDay } from './source-of-day.server'
import { isBot, trafficSource } from './traffic-source'

const picture = db
  .select({ id: galleryImages.id })
  .from(galleryImages)
  .where(eq(galleryImages.slug, sql.placeholder('slug')))
  .prepare()

/**
 * The page that a path leads to, as it is counted; null for every other path: some hold a traveler's token.
 * The query is left out.
 */
function countedPage(path: string): string | null {
  const [plain = ''] = path.split(/[?#]/, 1)
  const page = withoutEnding(plain.toLowerCase(), '/') || '/'
  const declared = pageAt(page)
  return declared?.isCounted && (declared.path === page || isPicture(page)) ? page : null
}

const isPicture = (page: string): boolean => picture.get({ slug: page.split('/').at(-1) }) !== undefined

type Visitor = { address: string; userAgent: string }

/**
 * Tells the visitors of one day apart. Address and browser cannot be read back from it, and the key is
 * another one each day, so that nobody is followed from one day to the next.
 */
const visitorDigest = ({ address, userAgent }: Visitor, day: Day): string =>
  createHmac('sha256', keyOf(day)).update(`${address}\n${userAgent}`).digest('base64url').slice(0, 22)

const keyOf = (day: Day) =>
  createHmac('sha256', env.sessionSecrets[0] ?? '')
    .update(`page views of ${day}`)
    .digest()

type PageView = {
  path: string
  referrer?: string
  utmSource?: string
  address: string
  userAgent: string
}

type Recorded = { page: string } | { leftOut: 'bot' | 'unknown-page' }

const OWN_HOST = new URL(env.BASE_URL).host

const insert = db
  .insert(pageViews)
  .values({
    path: sql.placeholder('path'),
    source: sql.placeholder('source'),
    country: sql.placeholder('country'),
    visitorDigest: sql.placeholder('visitorDigest'),
    day: sql.placeholder('day'),
    createdAt: sql.placeholder('createdAt'),
  })
  .prepare()

/**
 * Writes down that a person opened a public page: which one, on what day, by what way and from which country.
 * The address itself is not kept.
 */
export function recordPageView(view: PageView, now: Date): Recorded {
  if (isBot(view.userAgent)) return { leftOut: 'bot' }
  const page = countedPage(view.path)
  if (!page) return { leftOut: 'unknown-page' }

  const day = businessDay(now)
  insert.run({
    path: page,
    source: sourceOfDay(trafficSource(view, OWN_HOST), view.address, day),
    country: countryOf(view.address),
    visitorDigest: visitorDigest(view, day),
    day,
    createdAt: now,
  })
  return { page }
}
