import { writeFile } from 'node:fs/promises'
import { asImage, type Bitmap } from '../engine/render'
import { within } from './files'

/** What is seen when a page is shared: a crop of a scene, without words. */
type SharePicture = {
  page: string
  slug: string
  /** Width the scene is brought to before 1200 × 630 are cut from it. */
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

const [WIDTH, HEIGHT] = [1200, 630]
const LIMIT = 85_000

/** Cuts and writes every share picture that is made of this scene. */
export async function writeSharePictures(slug: string, bitmap: Bitmap, folder: string) {
  for (const share of SHARE_PICTURES.filter((picture) => picture.slug === slug)) {
    const height = Math.round((share.width * bitmap.height) / bitmap.width)
    const left = Math.round((share.width - WIDTH) * share.x)
    const top = Math.round((height - HEIGHT) * share.y)
    const cut = () =>
      asImage(bitmap)
        .resize({ width: share.width, height })
        .extract({ left, top, width: WIDTH, height: HEIGHT })
    const { data, quality } = await within(LIMIT, 82, (q) =>
      cut().jpeg({ quality: q, mozjpeg: true }).toBuffer(),
    )
    await writeFile(`${folder}/og-${share.page}.jpg`, data)
    console.log(`og-${share.page}.jpg ${data.length} bytes at quality ${quality}`)
  }
}
