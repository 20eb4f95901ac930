import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  test as playwright,
} from 'playwright/test'
import { patiently } from '#scripts/test/patience.mjs'
import { type Site, startSite } from '#tests/fixtures/site'
import { WAMBUI } from '#tests/fixtures/staff-cookie'
import { aBusyAdmin } from './busy-admin'
import { type SiteForMany, startSiteForMany } from './site-for-many'

export { expect, type Locator, type Page, type Route } from 'playwright/test'

type Extras = {
  /** False gives toasts their own five seconds. Otherwise they stay for as long as a test is patient. */
  toastsLast: boolean
  /** Opens a page in a browser of another person, which is closed with the test. */
  someoneElse: (options?: BrowserContextOptions) => Promise<Page>
}

type SitesOfAll = {
  sharedSite: Site
  admin: Site & { reference: string }
  /** The site of the worker, as if it had just started. */
  beginAnew: () => Promise<Site>
}

// All tests have one base: Playwright starts another
// process and browser where what a worker has is different.
const base = playwright.extend<Extras, SitesOfAll>({
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern, and this one needs nothing
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  admin: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const site = await startSite({ ...WAMBUI, FLY_APP_NAME: 'savanna-soul' })
      await use(Object.assign(site, await aBusyAdmin(site)))
      await site.close()
    },
    { scope: 'worker' },
  ],
  beginAnew: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      let site: SiteForMany | undefined
      await use(async () => {
        if (site?.isAsNew()) await site.beginAnew()
        else {
          await site?.close()
          site = await startSiteForMany()
        }
        return site
      })
      await site?.close()
    },
    { scope: 'worker' },
  ],
  toastsLast: [true, { option: true }],
  context: async ({ context, toastsLast }, use, test) => {
    if (toastsLast) await letToastsLast(context)
    const said = listenTo(context)
    await use(context)
    // An error of its own stands in the list of failures; of what is attached, that shows 300 characters.
    if (test.status !== test.expectedStatus) throw new Error(`In the browser:\n${await said()}`)
  },
  someoneElse: async ({ browser, baseURL, extraHTTPHeaders }, use) => {
    const theirs: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL,
        ...(extraHTTPHeaders && { extraHTTPHeaders }),
        ...options,
      })
      theirs.push(context)
      await letToastsLast(context)
      const page = await context.newPage()
      return options.javaScriptEnabled === false ? page : readyOnArrival(page)
    })
    for (const context of theirs) await context.close()
  },
})

/**
 * What went wrong in a browser, and what its pages warn of: a picture alone does not say why something is
 * missing.
 */
function listenTo(context: BrowserContext): () => Promise<string> {
  const lines: string[] = []
  context.on('response', (answer) => {
    const { pathname, search } = new URL(answer.url())
    if (!/\.(js|css|woff2|svg|png|ico|jpg|webp|avif)$/.test(pathname))
      lines.push(`${answer.request().method()} ${pathname}${search}: ${answer.status()}`)
  })
  context.on('requestfailed', (request) => lines.push(`${request.failure()?.errorText}: ${request.url()}`))
  context.on('console', (message) => lines.push(`console ${message.type()}: ${message.text()}`))
  context.on('weberror', (trouble) => lines.push(`error: ${trouble.error().stack}`))
  return async () => {
    for (const page of context.pages())
      lines.push(
        page.url(),
        ...(await page
          .locator('[role=alert], [role=status], [aria-invalid=true], :focus')
          .evaluateAll((elements) => elements.map((element) => element.outerHTML.slice(0, 300)))
          .catch(() => [])),
      )
    return lines.slice(-60).join('\n')
  }
}

/**
 * A slow machine may come to look at a toast after its five seconds, so that they are longer here. How long
 * they are for people is proved in toasts.spec.ts.
 */
const letToastsLast = (context: BrowserContext) =>
  context.addInitScript((longer) => {
    const { setTimeout } = window
    const patient = (task: TimerHandler, ms?: number, ...rest: unknown[]) =>
      setTimeout(task, ms === 5_000 ? longer : ms, ...rest)
    Object.assign(window, { setTimeout: patient })
  }, patiently(20_000))

type OfTest = { variables: Record<string, string | undefined> | null; site: Site }

/**
 * A test with a site to itself, database, Stripe and mail server included, where Wambui may sign in. Unless
 * it has variables of its own, earlier tests of the worker had this site, and it was put back to its start.
 */
export const test = base.extend<OfTest>({
  variables: [null, { option: true }],
  site: async ({ variables, beginAnew }, use) => {
    if (!variables) return use(await beginAnew())
    const site = await startSite(variables)
    await use(site)
    await site.close()
  },
  baseURL: async ({ site }, use) => use(site.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => use(ofOwnNetwork()),
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled ? readyOnArrival(page) : page),
})

/**
 * A test that only looks, on a site that it shares with others: who changes or books something takes `test`,
 * and has a site alone.
 */
export const lookingTest = base.extend({
  baseURL: async ({ sharedSite }, use) => use(sharedSite.url),
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled ? readyOnArrival(page) : page),
})

/** The same in the admin area, where there is something for every form: none of these tests may change it. */
export const adminTest = test.extend({
  baseURL: async ({ admin }, use) => use(admin.url),
})

let networks = 0

/** Each test comes from another network: nobody signs in as often in a minute as all of them do. */
const ofOwnNetwork = () => ({ 'Fly-Client-IP': `198.18.${networks >> 8}.${networks++ & 255}` })

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

/**
 * For a page that was come to by a link or a form of the browser's own, where what comes next needs its
 * scripts.
 */
export async function untilScriptsRun(page: Page): Promise<void> {
  // No waitForFunction: it asks by `eval`, which the site's policy forbids, and the console says so.
  await page.evaluate(scriptsRun, patiently(10_000)).catch(() => undefined)
}

/** Runs in the browser: React marks what it has taken over, and effects come a moment after that. */
const scriptsRun = (patience: number) =>
  new Promise<void>((done) => {
    const end = Date.now() + patience
    const look = () => {
      const runs =
        !('__remixContext' in window) ||
        Object.keys(document.getElementById('app')?.firstElementChild ?? {}).some((key) =>
          key.startsWith('__reactFiber'),
        )
      if (runs || Date.now() > end) requestIdleCallback(() => done(), { timeout: 1_000 })
      else setTimeout(look, 25)
    }
    look()
  })
