/** A picture that came with the site. */
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
 * A picture for a screen: its files are <slug>-<width>.avif, .webp and .jpg in /pictures where it was painted
 * for the site, and in /photos, by the name of their content, where staff uploaded it.
 */
export type PictureFiles = Omit<Picture, 'title' | 'place'> & { slug: string; fileName?: string | null }

/** How much farther than its point a cut of a photograph moves: enough for a phone's cut of a wide one. */
const PULL = 1.4

/**
 * Where pages cut a picture, for object-position. That of a print was chosen for this. A photograph's is the
 * point itself, a face for example, and at its own share of the cut it would touch the edge: nearer to the
 * middle, all around it is seen.
 */
export function cutAt({ focus, fileName }: PictureFiles): { x: string; y: string } {
  const place = (share: number) => (fileName ? Math.min(1, Math.max(0, 0.5 + PULL * (share - 0.5))) : share)
  const percent = (share: number) => `${Math.round(100 * place(share))}%`
  return { x: percent(focus.x), y: percent(focus.y) }
}

/**
 * The same for a photograph in a box of any shape that is a size container, such as a flat band: its point
 * comes to the middle, as far as there is picture around it.
 */
export function centeredAt({ focus, width, height }: PictureFiles): { x: string; y: string } {
  const wide = `max(100cqw, 100cqh * ${width / height})`
  const high = `max(100cqh, 100cqw * ${height / width})`
  return {
    x: `clamp(100cqw - ${wide}, 50cqw - ${focus.x} * ${wide}, 0px)`,
    y: `clamp(100cqh - ${high}, 50cqh - ${focus.y} * ${high}, 0px)`,
  }
}

export const PICTURE_GONE = 'The picture you chose was removed in the meantime. Please choose another one.'

/** Best first: a browser takes the first one that it can show. */
export const PICTURE_FORMATS = [
  { type: 'image/avif', ending: 'avif' },
  { type: 'image/webp', ending: 'webp' },
  { type: 'image/jpeg', ending: 'jpg' },
] as const

type Ending = (typeof PICTURE_FORMATS)[number]['ending']

const fileOf = ({ slug, fileName }: PictureFiles, width: number, ending: Ending) =>
  `${fileName ? `/photos/${fileName}` : `/pictures/${slug}`}-${width}.${ending}`

export const srcSetOf = (picture: PictureFiles, ending: Ending) =>
  picture.widths.map((width) => `${fileOf(picture, width, ending)} ${width}w`).join(', ')

/** For browsers without `srcset`, and for guests who save the picture: a middling JPEG. */
export const plainFileOf = (picture: PictureFiles) =>
  fileOf(picture, picture.widths.find((width) => width >= 900) ?? Math.max(...picture.widths), 'jpg')

export type SharePicture = { file: string; alt: string; width: number; height: number }

/** A crop made for sharing; scripts/cut-picture.ts cuts them. */
const cut = (page: string, alt: string): SharePicture => ({
  file: `/pictures/og-${page}.jpg`,
  alt,
  width: 1200,
  height: 630,
})

/** Of what was painted for a first screen, by the picture. */
export const CUTS_OF_HEROES = {
  'hero-amboseli': cut('home', 'Elephants cross dry grass below Kilimanjaro at first light'),
  'tour-stage': cut(
    'tour',
    'A country band of four plays on a low stage before a rising harvest moon, giraffes beside it',
  ),
  'twende-home': cut(
    'twende-home',
    'A family walks up a red road to a lamplit farmhouse on a green hill at sundown',
  ),
}

const HOME = CUTS_OF_HEROES['hero-amboseli']

/** What is seen when a page of the menu is shared; the other ones are shared with their first picture. */
export const SHARE_PICTURES: Record<string, SharePicture> = {
  '/': HOME,
  '/twende-home': CUTS_OF_HEROES['twende-home'],
  '/contact': cut(
    'contact',
    'A guide and two guests stand beside an open safari car and watch first light reach the Rift Valley',
  ),
  '/gallery': cut(
    'gallery',
    'A striped balloon drifts over wildebeest and zebra on the Mara plain just after sunrise',
  ),
}

/** A page without a picture of its own is shared with the home page's. */
export const sharePictureOf = (path: string): SharePicture => SHARE_PICTURES[path] ?? HOME

/** A page is shared with its first picture. */
export const sharedWithFirst = ({ wide }: { wide: PictureFiles }): SharePicture =>
  CUTS_OF_HEROES[wide.slug as keyof typeof CUTS_OF_HEROES] ?? sharedWhole(wide)

/** A whole picture of ours, for the page that shows nothing else. */
export function sharedWhole(picture: PictureFiles): SharePicture {
  const width = Math.max(...picture.widths)
  return {
    file: fileOf(picture, width, 'jpg'),
    alt: picture.alt,
    width,
    height: Math.round((width * picture.height) / picture.width),
  }
}
