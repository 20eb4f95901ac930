import { bundleBeforehand } from '#scripts/sandbox/stripe/browser-parts'
import { startSite } from '#tests/fixtures/site'

/**
 * Four browsers that start at once on a cold machine left so little of it that a page once gave up waiting
 * for its card.
 */
export default async () => {
  await bundleBeforehand('.cache/stripe-sandbox')
  await compileBeforehand()
}

/** Only a site that ends in good order leaves behind what it has compiled. */
async function compileBeforehand(): Promise<void> {
  const site = await startSite()
  await fetch(`${site.url}/admin/login`)
  await site.stop()
  await site.close()
}
