import type Database from 'better-sqlite3'
import { SITE_LINKS } from '#app/site/site-pages'
import { TODAY } from './today'

const DAYS = 400
const DAY_MS = 24 * 3_600_000
const PATHS = [...SITE_LINKS.map(({ to }) => to), '/checkout', '/gallery/amboseli-herd']
const SOURCES = [
  'direct',
  'google.com',
  'facebook.com',
  'instagram.com',
  'newsletter',
  'bing.com',
  'nation.africa',
]
const COUNTRIES = ['US', 'KE', 'GB', 'DE', 'CA', 'TZ', 'unknown']

/** Page views over four hundred days, three to a visitor, with their daily sums. */
export function fillViews(file: Database.Database, count: number): void {
  const add = file.prepare(
    'insert into page_views (path, source, country, visitor_digest, day, created_at) values (?, ?, ?, ?, ?, ?)',
  )
  for (let index = 0; index < count; index += 1) {
    const at = Math.round(TODAY - DAYS * DAY_MS + (DAYS * DAY_MS * index) / count)
    const visitor = Math.floor(index / 3)
    add.run(
      PATHS[index % PATHS.length],
      SOURCES[visitor % SOURCES.length],
      COUNTRIES[visitor % COUNTRIES.length],
      visitor.toString(36).padStart(22, '0'),
      new Date(at - 5 * 3_600_000).toISOString().slice(0, 10),
      at,
    )
  }
  for (const [dimension, column] of [
    ['all', `''`],
    ['path', 'path'],
    ['source', 'source'],
    ['country', 'country'],
  ]) {
    file.exec(
      `insert or replace into daily_views select day, '${dimension}', ${column}, count(*),
         ${dimension === 'path' ? '0' : 'count(*) / 3'} from page_views group by day, ${column}`,
    )
  }
}
