import { type Browser, chromium as playwright } from 'playwright'
import { chromium } from '#scripts/test/chromium.mjs'
import { patiently } from '#scripts/test/patience.mjs'

/** The same Chromium that plays the browser tests. */
export const aChromium = (): Promise<Browser> =>
  playwright.launch({
    executablePath: chromium() ?? undefined,
    args: ['--no-sandbox'],
    timeout: patiently(30_000),
  })
