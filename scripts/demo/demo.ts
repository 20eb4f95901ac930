import { existsSync, mkdirSync } from 'node:fs'
import { startMailbox } from '../sandbox/mailbox/start'
import { startStripeSandbox } from '../sandbox/stripe/start'
import { businessTime, keepClock, whereTheClockStarts } from './clock'
import { DEMO_FOLDER, forget, inDemoFolder } from './folder'
import { readOptions } from './options'
import { freePort, sitePort } from './ports'
import { refuseSecondDemo, sayRunning } from './running'
import { makeSeason } from './season/make-season'
import { secrets } from './secrets'
import { startSite } from './site'
import { summary } from './summary'

/** Starts the sandbox, the mailbox and the built site, says where everything is, and stops all on Ctrl-C. */
export async function demo(args: string[]): Promise<void> {
  const options = readOptions(args)
  await refuseSecondDemo()
  if (options.fresh) forget()
  mkdirSync(DEMO_FOLDER, { recursive: true })

  const port = await sitePort(options.port)
  const clockStart = whereTheClockStarts(options.clock)
  const { sessionSecret, adminPassword, webhookSecret } = secrets()
  const address = `http://localhost:${port}`

  const settings = {
    BASE_URL: address,
    SESSION_SECRET: sessionSecret,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: adminPassword,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    MAIL_FROM: 'hello@savannasoul.example',
    STAFF_EMAIL: 'staff@savannasoul.example',
  }
  if (!options.empty && !existsSync(inDemoFolder('safari.db'))) {
    const until = clockStart.toISOString()
    await makeSeason({ folder: DEMO_FOLDER, settings, until }, inDemoFolder('season.log'))
  }
  const stripe = await startStripeSandbox({
    port: await freePort(12_111),
    dataPath: inDemoFolder('stripe.db'),
    webhook: { url: `${address}/api/stripe/webhook`, secret: webhookSecret },
  })
  const mailbox = await startMailbox({
    smtpPort: await freePort(1_025),
    httpPort: await freePort(8_025),
    dataPath: inDemoFolder('mailbox.db'),
    clock: businessTime(clockStart),
  })
  console.log('  Stripe sandbox and mailbox: up')

  const site = await startSite({
    ...settings,
    PORT: String(port),
    DATABASE_PATH: inDemoFolder('safari.db'),
    STRIPE_SECRET_KEY: stripe.keys.secret,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_JS_URL: stripe.jsUrl,
    SMTP_URL: mailbox.smtpUrl,
    CLOCK_START: clockStart.toISOString(),
  })
  const stopClock = keepClock(clockStart)
  const stopRunning = sayRunning(address)
  console.log(summary({ address, adminPassword, mailbox: mailbox.url, stripe: stripe.url, clockStart }))

  const ended = await Promise.race([site.ended, askedToStop()])
  console.log(ended === 'asked' ? '\n  Stopping …' : `\n  The site stopped by itself (${ended}).`)
  await site.stop()
  stopClock()
  stopRunning()
  await Promise.all([stripe.close(), mailbox.close()])
  if (ended !== 'asked') throw new Error(`  Its last words:\n\n${site.lastWords()}`)
  console.log('  Stopped. The data stays for the next run.\n')
  process.exit(0)
}

const askedToStop = () =>
  new Promise<'asked'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('asked'))
  })
