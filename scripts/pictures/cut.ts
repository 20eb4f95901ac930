import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Picture } from '#app/site/picture'
import { PICTURES, type PictureSlug } from '#db/seed/pictures'

/** Most kilobytes an AVIF may weigh, by its width: of a wide picture, a card, and a tall one. */
const WIDE_LIMITS: Record<number, number> = { 2400: 170, 1600: 100, 1200: 65, 640: 28, 400: 13 }
const CARD_LIMITS: Record<number, number> = { 1600: 110, 960: 50, 640: 28, 400: 13 }
const TALL_LIMITS: Record<number, number> = { 1200: 100, 900: 70, 600: 40, 400: 22 }

const AVIF_QUALITY = 58
const WEBP_QUALITY = 78
const JPEG_QUALITY = 78
const LOWEST_QUALITY = 30

/** A picture decoded once, of which everything is cut. */
type Bitmap = { data: Buffer; width: number; height: number }
/** Effort is that of the AVIF, 0 to 9. */
type Cutting = { folder: string; effort: number }
type Written = { name: string; bytes: number; limit?: number }

const asImage = ({ data, width, height }: Bitmap) => sharp(data, { raw: { width, height, channels: 3 } })

/**
 * The picture of a file in the shape that a place of the site has, as large as its widest cut: what stands
 * over is cut off around the picture's focus. Throws where the file has fewer pixels.
 */
export async function inShapeOf({ width, height, focus }: Picture, file: string): Promise<Bitmap> {
  const upright = await sharp(file).rotate().removeAlpha().toColorspace('srgb').toBuffer()
  const whole = await sharp(upright).metadata()
  const scale = Math.max(width / (whole.width ?? 0), height / (whole.height ?? 0))
  if (scale > 1)
    throw new Error(`${file} has ${whole.width} × ${whole.height} pixels, and needs ${width} × ${height}.`)
  const [fullWidth, fullHeight] = [whole.width * scale, whole.height * scale].map(Math.round) as [
    number,
    number,
  ]
  const { data } = await sharp(upright)
    .resize({ width: fullWidth, height: fullHeight, fit: 'fill' })
    .extract({
      left: Math.round((fullWidth - width) * focus.x),
      top: Math.round((fullHeight - height) * focus.y),
      width,
      height,
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width, height }
}

/** Writes every width in the three formats. An AVIF gives up quality rather than pass its limit. */
export async function writeWidths(
  slug: string,
  picture: Picture,
  bitmap: Bitmap,
  { folder, effort }: Cutting,
) {
  const written: Written[] = []
  for (const width of picture.widths) {
    const cut = () => asImage(bitmap).resize({ width })
    const limit = limitOf(picture, width)
    const files = {
      avif: await within(limit, AVIF_QUALITY, (quality) => cut().avif({ quality, effort }).toBuffer()),
      webp: await cut().webp({ quality: WEBP_QUALITY }).toBuffer(),
      jpg: await cut().jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer(),
    }
    for (const [ending, bytes] of Object.entries(files)) {
      const name = `${slug}-${width}.${ending}`
      await writeFile(`${folder}/${name}`, bytes)
      written.push({ name, bytes: bytes.length, ...(ending === 'avif' && { limit }) })
    }
  }
  return written
}

function limitOf({ width, height }: Picture, cut: number): number {
  const limits = height > width ? TALL_LIMITS : width / height > 1.7 ? WIDE_LIMITS : CARD_LIMITS
  return (limits[cut] ?? Number.POSITIVE_INFINITY) * 1_000
}

/** What is seen when a page is shared: a crop of a picture, without words. */
type SharePicture = {
  page: string
  slug: PictureSlug
  /** Width the picture is brought to before 1200 × 630 are cut from it. */
  width: number
  /** Where the cut lies in what is left over, 0 left or top, 1 right or bottom. */
  x: number
  y: number
}

const SHARE_PICTURES: readonly SharePicture[] = [
  { page: 'home', slug: 'hero-amboseli', width: 1440, x: 1, y: 1 },
  { page: 'tour', slug: 'tour-stage', width: 1440, x: 0.9, y: 0.9 },
  { page: 'twende-home', slug: 'twende-home', width: 1300, x: 1, y: 0.8 },
  { page: 'contact', slug: 'story-rift', width: 1300, x: 1, y: 0.8 },
  { page: 'gallery', slug: 'mara-balloon', width: 1200, x: 0, y: 0.45 },
]

const [SHARED_WIDTH, SHARED_HEIGHT] = [1200, 630]
const SHARED_LIMIT = 85_000

/** Cuts and writes every picture for sharing that is made of this one. */
export async function writeSharePictures(slug: string, bitmap: Bitmap, folder: string) {
  const written: Written[] = []
  for (const { page, width, x, y } of SHARE_PICTURES.filter((picture) => picture.slug === slug)) {
    const height = Math.round((width * bitmap.height) / bitmap.width)
    const left = Math.round((width - SHARED_WIDTH) * x)
    const top = Math.round((height - SHARED_HEIGHT) * y)
    const cut = () =>
      asImage(bitmap)
        .resize({ width, height })
        .extract({ left, top, width: SHARED_WIDTH, height: SHARED_HEIGHT })
    const bytes = await within(SHARED_LIMIT, 82, (quality) =>
      cut().jpeg({ quality, mozjpeg: true }).toBuffer(),
    )
    const name = `og-${page}.jpg`
    await writeFile(`${folder}/${name}`, bytes)
    written.push({ name, bytes: bytes.length, limit: SHARED_LIMIT })
  }
  return written
}

/** Encodes again, three points lower each time, until the bytes fit. */
async function within(limit: number, best: number, encode: (quality: number) => Promise<Buffer>) {
  let quality = best
  let bytes = await encode(quality)
  while (bytes.length > limit && quality > LOWEST_QUALITY) {
    quality -= 3
    bytes = await encode(quality)
  }
  return bytes
}

const PREVIEW_WIDTH = 24
const PREVIEW_LIMIT = 250

/** The tiny WebP that is shown, blurred, until the picture is there. */
async function previewOf(bitmap: Bitmap): Promise<string> {
  for (let quality = 40; quality > 0; quality -= 5) {
    const bytes = await asImage(bitmap)
      .resize({ width: PREVIEW_WIDTH })
      .webp({ quality, alphaQuality: 0, effort: 6 })
      .toBuffer()
    const address = `data:image/webp;base64,${bytes.toString('base64')}`
    if (address.length <= PREVIEW_LIMIT) return address
  }
  throw new Error(`No preview of ${PREVIEW_LIMIT} bytes can be made`)
}

/** Puts the preview into the picture's row of `table`, the file db/seed/pictures.ts. */
export async function writePreview(slug: PictureSlug, bitmap: Bitmap, table: string): Promise<void> {
  const preview = await previewOf(bitmap)
  const text = await readFile(table, 'utf8')
  await writeFile(table, text.replace(PICTURES[slug].preview, preview))
}
