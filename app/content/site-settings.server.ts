import { db } from '#db/connection.server'
import { siteSettings as settings } from '#db/schema'

export type SiteSettings = typeof settings.$inferSelect

const read = db.select().from(settings).prepare()

/** What staff wrote for the site's pages. The seed makes the row, so a site without it is broken: throws. */
export function siteSettings(): SiteSettings {
  const row = read.get()
  if (!row) throw new Error('There are no site settings')
  return row
}
