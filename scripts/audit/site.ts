import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../demo/ports'
import { startStripeSandbox } from '../sandbox/stripe/start'

const START_LIMIT = 20_000
const WEBHOOK_SECRET = 'whsec_audit'

/** The built site as production runs it, fresh from the seed, on a day when the tour is on sale. */
export async function startSite() {
  const folder = mkdtempSync(join(tmpdir(), 'savanna-audit-'))
  const port = await freePort(4_100)
  const url = `http://localhost:${port}`
  const stripe = await startStripeSandbox({ port: 0 })
  const child = spawn(
    process.execPath,
    ['--import', './scripts/demo/end-with-parent.mjs', 'build/server/start.js'],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        BASE_URL: url,
        DATABASE_PATH: join(folder, 'site.db'),
        SESSION_SECRET: 'for-the-audit-only',
        STRIPE_SECRET_KEY: stripe.keys.secret,
        STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_API_BASE: stripe.apiBase,
        STRIPE_JS_URL: stripe.jsUrl,
        CLOCK_START: '2025-06-01T17:00:00Z',
      },
    },
  )
  const close = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await stripe.close()
    rmSync(folder, { recursive: true, force: true })
  }
  if (await healthy(child, url)) return { url, close }
  await close()
  throw new Error('  The site did not start')
}

async function healthy(child: ChildProcess, url: string): Promise<boolean> {
  for (const end = Date.now() + START_LIMIT; Date.now() < end && child.exitCode === null; await wait(100)) {
    const health = await fetch(`${url}/healthz`).catch(() => null)
    if (health?.ok) return true
  }
  return false
}
