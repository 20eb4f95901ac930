// npm run upgrades: the season of earlier releases, upgraded by this one. Each is checked out and built beside, guests book and pay
// on it, letters go out; then this release starts on the same file, and ledger, letters, links and sign-in must be as they
// were. Needs the repository's history, and this release built (npm run build); some minutes. -- COMMIT … for other ones.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { startMailbox } from './sandbox/mailbox/start'
import { startStripeSandbox } from './sandbox/stripe/start'

const RELEASES = ['a7ac17d', '2208322']
const GUESTS = 6
const CARD = '4242424242424242'
const OPENED = '2025-06-01T17:00:00Z'
/** A week before the first installment is due: reminders go out. */
const REMINDED = '2025-08-08T15:00:00Z'
const STAFF = { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'jambo-2025-for-upgrades' }

let faults = 0
function hold(what: string, isSo: boolean, found: unknown): void {
  console.log(`  ${isSo ? 'ok   ' : 'WRONG'} ${what}: ${JSON.stringify(found)}`)
  if (!isSo) faults += 1
}

const named = process.argv.slice(2).filter((word) => word !== '--')
for (const release of named.length > 0 ? named : RELEASES) await upgrade(release)
console.log(faults === 0 ? '\nNothing was lost.' : `\n${faults} were wrong.`)
process.exit(faults === 0 ? 0 : 1)

async function upgrade(release: string): Promise<void> {
  console.log(`\n${release}`)
  const home = built(release)
  const folder = mkdtempSync(join(tmpdir(), 'savanna-upgrade-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const stripe = await startStripeSandbox({ port: 0 })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 })
  stripe.setWebhook({ url: `${url}/api/stripe/webhook`, secret: 'whsec_upgrade' })
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    BASE_URL: url,
    DATABASE_PATH: join(folder, 'safari.db'),
    SESSION_SECRET: 'for-upgrades-only-and-for-nothing-else',
    DATA_KEY: 'a-data-key-for-upgrades-and-nothing-else',
    STRIPE_SECRET_KEY: stripe.keys.secret,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
    STRIPE_WEBHOOK_SECRET: 'whsec_upgrade',
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_JS_URL: stripe.jsUrl,
    SMTP_URL: mailbox.smtpUrl,
    BACKUP_HOUR: 'off',
    PATH: process.env.PATH,
    ...STAFF,
  }
  const rows = <Row = Record<string, unknown>>(query: string): Row[] => {
    const file = new Database(settings.DATABASE_PATH, { readonly: true })
    try {
      return file.prepare(query).all() as Row[]
    } finally {
      file.close()
    }
  }
  const waiting = () => rows("select id from outbox where state in ('waiting', 'sending')").length
  const paid =
    "select booking_reference as reference, payment_status as status from bookings where payment_status = 'deposit_paid'"
  const ledger = () =>
    JSON.stringify(rows('select booking_id, stripe_intent_id, kind, amount_cents from payments order by id'))
  const owed = () =>
    JSON.stringify(
      rows('select booking_id, number, amount_cents, due_on, paid_at from installments order by id'),
    )
  const links = () =>
    rows<{ token: string }>('select link_token as token from bookings').map(({ token }) => token)

  const old = await serve(home, url, { ...settings, CLOCK_START: OPENED })
  for (let guest = 0; guest < GUESTS; guest += 1) stripe.payIntent(await books(url, guest), CARD)
  await until(() => rows(paid).length === GUESTS)
  await until(() => waiting() === 0)
  await stop(old)
  const later = await serve(home, url, { ...settings, CLOCK_START: REMINDED })
  await until(() => rows("select 1 from outbox where kind like 'reminder-%'").length >= GUESTS)
  await until(() => waiting() === 0)
  await pause(1_000)
  await stop(later)
  const before = { ledger: ledger(), owed: owed(), mails: mailbox.messages().length, links: links() }

  const site = await serve(resolve('.'), url, { ...settings, CLOCK_START: '2025-08-08T15:10:00Z' })
  await until(
    () =>
      rows(
        "select 1 from job_runs where job = 'reconcile' and started_at > 1754665700000 and finished_at > 0",
      ).length > 0,
  )
  await pause(3_000)
  hold('ledger', ledger() === before.ledger, JSON.parse(before.ledger).length)
  hold('installments', owed() === before.owed, JSON.parse(before.owed).length)
  const sums = rows<{ sum: number }>('select sum(amount_cents) as sum from payments')[0]?.sum
  const atStripe = stripe.charges().reduce((sum, { amount, paid }) => sum + (paid ? amount : 0), 0)
  hold('the ledger is Stripe’s', sums === atStripe, [sums, atStripe])
  const letters = mailbox
    .messages()
    .slice(before.mails)
    .map(({ subject }) => subject)
  hold('no letter went out again', letters.length === 0, letters)
  const answers = await Promise.all(
    before.links.flatMap((token) =>
      ['booking', 'pay'].map((page) => fetch(`${url}/${page}/${token}`).then(({ status }) => status)),
    ),
  )
  hold(
    'links open',
    answers.every((status) => status === 200),
    answers,
  )
  hold('staff sign in', await signsIn(url), STAFF.ADMIN_USERNAME)
  const [backup] = existsSync(join(folder, 'backups'))
    ? execFileSync('ls', [join(folder, 'backups')], { encoding: 'utf8' }).split('\n')
    : []
  hold('a backup was made before', backup?.includes('-before-') ?? false, backup)
  stripe.payIntent(await books(url, GUESTS), CARD)
  await until(() => rows(paid).length === GUESTS + 1)
  hold('a guest books', true, rows(paid).length)
  await stop(site)
  await Promise.all([stripe.close(), mailbox.close()])
  rmSync(folder, { recursive: true, force: true })
}

/** The release in a folder of its own, built. */
function built(release: string): string {
  const home = join(tmpdir(), 'savanna-releases', release)
  const run = (command: string, words: string[], cwd: string) =>
    execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (!existsSync(home)) run('git', ['worktree', 'add', '--detach', home, release], '.')
  if (!existsSync(join(home, 'node_modules')))
    run('cp', ['-al', resolve('node_modules'), join(home, 'node_modules')], '.')
  if (!existsSync(join(home, 'build/server/start.js'))) run('npm', ['run', 'build'], home)
  return home
}

async function serve(cwd: string, url: string, variables: Record<string, string | undefined>) {
  const child = spawn(process.execPath, ['build/server/start.js'], {
    cwd,
    env: variables as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await until(() =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return child
}

async function stop(child: Awaited<ReturnType<typeof serve>>): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}

async function until(question: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(100)) if (await question()) return
  throw new Error(`It did not happen: ${question}`)
}

/** Books as the checkout does, from a network of their own; answers Stripe's payment. */
async function books(url: string, guest: number): Promise<string> {
  const { status, body } = await createPaymentIntent(
    url,
    { customerInfo: customerInfo(`guest${guest}@example.com`, `Guest ${guest}`) },
    { address: `127.4.0.${guest + 1}` },
  )
  if (typeof body.paymentIntentId !== 'string') throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.paymentIntentId
}

async function signsIn(url: string): Promise<boolean> {
  const body = new URLSearchParams({ username: STAFF.ADMIN_USERNAME, password: STAFF.ADMIN_PASSWORD })
  const answer = await fetch(`${url}/admin/login`, { method: 'POST', redirect: 'manual', body })
  return answer.headers.getSetCookie().some((cookie) => cookie.startsWith('staff='))
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}
