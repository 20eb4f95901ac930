/** One film: its files lie in /films as <slug>.webm and .mp4, its poster as <slug>-<width>.avif, .webp and .jpg. */
export type FilmFiles = {
  slug: string
  /** What it shows, for those who do not see it. */
  alt: string
}

const POSTER_WIDTHS = [640, 1280]

/** Best first: a browser takes the first one that it can show. */
export const POSTER_FORMATS = [
  { type: 'image/avif', ending: 'avif' },
  { type: 'image/webp', ending: 'webp' },
] as const

export const posterSet = (slug: string, ending: string) =>
  POSTER_WIDTHS.map((width) => `/films/${slug}-${width}.${ending} ${width}w`).join(', ')

export const plainPosterOf = (slug: string) => `/films/${slug}-1280.jpg`
