import type { Browser, CDPSession } from 'playwright'
import { observe } from './observe'

/** A telephone of 390 pixels on a slow network: what Lighthouse calls mobile. */
const TELEPHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
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
  const context = await browser.newContext(TELEPHONE)
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
