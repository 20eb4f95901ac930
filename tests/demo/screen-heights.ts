import { chromium } from 'playwright'
import { chromium as ours } from '../../scripts/test/chromium.mjs'

/** No screens: files, what is made for them, and the page of the tour as guests see it. */
const NO_SCREEN = /\.(csv|json|webmanifest)$|\/(files|receipts)\/|-offline$|\/(logout|file|preview)$/

/** All are looked at. Of other screens that differ by a number or a reference alone, one is. */
const BOOKING = /^\/admin\/bookings\/TS-\w+$/

/**
 * How tall each screen of staff is at 1280 pixels, found by links from the dashboard on: with its folds
 * closed, and without dialogs, which lie over it.
 */
export async function screenHeights(site: string, cookie: string): Promise<Map<string, number>> {
  const browser = await chromium.launch({ executablePath: ours() ?? undefined, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false })
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: site }])
    const heights = new Map<string, number>()
    const kinds = new Set<string>()
    const known = new Set<string>()
    const waiting = ['/admin/dashboard']
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await page.goto(site + path)
      heights.set(path, await page.evaluate(heightWithoutDialogs))
      for (const link of await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))) {
        const { origin, pathname, search, searchParams } = new URL(link)
        const next = pathname + search
        if (origin !== site || !pathname.startsWith('/admin/') || NO_SCREEN.test(pathname) || known.has(next))
          continue
        known.add(next)
        const kind = pathname.replaceAll(/\/(TS-\w+|\d+)/g, '/:one') + [...searchParams.keys()].join()
        if (kinds.has(kind) && !BOOKING.test(next)) continue
        kinds.add(kind)
        waiting.push(next)
      }
    }
    return heights
  } finally {
    await browser.close()
  }
}

/** Runs in the page. Without scripts a dialog stands in it. */
function heightWithoutDialogs(): number {
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove()
  return document.documentElement.scrollHeight
}
