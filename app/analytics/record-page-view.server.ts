import { sql } from 'drizzle-orm'
import { businessDay } from '#app/clock.server'
import { env } from '#app/env.server'
import { db } from '#db/connection.server'
import { pageViews } from '#db/schema'
import { isBot } from './bots'
import { countedPage } from './counted-pages.server'
import { countryOf } from './country.server'
import { sourceOfDay } from './source-of-day.server'
import { trafficSource } from './traffic-source'
import { visitorDigest } from './visitor-digest.server'

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
 * Writes down that a person opened a public page: which one, on what day, by what way and from which country. The
 * address itself is not kept.
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
