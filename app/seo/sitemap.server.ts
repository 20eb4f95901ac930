import { asc } from 'drizzle-orm'
import { today } from '#app/clock.server'
import { wordsChangedAt } from '#app/content/page-words.server'
import { siteSettings } from '#app/content/site-settings.server'
import type { WordedPage } from '#app/content/worded-pages'
import { SITE_LINKS } from '#app/site-pages'
import { publicDepartures } from '#app/tour/departures.server'
import { theTour } from '#app/tour/tour-items.server'
import { db } from '#db/connection.server'
import { galleryImages } from '#db/schema'

type Page = { path: string; changedAt: Date | null }

const pictures = db
  .select({ slug: galleryImages.slug, hungAt: galleryImages.createdAt })
  .from(galleryImages)
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
    '/texascountrysafari': newest([
      theTour().updatedAt,
      ...changeOf('tour'),
      ...publicDepartures(today()).map(({ updatedAt }) => updatedAt),
    ]),
    '/gallery': newest(hung.map(({ hungAt }) => hungAt)),
  }
  return [
    ...SITE_LINKS.map(({ to }) => ({ path: to, changedAt: sinceSeed(changes[to]) })),
    ...hung.map(({ slug, hungAt }) => ({ path: `/gallery/${slug}`, changedAt: sinceSeed(hungAt) })),
  ]
}

const changeOf = (page: WordedPage): Date[] => [wordsChangedAt(page) ?? []].flat()

const newest = (instants: Date[]): Date | null =>
  instants.reduce<Date | null>((latest, one) => (latest && latest > one ? latest : one), null)

/** The seed writes the first instant of all: nobody has changed that row. */
const sinceSeed = (instant: Date | null = null): Date | null =>
  instant && instant.getTime() > 0 ? instant : null
