import type { galleryImages } from '#db/schema/site'
import { PICTURES, type PictureSlug } from './pictures'

/** How a new site's gallery is hung: no two neighbors share a light, every fifth one is shown large. */
const HANGING = [
  'hero-amboseli',
  'diani-dhow',
  'lion-kopje',
  'kericho-tea',
  'mara-balloon',
  'tsavo-elephants',
  'camp-milky-way',
  'samburu-north',
  'nakuru-flamingos',
  'tour-stage',
  'naivasha-fish-eagle',
  'nairobi-giraffes',
  'dhow-by-moon',
  'ngorongoro-serengeti',
  'band-on-the-ridge',
  'amboseli-elephants',
  'story-rift',
  'serengeti-noon',
  'twende-home',
  'ngorongoro-rim',
  'rift-viewpoint',
]

const isPainted = (slug: string): slug is PictureSlug => Object.hasOwn(PICTURES, slug)

/** The pictures a new site hangs: those of the list that are painted. Nobody has changed them yet. */
export const GALLERY_IMAGES: (typeof galleryImages.$inferInsert)[] = HANGING.filter(isPainted).map(
  (slug, position) => {
    const { title, alt, place, width, height, focus, preview } = PICTURES[slug]
    const createdAt = new Date(0)
    return {
      slug,
      title,
      alt,
      place,
      width,
      height,
      preview,
      focusX: focus.x,
      focusY: focus.y,
      position,
      createdAt,
    }
  },
)
