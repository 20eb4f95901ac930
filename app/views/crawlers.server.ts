import { asc, eq } from 'drizzle-orm'
import { today } from '#app/platform/clock.server'
import { journeyPage, wordsChangedAt } from '#app/site/page-words.server'
import { siteSettings } from '#app/site/settings.server'
import { LEGAL_LINKS, SITE_LINKS, SITE_PAGES } from '#app/site/site-pages'
import { publicDepartures } from '#app/tours/departures.server'
import { pathOf, shownTours, TOURS_PATH } from '#app/tours/tours.server'
import { db } from '#db/connection.server'
import { galleryImages } from '#db/schema/site'
import type { WordedPage } from '#db/values'

type Page = { path: string; changedAt: Date | null }

/** The pages as sitemaps.org writes them. */
export const sitemapXml = (origin: string, pages: Page[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map(({ path, changedAt }) => `  <url>${location(origin + path)}${lastChange(changedAt)}</url>`),
    '</urlset>',
    '',
  ].join('\n')

const location = (address: string) => `<loc>${escaped(address)}</loc>`

const lastChange = (instant: Date | null) => (instant ? `<lastmod>${instant.toISOString()}</lastmod>` : '')

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)

const pictures = db
  .select({ slug: galleryImages.slug, hungAt: galleryImages.createdAt })
  .from(galleryImages)
  .where(eq(galleryImages.isHung, true))
  .orderBy(asc(galleryImages.position), asc(galleryImages.id))
  .prepare()

/** The pages for search engines, each with the moment its content last changed, where that is known. */
export function sitemapPages(): Page[] {
  const hung = pictures.all()
  const settingsChangedAt = siteSettings().updatedAt
  const changes: Record<string, Date | null> = {
    '/': newest([settingsChangedAt, ...changeOf('home')]),
    '/contact': newest([settingsChangedAt, ...changeOf('contact')]),
    '/twende-home': newest(changeOf('twende-home')),
    '/gallery': newest(hung.map(({ hungAt }) => hungAt)),
    '/terms': newest(changeOf('terms')),
    '/privacy': newest(changeOf('privacy')),
  }
  const journeys = shownTours().map((tour) => ({
    path: pathOf(tour),
    changedAt: newest([
      tour.updatedAt,
      ...changeOf(journeyPage({ tourId: tour.id })),
      ...publicDepartures(today(), { tourId: tour.id }).map(({ updatedAt }) => updatedAt),
    ]),
  }))
  const [home, ...links] = SITE_LINKS.map(({ to }) => ({ path: to, changedAt: changes[to] ?? null }))
  const list = journeys.length > 1 ? [{ path: TOURS_PATH, changedAt: newest(datesOf(journeys)) }] : []
  const legal = LEGAL_LINKS.map(({ to }) => ({ path: to, changedAt: changes[to] ?? null }))
  return [
    ...[home ?? [], list, journeys, links, legal]
      .flat()
      .map(({ path, changedAt }) => ({ path, changedAt: sinceSeed(changedAt) })),
    ...hung.map(({ slug, hungAt }) => ({ path: `/gallery/${slug}`, changedAt: sinceSeed(hungAt) })),
  ]
}

const changeOf = (page: WordedPage): Date[] => [wordsChangedAt(page) ?? []].flat()

const datesOf = (pages: Page[]): Date[] => pages.flatMap(({ changedAt }) => changedAt ?? [])

const newest = (instants: Date[]): Date | null =>
  instants.reduce<Date | null>((latest, one) => (latest && latest > one ? latest : one), null)

/** The seed writes the first instant of all: no one has changed that row. */
const sinceSeed = (instant: Date | null = null): Date | null =>
  instant && instant.getTime() > 0 ? instant : null

/** Where a visitor pays, looks at what is theirs, or works: not for search engines. */
const PRIVATE_PATHS = new Set([
  '/admin',
  '/api',
  ...SITE_PAGES.filter(({ isPrivate }) => isPrivate).map(({ path }) => `/${path.split('/')[1]}`),
])

export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...[...PRIVATE_PATHS].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

const VALID_MS = 180 * 24 * 3_600_000

/**
 * Who to tell about a hole (RFC 9116). Made again at each answer, so that it never lies: half a year ahead of
 * `now`.
 */
export const securityText = (origin: string, contactEmail: string, now: Date): string =>
  [
    `Contact: ${contactEmail ? `mailto:${inUri(contactEmail)}` : `${origin}/contact`}`,
    `Expires: ${new Date(now.getTime() + VALID_MS).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')

const inUri = (email: string) => encodeURIComponent(email).replace('%40', '@')
