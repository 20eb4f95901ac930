import { type PictureFiles, plainFileOf, srcSetOf } from '#app/site/picture'

/**
 * One film: its files lie in /films as <slug>.webm and .mp4, its poster as <slug>-<width>.avif, .webp and
 * .jpg. One that staff uploaded is an .mp4 alone, and its poster one of the site's pictures.
 */
export type FilmFiles = {
  slug: string
  poster?: PictureFiles
  /** What it shows, for those who do not see it. */
  alt: string
}

const POSTER_WIDTHS = [640, 1280]

/** Best first: a browser takes the first one that it can show. */
export const POSTER_FORMATS = [
  { type: 'image/avif', ending: 'avif' },
  { type: 'image/webp', ending: 'webp' },
] as const

type Poster = Pick<FilmFiles, 'slug' | 'poster'>

export const posterSet = ({ slug, poster }: Poster, ending: (typeof POSTER_FORMATS)[number]['ending']) =>
  poster
    ? srcSetOf(poster, ending)
    : POSTER_WIDTHS.map((width) => `/films/${slug}-${width}.${ending} ${width}w`).join(', ')

export const plainPosterOf = ({ slug, poster }: Poster) =>
  poster ? plainFileOf(poster) : `/films/${slug}-1280.jpg`
