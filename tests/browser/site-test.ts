import { setTimeout as pause } from 'node:timers/promises'
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

/**
 * A test that only looks, on a site that it shares with others: who changes or books something takes `test`, and
 * has a site alone.
 */
export const lookingTest = base.extend<object, { sharedSite: Site }>({
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern, and this one needs nothing
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ sharedSite }, use) => use(sharedSite.url),
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled ? readyOnArrival(page) : page),
})

/** A page runs its scripts after it was painted, thus after `goto` is done: nobody is that quick. */
function readyOnArrival(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (...where) => {
    const answer = await goto(...where)
    await untilScriptsRun(page)
    return answer
  }
  const reload = page.reload.bind(page)
  page.reload = async (...how) => {
    const answer = await reload(...how)
    await untilScriptsRun(page)
    return answer
  }
  return page
}

/** For a page that was come to by a link or a form of the browser's own, where what comes next needs its scripts. */
export async function untilScriptsRun(page: Page): Promise<void> {
  // No waitForFunction: it asks by `eval`, which the site's policy forbids, and the console says so.
  for (let asked = 0; asked < 400; asked += 1) {
    if (await page.evaluate(RUNS).catch(() => true)) break
    await pause(25)
  }
  // Effects come a moment after that.
  await page.evaluate(AT_REST).catch(() => undefined)
}

/** React marks what it has taken over. */
const RUNS = `!window.__remixContext ||
  Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))`

const AT_REST = 'new Promise((done) => { requestIdleCallback(() => done(), { timeout: 1000 }) })'
