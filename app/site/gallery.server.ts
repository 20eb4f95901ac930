import { asc, eq, sql } from 'drizzle-orm'
import { valuesOf } from '#app/platform/typed/fields'
import { db } from '#db/connection.server'
import { films, galleryImages } from '#db/schema/site'
import { PICTURES, type PictureSlug } from '#db/seed/pictures'
import { FILMS, isFilm } from './films'
import { PICTURE } from './list-forms'
import type { PictureFiles } from './picture'

/** A painted picture as screens take it. Loaders hand it over, so that the table stays out of the browser. */
export function painted(slug: PictureSlug) {
  const { title: _title, place: _place, ...files } = PICTURES[slug]
  return { slug, ...files }
}

export const isPainted = (slug: string): slug is PictureSlug => Object.hasOwn(PICTURES, slug)

/** The painted pictures, each once: not the tall cut that is made of one of them for phones. */
export const paintedSlugs = (): PictureSlug[] =>
  (Object.keys(PICTURES) as PictureSlug[]).filter((slug) => !slug.endsWith('-tall'))

/** The first painted picture of a place; null where there is none. */
export function paintingOf(place: string) {
  const slug = paintedSlugs().find((one) => PICTURES[one].place.includes(place))
  return slug ? painted(slug) : null
}

const { id, slug, width, height, focusX, focusY, preview, isUploaded, fileName, widths } = galleryImages
/** What screens take of a picture, with what staff write beside it. */
const SHOWN = {
  ...{ id, slug, ...valuesOf(PICTURE, galleryImages) },
  ...{ width, height, focusX, focusY, preview, isUploaded, fileName, widths },
}

const inOrder = db
  .select(SHOWN)
  .from(galleryImages)
  .orderBy(asc(galleryImages.position), asc(galleryImages.id))
  .prepare()

const bySlug = db
  .select(SHOWN)
  .from(galleryImages)
  .where(eq(galleryImages.slug, sql.placeholder('slug')))
  .prepare()

type Row = ReturnType<typeof inOrder.all>[number]

export type GalleryPicture = ReturnType<typeof galleryPictures>[number]
export type PictureWithId = ReturnType<typeof picturesWithIds>[number]

/** Every picture that the gallery shows, in the order staff gave them. */
export const galleryPictures = () =>
  inOrder
    .all()
    .filter(({ isHung }) => isHung)
    .map(withoutId)

/** The same for the admin area, those not shown too, with the numbers that its forms speak of. */
export const picturesWithIds = () => inOrder.all().map(asShown)

export const pictureWithId = (id: number): PictureWithId | undefined =>
  picturesWithIds().find((picture) => picture.id === id)

/** One picture with those beside it, the last one's next being the first; null for one not in the gallery. */
export function galleryPicture(slug: string) {
  const pictures = galleryPictures()
  const at = pictures.findIndex((picture) => picture.slug === slug)
  const picture = pictures[at]
  if (!picture) return null
  const beside = (step: number) => pictures[(at + step + pictures.length) % pictures.length] ?? picture
  return { picture, number: at + 1, total: pictures.length, previous: beside(-1), next: beside(1) }
}

const asShown = ({ focusX, focusY, ...picture }: Row) => ({
  ...picture,
  focus: { x: focusX, y: focusY },
  widths: widthsOf(picture),
})

function withoutId(row: Row) {
  const { id: _id, ...picture } = asShown(row)
  return picture
}

/** What a picture of the gallery is cut to where neither its row nor the painted table says. */
const USUAL_WIDTHS = [400, 640, 960, 1600]

const widthsOf = ({ slug, width, widths, isUploaded }: Omit<Row, 'focusX' | 'focusY'>): readonly number[] => {
  if (isUploaded) return widths
  return isPainted(slug) ? painted(slug).widths : USUAL_WIDTHS.filter((usual) => usual <= width)
}

/** The picture at an address: of '/pictures/' a painted one, of '/photos/' an uploaded one; null if gone. */
export function pictureAt(address: string) {
  const slug = address.slice(address.lastIndexOf('/') + 1)
  const row = bySlug.get({ slug })
  if (address.startsWith('/photos/')) return row?.isUploaded ? withoutId(row) : null
  if (!isPainted(slug)) return null
  return { ...painted(slug), ...(row && { focus: { x: row.focusX, y: row.focusY } }) }
}

const byFormerFile = db
  .select({ fileName, widths })
  .from(galleryImages)
  .where(
    sql`exists (select 1 from json_each(${galleryImages.formerFiles}) where value = ${sql.placeholder('file')})`,
  )
  .prepare()

/** What took the place of a photograph's former file, '/photos/leopard-0123456789ab-640.jpg'; or null. */
export function presentFileOf(former: string): string | null {
  const [, file = '', width = '', ending = ''] = /^\/photos\/(.+)-(\d+)\.(\w+)$/.exec(former) ?? []
  const present = byFormerFile.get({ file })
  if (!present) return null
  const wideEnough = present.widths.find((one) => one >= Number(width)) ?? present.widths.at(-1)
  return `/photos/${present.fileName}-${wideEnough}.${ending}`
}

/** Every picture that a card can show: the company's own photographs first, then the painted ones. */
export const picturesToChoose = () => [
  ...picturesWithIds()
    .filter(({ isUploaded }) => isUploaded)
    .map((picture) => ({ address: `/photos/${picture.slug}`, title: picture.title, picture })),
  ...paintedSlugs().map((slug) => ({
    address: `/pictures/${slug}`,
    title: PICTURES[slug].title,
    picture: painted(slug),
  })),
]

const filmsInOrder = db.select().from(films).orderBy(asc(films.title), asc(films.id)).prepare()
const filmBySlug = db
  .select()
  .from(films)
  .where(eq(films.slug, sql.placeholder('slug')))
  .prepare()

type FilmRow = ReturnType<typeof filmsInOrder.all>[number]

/** A film as screens take it; one that staff uploaded has one of the site's pictures as its poster. */
type ShownFilm = { slug: string; name: string; alt: string; poster?: PictureFiles }

export const uploadedFilms = (): FilmRow[] => filmsInOrder.all()

/** The film that staff chose, the house's or their own; null where there is none, or no longer. */
export function filmAt(slug: string): ShownFilm | null {
  if (isFilm(slug)) return { slug, ...FILMS[slug] }
  const row = filmBySlug.get({ slug })
  return row ? filmShown(row) : null
}

/** Every film that a page can show: the company's own first. */
export const filmsToChoose = (): ShownFilm[] => [
  ...uploadedFilms().map(filmShown),
  ...Object.entries(FILMS).map(([slug, film]) => ({ slug, ...film })),
]

function filmShown({ slug, title, poster: address }: FilmRow): ShownFilm {
  const poster = pictureAt(address) ?? painted('story-rift')
  return { slug, name: title, alt: poster.alt, poster }
}

export const filmSize = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

export const shownOn = (pages: string[]): string =>
  pages.length === 0 ? 'Shown on no page' : `Shown on: ${pages.join(', ')}`
