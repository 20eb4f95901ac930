import { sql } from 'drizzle-orm'
import { businessDay } from '#app/clock.server'
import { env } from '#app/env.server'
import { db } from '#db/connection.server'
import { pageViews } from '#db/schema'
import { isBot } from './bots'
import { countedPage } from './counted-pages.server'
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
    visitorDigest: sql.placeholder('visitorDigest'),
    day: sql.placeholder('day'),
    createdAt: sql.placeholder('createdAt'),
  })
  .prepare()

/** Writes down that a person opened a public page: which one, from where, on what day, and nothing about them. */
export function recordPageView(view: PageView, now: Date): Recorded {
  if (isBot(view.userAgent)) return { leftOut: 'bot' }
  const page = countedPage(view.path)
  if (!page) return { leftOut: 'unknown-page' }

  const day = businessDay(now)
  insert.run({
    path: page,
    source: trafficSource(view, OWN_HOST),
    visitorDigest: visitorDigest(view, day),
    day,
    createdAt: now,
  })
  return { page }
}
