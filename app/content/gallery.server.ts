import { asc } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { galleryImages } from '#db/schema'
import { isPainted, painted } from './painted.server'

const hung = db
  .select({
    slug: galleryImages.slug,
    title: galleryImages.title,
    alt: galleryImages.alt,
    place: galleryImages.place,
    width: galleryImages.width,
    height: galleryImages.height,
    focusX: galleryImages.focusX,
    focusY: galleryImages.focusY,
    preview: galleryImages.preview,
  })
  .from(galleryImages)
  .orderBy(asc(galleryImages.position), asc(galleryImages.id))
  .prepare()

export type GalleryPicture = ReturnType<typeof galleryPictures>[number]

/** Every picture of the gallery, in the order staff gave them. */
export const galleryPictures = () =>
  hung.all().map(({ focusX, focusY, ...picture }) => ({
    ...picture,
    focus: { x: focusX, y: focusY },
    widths: widthsOf(picture),
  }))

/** One picture with those beside it, the last one's next being the first; null where it hangs no more. */
export function galleryPicture(slug: string) {
  const pictures = galleryPictures()
  const at = pictures.findIndex((picture) => picture.slug === slug)
  const picture = pictures[at]
  if (!picture) return null
  const beside = (step: number) => pictures[(at + step + pictures.length) % pictures.length] ?? picture
  return { picture, number: at + 1, total: pictures.length, previous: beside(-1), next: beside(1) }
}

/** What a picture of the gallery is cut to where the painted table does not know it. */
const USUAL_WIDTHS = [400, 640, 960, 1600]

const widthsOf = ({ slug, width }: { slug: string; width: number }): readonly number[] =>
  isPainted(slug) ? painted(slug).widths : USUAL_WIDTHS.filter((usual) => usual <= width)
