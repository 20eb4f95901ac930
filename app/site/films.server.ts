import { asc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { films } from '#db/schema'
import { FILMS, isFilm } from './films'
import { painted, pictureAt } from './gallery/gallery.server'
import type { PictureFiles } from './picture'

const inOrder = db.select().from(films).orderBy(asc(films.title), asc(films.id)).prepare()
const bySlug = db
  .select()
  .from(films)
  .where(eq(films.slug, sql.placeholder('slug')))
  .prepare()

type Row = ReturnType<typeof inOrder.all>[number]

/** A film as screens take it; one that staff uploaded has one of the site's pictures as its poster. */
type ShownFilm = { slug: string; name: string; alt: string; poster?: PictureFiles }

export const uploadedFilms = (): Row[] => inOrder.all()

/** The film that staff chose, the house's or their own; null where there is none, or no longer. */
export function filmAt(slug: string): ShownFilm | null {
  if (isFilm(slug)) return { slug, ...FILMS[slug] }
  const row = bySlug.get({ slug })
  return row ? asShown(row) : null
}

/** Every film that a page can show: the company's own first. */
export const filmsToChoose = (): ShownFilm[] => [
  ...uploadedFilms().map(asShown),
  ...Object.entries(FILMS).map(([slug, film]) => ({ slug, ...film })),
]

function asShown({ slug, title, poster: address }: Row): ShownFilm {
  const poster = pictureAt(address) ?? painted('story-rift')
  return { slug, name: title, alt: poster.alt, poster }
}

export const filmSize = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

export const shownOn = (pages: string[]): string =>
  pages.length === 0 ? 'Shown on no page' : `Shown on: ${pages.join(', ')}`
