import { writeFile } from 'node:fs/promises'
import { asImage, type Bitmap } from '#scripts/art/engine/render'
import { type Scene, WIDE } from '#scripts/art/engine/scene'

/** Most kilobytes an AVIF may weigh, by the width of the picture. */
const WIDE_LIMITS: Record<number, number> = { 2400: 170, 1600: 100, 1200: 65, 640: 28, 400: 13 }
const CARD_LIMITS: Record<number, number> = { 1600: 110, 960: 50, 640: 28, 400: 13 }
const TALL_LIMITS: Record<number, number> = { 1200: 100, 900: 70, 600: 40, 400: 22 }

const AVIF_QUALITY = 58
const WEBP_QUALITY = 78
const JPEG_QUALITY = 78

export type Written = { file: string; bytes: number; limit?: number; quality: number }

/** Writes one width of a picture in the three formats. The AVIF gives up quality rather than pass its limit. */
export async function writeWidth(
  scene: Scene,
  bitmap: Bitmap,
  width: number,
  folder: string,
): Promise<Written[]> {
  const resized = await asImage(bitmap).resize({ width }).raw().toBuffer({ resolveWithObject: true })
  const picture = () =>
    asImage({ data: resized.data, width: resized.info.width, height: resized.info.height })
  const name = `${folder}/${scene.slug}-${width}`
  const limit = limitFor(scene, width)
  const avif = await within(limit, AVIF_QUALITY, (quality) =>
    picture().avif({ quality, effort: 6 }).toBuffer(),
  )
  const webp = await picture().webp({ quality: WEBP_QUALITY }).toBuffer()
  const jpeg = await picture().jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
  await writeFile(`${name}.avif`, avif.data)
  await writeFile(`${name}.webp`, webp)
  await writeFile(`${name}.jpg`, jpeg)
  return [
    { file: `${name}.avif`, bytes: avif.data.length, limit, quality: avif.quality },
    { file: `${name}.webp`, bytes: webp.length, quality: WEBP_QUALITY },
    { file: `${name}.jpg`, bytes: jpeg.length, quality: JPEG_QUALITY },
  ]
}

function limitFor({ aspect }: Scene, width: number) {
  const limits = aspect === WIDE ? WIDE_LIMITS : aspect > 1 ? TALL_LIMITS : CARD_LIMITS
  return (limits[width] ?? Number.POSITIVE_INFINITY) * 1000
}

/** Encodes again, three points lower each time, until the bytes fit. */
export async function within(limit: number, best: number, encode: (quality: number) => Promise<Buffer>) {
  let quality = best
  let data = await encode(quality)
  while (data.length > limit && quality > 30) {
    quality -= 3
    data = await encode(quality)
  }
  return { data, quality }
}
