import { eq, sql } from 'drizzle-orm'
import { pageAt } from '#app/site-pages'
import { withoutEnding } from '#app/without-ending'
import { db } from '#db/connection.server'
import { galleryImages } from '#db/schema'

const picture = db
  .select({ id: galleryImages.id })
  .from(galleryImages)
  .where(eq(galleryImages.slug, sql.placeholder('slug')))
  .prepare()

/**
 * The page that a path leads to, as it is counted; null for every other path: some hold a traveler's token. The query
 * is left out.
 */
export function countedPage(path: string): string | null {
  const [plain = ''] = path.split(/[?#]/, 1)
  const page = withoutEnding(plain.toLowerCase(), '/') || '/'
  const declared = pageAt(page)
  return declared?.isCounted && (declared.path === page || isPicture(page)) ? page : null
}

const isPicture = (page: string): boolean => picture.get({ slug: page.split('/').at(-1) }) !== undefined
