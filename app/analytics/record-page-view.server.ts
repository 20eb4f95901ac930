import { createHmac } from 'node:crypto'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { pageAt, withoutEnding } from '#app/site/site-pages'
import { isTourPage } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { givenLater } from '#db/prepared.server'
import { dailyViews, pageViews } from '#db/schema/running'
import { galleryImages } from '#db/schema/site'
import { SOURCE_AT_MOST } from '#db/values'
import { countryOf } from './visits.server'

const picture = db
  .select({ id: galleryImages.id })
  .from(galleryImages)
  .where(and(eq(galleryImages.slug, sql.placeholder('slug')), eq(galleryImages.isHung, true)))
  .prepare()

/** The counted page of a path; null for every other path, since some hold a traveler's token. */
function countedPage(path: string): string | null {
  const [plain = ''] = path.split(/[?#]/, 1)
  const page = withoutEnding(plain.toLowerCase(), '/') || '/'
  if (isTourPage(page)) return page
  const declared = pageAt(page)
  return declared?.isCounted && (declared.path === page || isPicture(page)) ? page : null
}

const isPicture = (page: string): boolean => picture.get({ slug: page.split('/').at(-1) }) !== undefined

export type Visitor = { address: string; userAgent: string }

/**
 * Tells the visitors of one day apart. It cannot be reversed, and its key changes daily: no one is followed.
 */
const visitorDigest = ({ address, userAgent }: Visitor, day: Day): string =>
  createHmac('sha256', keyOf(day)).update(`${address}\n${userAgent}`).digest('base64url').slice(0, 22)

const keyOf = (day: Day) =>
  createHmac('sha256', env.sessionSecrets[0] ?? '')
    .update(`page views of ${day}`)
    .digest()

type PageView = Visitor & CameFrom & { path: string }

type Recorded = { page: string } | { leftOut: 'bot' | 'unknown-page' }

const OWN_HOST = new URL(env.BASE_URL).host

const insert = db
  .insert(pageViews)
  .values(givenLater('path', 'source', 'country', 'visitorDigest', 'day', 'createdAt'))
  .prepare()

/** Records that a person opened a public page. The network address itself is not stored. */
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

const firstOfDay = db
  .select({ source: pageViews.source })
  .from(pageViews)
  .where(
    and(
      eq(pageViews.day, sql.placeholder('day')),
      eq(pageViews.visitorDigest, sql.placeholder('visitorDigest')),
    ),
  )
  .orderBy(asc(pageViews.id))
  .limit(1)
  .prepare()

/**
 * Where the first page that this visitor opened today says they came from; empty where none was counted. As
 * all that is known of a visitor ends at midnight, who comes back another day came 'direct'.
 */
export function sourceOfGuest(visitor: Visitor, now: Date): string {
  const day = businessDay(now)
  return firstOfDay.get({ day, visitorDigest: visitorDigest(visitor, day) })?.source ?? ''
}

const NEW_IN_A_DAY = 100
/** With those that the week before knew. */
const MOST_IN_A_DAY = 300
const NEW_OF_AN_ADDRESS = 3
const ADDRESSES_AT_MOST = 10_000

const ofDay = and(eq(dailyViews.dimension, sql`'source'`), eq(dailyViews.day, sql.placeholder('day')))

const known = db
  .select({ day: dailyViews.day })
  .from(dailyViews)
  .where(and(ofDay, eq(dailyViews.value, sql.placeholder('source'))))
  .prepare()

const knownBefore = db
  .select({ day: dailyViews.day })
  .from(dailyViews)
  .where(
    and(
      eq(dailyViews.dimension, sql`'source'`),
      gte(dailyViews.day, sql.placeholder('from')),
      lt(dailyViews.day, sql.placeholder('day')),
      eq(dailyViews.value, sql.placeholder('source')),
    ),
  )
  .limit(1)
  .prepare()

const howMany = db
  .select({ count: sql<number>`count(*)` })
  .from(
    db
      .select({ one: sql`1`.as('one') })
      .from(dailyViews)
      .where(ofDay)
      .limit(MOST_IN_A_DAY)
      .as('first'),
  )
  .prepare()

/**
 * The source as it is counted. Anyone can invent sources in an address, so a day has room for 100 new ones,
 * three of them from one network address; later ones become 'other'. Well-known sources always count, and
 * those of the week before are hard to crowd out.
 */
function sourceOfDay(source: string, address: string, day: Day): string {
  if (WELL_KNOWN_SOURCES.has(source) || known.get({ day, source })) return source
  const count = howMany.get({ day })?.count ?? 0
  if (knownBefore.get({ from: addDays(day, -7), day, source }))
    return count < MOST_IN_A_DAY ? source : 'other'
  return count < NEW_IN_A_DAY && mayAddSource(address, day) ? source : 'other'
}

/** New sources by network address on that day; in memory. */
const newSources = new Map<string, number>()
let dayOfNewSources: Day = ''

function mayAddSource(address: string, day: Day): boolean {
  if (day !== dayOfNewSources) newSources.clear()
  dayOfNewSources = day
  const before = newSources.get(address) ?? 0
  if (before >= NEW_OF_AN_ADDRESS || newSources.size >= ADDRESSES_AT_MOST) return false
  newSources.set(address, before + 1)
  return true
}

/** Names that programs give themselves. Cubot is a phone. */
const PROGRAMS =
  /(?<!cu)bot|crawl|spider|slurp|scrap|fetch|monitor|uptime|pingdom|statuscake|preview|headless|phantom|puppeteer|playwright|selenium|lighthouse|pagespeed|gtmetrix|inspectiontool|externalhit|mediapartners|googleother|whatsapp|embedly|curl|wget|python|httpx|okhttp|axios|undici|libwww|go-http|java\/|^(node|ruby|perl|php)/i

/** Whether a program asked. One that poses as a browser is taken for a person. */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || PROGRAMS.test(userAgent)

/** Common sources: counted under their own names, however many sources a day has. */
const WELL_KNOWN_SOURCES = new Set(
  [
    'direct other newsletter',
    'google www.google.com bing www.bing.com duckduckgo.com search.yahoo.com www.ecosia.org chatgpt.com',
    'facebook www.facebook.com m.facebook.com l.facebook.com lm.facebook.com',
    'instagram www.instagram.com l.instagram.com www.youtube.com www.tiktok.com www.pinterest.com',
    'www.linkedin.com t.co x.com www.reddit.com www.tripadvisor.com www.whatsapp.com',
  ].flatMap((hosts) => hosts.split(' ')),
)

type CameFrom = { utmSource?: string; referrer?: string }

/** Where a visit came from: the campaign that its address names, the site that led here, or 'direct'. */
export function trafficSource({ utmSource, referrer }: CameFrom, ownHost: string): string {
  const host = hostOf(referrer)
  const source = campaign(utmSource) || (host === ownHost ? '' : host)
  return source.slice(0, SOURCE_AT_MOST) || 'direct'
}

/** One line in lowercase: Newsletter and newsletter are the same. */
const campaign = (name = '') =>
  name
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toLowerCase()

const hostOf = (address = '') =>
  /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).host : ''
