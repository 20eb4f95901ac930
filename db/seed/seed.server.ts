import { experiences, galleryImages, siteSettings, testimonials, tours } from '../schema'
import type { Tx } from '../transaction'
import { EXPERIENCES } from './experiences'
import { GALLERY_IMAGES } from './gallery-images'
import { SITE_SETTINGS } from './site-settings'
import { TESTIMONIALS } from './testimonials'
import { TEXAS_SAFARI } from './tour'

/**
 * Gives a fresh file the content a new site starts with. A file that has its tour is left alone, so that what
 * staff changed or removed stays so.
 */
export function seed(tx: Tx): void {
  if (tx.select({ id: tours.id }).from(tours).limit(1).get()) return

  tx.insert(tours).values(TEXAS_SAFARI).onConflictDoNothing().run()
  tx.insert(siteSettings).values(SITE_SETTINGS).onConflictDoNothing().run()
  tx.insert(experiences).values(EXPERIENCES).onConflictDoNothing().run()
  tx.insert(testimonials).values(TESTIMONIALS).onConflictDoNothing().run()
  tx.insert(galleryImages).values(GALLERY_IMAGES).onConflictDoNothing().run()
}
