import { existsSync } from 'node:fs'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'
import { businessTime, keepClock, whereTheClockStarts } from './clock'
import { dataFolder, forget, inDataFolder, makeDataFolder } from './folder'
import type { Options } from './options'
import { freePort, sitePort } from './ports'
import { refuseSecondDemo, sayRunning } from './running'
import { DATABASE, FIRST_DAY, makeSeason } from './season/make-season'
import { secrets } from './secrets'
import { summary } from './summary'

/**
 * All that the site needs around it: a Stripe sandbox, a mailbox, and a season of data where there is none
 * yet. Gives the settings of a site that is to be started on them. Throws where another site runs on the same
 * data.
 */
export async function startCompany(options: Options) {
  makeDataFolder()
  await refuseSecondDemo()
  if (options.fresh) forget()

  const port = await sitePort(options.port)
  const clockStart = whereTheClockStarts(options.clock)
  const { sessionSecret, dataKey, adminPassword, webhookSecret } = secrets()
  const address = `http://localhost:${port}`
  const settings = {
    BASE_URL: address,
    SESSION_SECRET: sessionSecret,
    DATA_KEY: dataKey,
    ADMIN_USERNAME: 'admin',
    ADMIN_PASSWORD: adminPassword,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    MAIL_FROM: 'hello@savannasoul.example',
    STAFF_EMAIL: 'staff@savannasoul.example',
  }
  if (!options.empty && clockStart > FIRST_DAY && !existsSync(inDataFolder(DATABASE))) {
    const until = clockStart.toISOString()
    await makeSeason({ folder: dataFolder(), settings, until }, inDataFolder('season.log'))
  }
  const stripe = await startStripeSandbox({
    port: await freePort(12_111),
    dataPath: inDataFolder('stripe.db'),
    webhook: { url: `${address}/api/stripe/webhook`, secret: webhookSecret },
  })
  stripe.setClock(businessTime(clockStart))
  const mailbox = await startMailbox({
    smtpPort: await freePort(1_025),
    httpPort: await freePort(8_025),
    dataPath: inDataFolder('mailbox.db'),
    clock: businessTime(clockStart),
  })
  console.log('  Stripe sandbox and mailbox: up')

  return {
    settings: {
      ...settings,
      PORT: String(port),
      DATABASE_PATH: inDataFolder(DATABASE),
      STRIPE_SECRET_KEY: stripe.keys.secret,
      STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
      STRIPE_API_BASE: stripe.apiBase,
      STRIPE_JS_URL: stripe.jsUrl,
      SMTP_URL: mailbox.smtpUrl,
      CLOCK_START: clockStart.toISOString(),
    },
    /** The site is up: notes it, and says what a person needs to know. `close` ends all but the site. */
    open(login: { username: string; password: string }): { close: () => Promise<void> } {
      const stopClock = keepClock(clockStart)
      const stopRunning = sayRunning(address)
      const command = options.command
      console.log(summary({ address, login, mailbox: mailbox.url, stripe: stripe.url, clockStart, command }))
      return {
        async close() {
          stopClock()
          stopRunning()
          await Promise.all([stripe.close(), mailbox.close()])
        },
      }
    },
  }
}
