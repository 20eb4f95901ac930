import { test as base, type Page } from 'playwright/test'
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
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled ? readyOnArrival(page) : page),
})

/** A guest's page starts its scripts after it was painted, thus after `goto` is done: nobody is that quick. */
function readyOnArrival(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (...where) => {
    const answer = await goto(...where)
    await page.waitForFunction(RUNS).catch(() => undefined)
    return answer
  }
  return page
}

/** React marks what it has taken over. */
const RUNS = `!document.querySelector('script[type=late-module]') ||
  Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))`
