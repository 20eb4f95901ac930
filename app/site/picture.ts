/** A painted picture of the site, as scripts/art/export.ts writes it down. */
export type Picture = {
  title: string
  alt: string
  place: string
  width: number
  height: number
  /** Widths that lie in /pictures as <slug>-<width>.avif, .webp and .jpg. */
  widths: readonly number[]
  /** For object-position, as shares: chosen so that a 4:5 crop keeps what matters. */
  focus: { x: number; y: number }
  /** A tiny WebP to show, blurred, until the picture is there. */
  preview: string
}

/**
 * A picture for a screen: its files are <slug>-<width>.avif, .webp and .jpg, in /pictures where it was
 * painted for the site, in /photos where staff uploaded it.
 */
export type PictureFiles = Omit<Picture, 'title' | 'place'> & { slug: string; isUploaded?: boolean }

export const PICTURE_GONE = 'The picture you chose was removed in the meantime. Please choose another one.'

/** Best first: a browser takes the first one that it can show. */
export const PICTURE_FORMATS = [
  { type: 'image/avif', ending: 'avif' },
  { type: 'image/webp', ending: 'webp' },
  { type: 'image/jpeg', ending: 'jpg' },
] as const

type Ending = (typeof PICTURE_FORMATS)[number]['ending']

export const fileOf = ({ slug, isUploaded }: PictureFiles, width: number, ending: Ending) =>
  `/${isUploaded ? 'photos' : 'pictures'}/${slug}-${width}.${ending}`

export const srcSetOf = (picture: PictureFiles, ending: Ending) =>
  picture.widths.map((width) => `${fileOf(picture, width, ending)} ${width}w`).join(', ')

/** For browsers without `srcset`, and for guests who save the picture: a middling JPEG. */
export const plainFileOf = (picture: PictureFiles) =>
  fileOf(picture, picture.widths.find((width) => width >= 900) ?? Math.max(...picture.widths), 'jpg')
