import AxeBuilder from '@axe-core/playwright'
import lighthouse from 'lighthouse'
import type { Browser, CDPSession, Page } from 'playwright'

/**
 * What was measured of one page: Lighthouse's runs, each throttled load, and what it looks like at each
 * width.
 */
export type Measured = { path: string; verdicts: Verdict[]; loads: PageLoad[]; look: PageLook }

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Category = (typeof CATEGORIES)[number]

export type Verdict = {
  /** Of 100. */
  scores: Record<Category, number>
  lcpMs: number
  tbtMs: number
  cls: number
  /** What cost a point, beside the performance. */
  complaints: string[]
}

/** One run of Lighthouse as it comes: its phone, its simulated slow line, an empty cache. */
export async function askLighthouse(port: number, address: string): Promise<Verdict> {
  const run = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  if (!run) throw new Error(`  Lighthouse said nothing of ${address}`)
  const { audits, categories, runtimeError } = run.lhr
  if (runtimeError) throw new Error(`  Lighthouse could not read ${address}: ${runtimeError.message}`)
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [category, score(category)]),
    ) as Verdict['scores'],
    lcpMs: number('largest-contentful-paint'),
    tbtMs: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    complaints: CATEGORIES.slice(1).flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `Lighthouse, ${category}: ${audits[id]?.title ?? id}`),
    ),
  }
}

/** A phone of 390 pixels on a slow network: what Lighthouse calls mobile. */
const VIEWPORT = { width: 390, height: 844 }
const PHONE = { viewport: VIEWPORT, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const CPU_SLOWDOWN = 4
/** After the last request: hydration and whatever else comes late is still measured. */
const QUIET = 2_000

type Kind = 'scripts' | 'styles' | 'fonts' | 'images' | 'other'

export type PageLoad = {
  /** As they came over the line, compressed, without their headers; nothing was scrolled. */
  bytes: Record<Kind, number>
  lcpMs: number
  cls: number
}

const KINDS: Record<string, Kind> = {
  Script: 'scripts',
  Stylesheet: 'styles',
  Font: 'fonts',
  Image: 'images',
}

/** One first visit, throttled, with nothing in the browser's cache. */
export async function load(browser: Browser, address: string): Promise<PageLoad> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    const bytes = countBytes(session)
    await page.addInitScript(observe)
    await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 })
    await page.waitForTimeout(QUIET)
    const { lcp, cls } = await page.evaluate(() => window.observed)
    return { bytes, lcpMs: lcp, cls }
  } finally {
    await context.close()
  }
}

function countBytes(session: CDPSession): Record<Kind, number> {
  const bytes = { scripts: 0, styles: 0, fonts: 0, images: 0, other: 0 }
  const answers = new Map<string, { kind: Kind; headers: number }>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    answers.set(requestId, { kind: KINDS[type] ?? 'other', headers: response.encodedDataLength })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (answer) bytes[answer.kind] += encodedDataLength - answer.headers
  })
  return bytes
}

type Observed = { lcp: number; cls: number }

declare global {
  interface Window {
    observed: Observed
  }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

/** Runs in the page before its own scripts. It is sent there as text: nothing outside it is known. */
function observe(): void {
  window.observed = { lcp: 0, cls: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.observed.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (!entry.hadRecentInput) window.observed.cls += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

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
  const requests = { failedRequests: [], foreignRequests: [] }
  const seen: PageLook = { axe: [], consoleErrors: [], sidewaysScroll: [], ...requests }
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
  // The header changes its colors over 220 ms when the top is reached.
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
