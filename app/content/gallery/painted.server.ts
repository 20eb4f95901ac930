import { PICTURES, type PictureSlug } from '#app/content/pictures'

/** A painted picture as screens take it. Loaders hand it over, so that the table stays out of the browser. */
export function painted(slug: PictureSlug) {
  const { title: _title, place: _place, ...files } = PICTURES[slug]
  return { slug, ...files }
}

/** The painted picture at an address that staff wrote, as '/pictures/mara-balloon'; null where there is none. */
export function paintedAt(address: string) {
  const slug = address.slice(address.lastIndexOf('/') + 1)
  return isPainted(slug) ? painted(slug) : null
}

export const isPainted = (slug: string): slug is PictureSlug => Object.hasOwn(PICTURES, slug)

/** The painted pictures, each once: not the tall cut that is made of one of them for phones. */
export const paintedWhole = (): PictureSlug[] =>
  (Object.keys(PICTURES) as PictureSlug[]).filter((slug) => !slug.endsWith('-tall'))
