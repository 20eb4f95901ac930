// Lives through the season into the folder that its parent names, and ends. The parent is
// scripts/demo/season/make-season.ts.
import { join } from 'node:path'
import { startMailbox } from '#scripts/sandbox/mailbox/start'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'
import { DATABASE, FIRST_DAY, type SeasonWish } from './make-season'

process.once('disconnect', () => process.exit(1))

const wish = JSON.parse(process.argv[2] ?? '') as SeasonWish
const inFolder = (name: string) => join(wish.folder, name)

const stripe = await startStripeSandbox({ port: 0, dataPath: inFolder('stripe.db') })
let now = () => FIRST_DAY
const mailbox = await startMailbox({
  smtpPort: 0,
  httpPort: 0,
  dataPath: inFolder('mailbox.db'),
  clock: () => now(),
})
// Read by the site's modules as they are loaded.
Object.assign(process.env, {
  ...wish.settings,
  DATABASE_PATH: inFolder(DATABASE),
  STRIPE_SECRET_KEY: stripe.keys.secret,
  STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
  STRIPE_API_BASE: stripe.apiBase,
  STRIPE_JS_URL: stripe.jsUrl,
  SMTP_URL: mailbox.smtpUrl,
  CLOCK_START: FIRST_DAY.toISOString(),
})
now = (await import('#app/platform/clock.server')).now
stripe.setClock(now)
const { liveSeason } = await import('./live-season')
await liveSeason({
  stripe,
  mailbox,
  account: {
    username: String(wish.settings.ADMIN_USERNAME),
    password: String(wish.settings.ADMIN_PASSWORD),
  },
  until: new Date(wish.until),
  tell: (part) => process.send?.({ part }),
})
mailbox.haveBeenSeen()
await Promise.all([stripe.close(), mailbox.close()])
process.exit(0)
