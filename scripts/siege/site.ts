import { readFileSync, rmSync, statSync } from 'node:fs'
import { startMeasuredSite } from '#scripts/demo/built-site'
import { freePort } from '#scripts/demo/ports'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'

const FOLDER = '.cache/siege'
const WEBHOOK_SECRET = 'whsec_siege'
const START_LIMIT_MS = 60_000
/** As in the Dockerfile. */
const HEAP_MB = 256

/**
 * The built site on a new database, with a Stripe and a mail server of its own on loopback. It believes that Fly's
 * proxy is before it, so that an assault may come from as many addresses as it likes.
 */
export async function startSite() {
  rmSync(FOLDER, { recursive: true, force: true })
  const url = `http://127.0.0.1:${await freePort(4_500)}`
  const stripe = await startStripeSandbox({ port: 0 })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 })
  stripe.setWebhook({ url: `${url}/api/stripe/webhook`, secret: WEBHOOK_SECRET })
  const variables = {
    DATABASE_PATH: `${FOLDER}/site.db`,
    SESSION_SECRET: 'for-the-siege-only-and-for-nothing-else',
    CLOCK_START: '2025-06-01T17:00:00Z',
    FLY_APP_NAME: 'siege',
    STRIPE_SECRET_KEY: stripe.keys.secret,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_JS_URL: stripe.jsUrl,
    SMTP_URL: mailbox.smtpUrl,
    ADMIN_USERNAME: 'Wambui',
    ADMIN_PASSWORD: 'karibu-sana',
  }
  const { child, close } = await startMeasuredSite(url, variables, { limit: START_LIMIT_MS, heapMb: HEAP_MB })
  const { pid } = child
  return {
    url,
    /** The memory that the process holds, in megabytes. */
    memoryMb: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000,
    /** What the database and its log take on the disk, in megabytes. */
    diskMb: () =>
      ['', '-wal'].reduce((sum, end) => {
        const file = statSync(`${FOLDER}/site.db${end}`, { throwIfNoEntry: false })
        return sum + (file?.size ?? 0) / 1e6
      }, 0),
    /** How often Stripe was called since the start. */
    stripeCalls: () => stripe.requestCount(),
    mailsSent: () => mailbox.messages().length,
    async close() {
      await close()
      await stripe.close()
      await mailbox.close()
    },
  }
}
