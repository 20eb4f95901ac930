import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const WIDTHS = [390, 768, 1280]
const SILENCE_AFTER = 5_000
const AXE_WIDTHS = [390, 1280]

/** What is wrong with a page, each in words; empty where nothing is. */
export type PageLook = {
  axe: string[]
  consoleErrors: string[]
  failedRequests: string[]
  foreignRequests: string[]
  sidewaysScroll: string[]
}

/** Looks at a page at each width, from top to bottom, without throttling. */
export async function look(browser: Browser, address: string): Promise<PageLook> {
  const seen: PageLook = {
    axe: [],
    consoleErrors: [],
    failedRequests: [],
    foreignRequests: [],
    sidewaysScroll: [],
  }
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    try {
      const page = await context.newPage()
      listen(page, new URL(address).origin, seen)
      await page.goto(address, { waitUntil: 'networkidle' })
      await scrollThrough(page)
      if (await scrollsSideways(page)) seen.sidewaysScroll.push(`at ${width} px`)
      if (AXE_WIDTHS.includes(width)) seen.axe.push(...(await violations(page, width)))
    } finally {
      await context.close()
    }
  }
  return seen
}

function listen(page: Page, origin: string, seen: PageLook) {
  page.on('console', (message) => {
    if (message.type() === 'error') seen.consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => seen.consoleErrors.push(error.message))
  page.on('requestfailed', (request) => {
    // A film that was seen far enough is let go by the browser itself.
    if (request.resourceType() !== 'media') seen.failedRequests.push(request.url())
  })
  page.on('response', (answer) => {
    if (answer.status() >= 400) seen.failedRequests.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('request', (request) => {
    const isElsewhere = /^https?:/.test(request.url()) && new URL(request.url()).origin !== origin
    if (isElsewhere) seen.foreignRequests.push(request.url())
  })
}

/** What waits below the fold is fetched too. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await page.waitForTimeout(60)
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  // What scrolling brought may open a frame of Stripe's, whose silence the browser does not always tell.
  await page.waitForLoadState('networkidle', { timeout: SILENCE_AFTER }).catch(() => undefined)
  // The header changes its colours over 220 ms when the top is reached.
  await page.waitForTimeout(500)
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

async function violations(page: Page, width: number): Promise<string[]> {
  await page.evaluate(() => {
    // Of a section that waits to be laid out, axe mistakes the colors.
    document.documentElement.removeAttribute('data-late')
    return document.fonts.ready
  })
  const { violations: found } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  return found.map(({ id, nodes }) => `${id} at ${width} px: ${nodes.map((node) => node.target).join(', ')}`)
}
