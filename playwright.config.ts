import { defineConfig, devices } from 'playwright/test'
import { chromium } from './scripts/test/chromium.mjs'
import { BROWSERS_AT_ONCE, patiently } from './scripts/test/patience.mjs'

/** About what is drawn, or what waits for pictures. All others do a tenth less work without any. */
const WITH_PICTURES = [
  'accessibility',
  'content-tabs',
  'error-screen',
  'films',
  'gallery',
  'home-loading',
  'journeys',
  'late-modules',
  'page-views',
  'pictures',
  'public-pages',
  'sections-fade',
  'settings',
  'tour',
  'trip-book',
].map((name) => `**/${name}.spec.ts`)

const CHROMIUM = [
  '--no-sandbox',
  // A click right after scrolling may otherwise still
  // land in the card's frame, which is another process.
  '--disable-site-isolation-trials',
  '--disable-gpu',
  // One process less, and nothing is handed between two: a twentieth of the time.
  '--in-process-gpu',
  // No process is started for a page that may come next.
  '--renderer-process-limit=1',
  // A page of a test is gone before it is worth optimizing, and axe with it.
  '--js-flags=--no-opt --no-maglev',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const launchOptions = {
  executablePath: chromium() ?? undefined,
  timeout: patiently(30_000),
  args: CHROMIUM,
}

/**
 * The tests start their sites, sandboxes, mailboxes and databases (tests/browser/site-test.ts), so there is
 * no webServer.
 */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  globalSetup: './tests/browser/before-all.ts',
  // Single steps (a click, a page) have no deadline of their own: the test's is theirs.
  timeout: patiently(60_000),
  expect: { timeout: patiently(10_000) },
  workers: BROWSERS_AT_ONCE,
  // A worker takes the next test, not the next file: at the end none has a long file before it, alone.
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  use: {
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // What moves is drawn sixty times a second, a tenth of all work. Tests of motion ask for it.
    reducedMotion: 'reduce',
    launchOptions,
  },
  projects: [
    { name: 'with pictures', testMatch: WITH_PICTURES, use: devices['Desktop Chrome'] },
    {
      name: 'without pictures',
      testIgnore: WITH_PICTURES,
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: { ...launchOptions, args: [...CHROMIUM, '--blink-settings=imagesEnabled=false'] },
      },
    },
  ],
})
