import { test as base } from 'playwright/test'
import { type Site, startSite } from '#tests/fixtures/site'

export { expect, type Locator, type Page } from 'playwright/test'

/** A test with a site of its own: database, Stripe and mail server included. */
export const test = base.extend<{ variables: Record<string, string | undefined>; site: Site }>({
  variables: [{}, { option: true }],
  site: async ({ variables }, use) => {
    const site = await startSite(variables)
    await use(site)
    await site.close()
  },
  baseURL: async ({ site }, use) => use(site.url),
})
