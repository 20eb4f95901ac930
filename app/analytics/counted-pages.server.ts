import { eq, sql } from 'drizzle-orm'
import { withoutEnding } from '#app/without-ending'
import { db } from '#db/connection.server'
import { galleryImages } from '#db/schema'

/** The public pages of spec §2. No other address is written down: some hold a traveller's token. */
const COUNTED = new Set([
  '/',
  '/twende-home',
  '/texascountrysafari',
  '/contact',
  '/gallery',
  '/checkout',
  '/payment-success',
  '/booking-confirmation',
])
const PICTURE = /^\/gallery\/([^/]+)$/

const picture = db
  .select({ id: galleryImages.id })
  .from(galleryImages)
  .where(eq(galleryImages.slug, sql.placeholder('slug')))
  .prepare()

/** The page that a path leads to, as it is counted; null for every other path. The query is left out. */
export function countedPage(path: string): string | null {
  const [plain = ''] = path.split(/[?#]/, 1)
  const page = withoutEnding(plain.toLowerCase(), '/') || '/'
  return COUNTED.has(page) || isPicture(page) ? page : null
}

function isPicture(page: string): boolean {
  const slug = PICTURE.exec(page)?.[1]
  return slug !== undefined && picture.get({ slug }) !== undefined
}
