import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMeasuredSite } from '../demo/built-site'
import { freePort } from '../demo/ports'
import { startStripeSandbox } from '../sandbox/stripe/start'

const START_LIMIT = 20_000

/** The built site, fresh from the seed, on a day when the tour is on sale. */
export async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-audit-'))
  const url = `http://localhost:${await freePort(4_100)}`
  const stripe = await startStripeSandbox({ port: 0 })
  const leave = async () => {
    await stripe.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const variables = {
    DATABASE_PATH: join(folder, 'site.db'),
    BACKUP_HOUR: 'off',
    SESSION_SECRET: 'for-the-audit-only-and-for-nothing-else',
    STRIPE_SECRET_KEY: stripe.keys.secret,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
    STRIPE_WEBHOOK_SECRET: 'whsec_audit',
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_JS_URL: stripe.jsUrl,
    CLOCK_START: '2025-06-01T17:00:00Z',
  }
  try {
    const site = await startMeasuredSite(url, variables, { limit: START_LIMIT })
    return { url, close: () => site.close().then(leave) }
  } catch (error) {
    await leave()
    throw error
  }
}
