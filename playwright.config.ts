import { defineConfig, devices } from 'playwright/test'
import { chromium } from './scripts/test/chromium.mjs'

/** Each journey starts its own site, sandbox, mailbox and database (tests/fixtures), so there is no webServer. */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Half of a test is waiting for pages: more of them than cores keep the cores at work.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  use: {
    screenshot: 'only-on-failure',
    locale: 'en-US',
    launchOptions: {
      executablePath: chromium() ?? undefined,
      args: [
        '--no-sandbox',
        // A click right after scrolling may otherwise still land in the card's frame, which is another process.
        '--disable-site-isolation-trials',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
})
