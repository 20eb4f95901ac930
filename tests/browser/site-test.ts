import { test as base } from 'playwright/test'
import { type Site, startSite } from '#tests/fixtures/site'

export { expect, type Locator, type Page } from 'playwright/test'

/** A test with a site of its own: database, Stripe and mail server included. */
export const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  site: async ({}, use) => {
    const site = await startSite()
    await use(site)
    await site.close()
  },
  baseURL: async ({ site }, use) => use(site.url),
})
