// npm run upgrades: the season of earlier releases, upgraded by this one. Each is taken from the history and
// built beside; the demo's season is lived by its own functions, where it has one, then guests book and pay,
// letters go out; then this release starts on the same file, and ledger, letters, links and sign-in must be
// as they were. Needs the repository's history, and this release built (npm run build); some minutes. --
// COMMIT … for other ones.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createPaymentIntent, customerInfo } from '#tests/fixtures/checkout-calls'
import { type Audited, ledgerFaults, mailFaults, settledLedgerFaults } from '#tests/model/auditors'
import { startMailbox } from './sandbox/mailbox/start'
import { startStripeSandbox } from './sandbox/stripe/start'
import { patiently } from './test/patience.mjs'

const RELEASES = ['a7ac17d', '2208322']
const GUESTS = 6
/** Of each departure: more than its season and these guests take. */
const SEATS = 400
const CARD = '4242424242424242'
const OPENED = '2025-06-01T17:00:00Z'
/** How long before the first installment is due reminders go out, on the business's clocks in the morning. */
const REMINDED_DAYS = 7
const MINUTE = 60_000
const SECRETS = {
  SESSION_SECRET: 'for-upgrades-only-and-for-nothing-else',
  DATA_KEY: 'a-data-key-for-upgrades-and-nothing-else',
  STRIPE_WEBHOOK_SECRET: 'whsec_upgrade',
}
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
  const season = await liveSeason(home, folder, url)
  const stripe = await startStripeSandbox({ port: 0, dataPath: join(folder, 'stripe.db') })
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, dataPath: join(folder, 'mailbox.db') })
  stripe.setWebhook({ url: `${url}/api/stripe/webhook`, secret: SECRETS.STRIPE_WEBHOOK_SECRET })
  const settings = {
    NODE_ENV: 'production',
    PORT: String(port),
    BASE_URL: url,
    DATABASE_PATH: join(folder, 'safari.db'),
    STRIPE_SECRET_KEY: stripe.keys.secret,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_JS_URL: stripe.jsUrl,
    SMTP_URL: mailbox.smtpUrl,
    BACKUP_HOUR: 'off',
    PATH: process.env.PATH,
    ...SECRETS,
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
  const paid = "select 1 from bookings where payment_status = 'deposit_paid' and customer_name like 'Guest %'"
  const ledger = () =>
    JSON.stringify(rows('select booking_id, stripe_intent_id, kind, amount_cents from payments order by id'))
  const owed = () =>
    JSON.stringify(
      rows('select booking_id, number, amount_cents, due_on, paid_at from installments order by id'),
    )
  /** What each traveler's links answer. */
  const links = () =>
    Promise.all(
      rows<{ token: string }>('select link_token as token from bookings').flatMap(({ token }) =>
        ['booking', 'pay'].map(async (page) => {
          const { status } = await read(`${url}/${page}/${token}`)
          return `${page} of ${token}: ${status}`
        }),
      ),
    )
  const lastLetter = () => mailbox.messages().at(-1)?.id ?? 0

  const old = await serve(home, url, { ...settings, CLOCK_START: OPENED })
  if (season) makeRoom(settings.DATABASE_PATH)
  const reminders = () => rows("select 1 from outbox where kind like 'reminder-%'").length
  const remindedBefore = reminders()
  for (let guest = 0; guest < GUESTS; guest += 1) stripe.payIntent(await books(url, guest), CARD)
  await until(() => rows(paid).length === GUESTS)
  await until(() => waiting() === 0)
  await stop(old)
  const reminded = remindedOf(rows)
  const at = (minutes: number) => new Date(reminded + minutes * MINUTE)
  const later = await serve(home, url, { ...settings, CLOCK_START: at(0).toISOString() })
  await until(() => reminders() >= remindedBefore + GUESTS)
  await until(() => waiting() === 0)
  await pause(1_000)
  const before = { ledger: ledger(), owed: owed(), letter: lastLetter(), links: await links() }
  hold('staff sign in before', await signsIn(url), STAFF.ADMIN_USERNAME)
  await stop(later)
  console.log(
    `  ${season ? 'A season and' : 'No season,'} ${GUESTS} guests: ${before.letter} letters, ${reminders()} reminders`,
  )

  const site = await serve(resolve('.'), url, { ...settings, CLOCK_START: at(10).toISOString() })
  const reconciled = `select 1 from job_runs where job = 'reconcile' and started_at >= ${at(10).getTime()} and finished_at > 0`
  await until(() => rows(reconciled).length > 0)
  await pause(3_000)
  hold('ledger', ledger() === before.ledger, JSON.parse(before.ledger).length)
  hold('installments', owed() === before.owed, JSON.parse(before.owed).length)
  const audited: Audited = { stripe, mailbox, kills: 0, rows }
  const faultsFound = [...ledgerFaults(audited), ...settledLedgerFaults(audited), ...mailFaults(audited)]
  hold('the ledger is Stripe’s, and each letter came once', faultsFound.length === 0, faultsFound)
  const letters = mailbox
    .messages()
    .filter(({ id }) => id > before.letter)
    .map(({ subject }) => subject)
  hold('no letter went out again', letters.length === 0, letters)
  const changed = (await links()).filter((answer) => !before.links.includes(answer))
  hold('links answer as before', changed.length === 0, [before.links.length, ...changed])
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

/** When the guests are reminded: the season of each release has departures of its own. */
function remindedOf(rows: <Row>(query: string) => Row[]): number {
  const [first] = rows<{ dueOn: string }>(
    `select min(due_on) as dueOn from installments join bookings on bookings.id = booking_id where customer_name like 'Guest %'`,
  )
  return Date.parse(`${first?.dueOn}T15:00:00Z`) - REMINDED_DAYS * 24 * 60 * MINUTE
}

/** Reading has a rate: who is told to wait does, and asks again. */
async function read(address: string): Promise<Response> {
  const answer = await fetch(address)
  if (answer.status !== 429) return answer
  await pause(1_000 * Number(answer.headers.get('Retry-After') ?? 1))
  return read(address)
}

/** The release in a folder of its own, built. */
function built(release: string): string {
  const home = join(tmpdir(), 'savanna-releases', release)
  const run = (command: string, words: string[], cwd: string) =>
    execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (!existsSync(home)) {
    mkdirSync(home, { recursive: true })
    run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', release, home], '.')
  }
  if (!existsSync(join(home, 'node_modules'))) {
    if (needsOthers(home)) {
      run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], home)
      // The database's package of releases before 13 is made for Nodes that are over: ours serves them, too.
      const theirs = join(home, 'node_modules/better-sqlite3')
      rmSync(theirs, { recursive: true })
      run('cp', ['-a', resolve('node_modules/better-sqlite3'), theirs], '.')
    } else run('cp', ['-a', resolve('node_modules'), join(home, 'node_modules')], '.')
  }
  if (!existsSync(join(home, 'build/server/start.js'))) run('npm', ['run', 'build'], home)
  return home
}

/** Whether a package that the release names is not here, or in another version. */
function needsOthers(home: string): boolean {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const { dependencies, devDependencies } = read(join(home, 'package.json'))
  return Object.entries({ ...dependencies, ...devDependencies }).some(([name, version]) => {
    const path = join('node_modules', name, 'package.json')
    return !existsSync(path) || read(path).version !== version
  })
}

/** Has the release live the season of its demo into the folder; false where it has none. */
async function liveSeason(home: string, folder: string, url: string): Promise<boolean> {
  const program = join(home, 'scripts/demo/season/process.ts')
  if (!existsSync(program)) return false
  const settings = {
    ...STAFF,
    ...SECRETS,
    BASE_URL: url,
    BACKUP_HOUR: 'off',
    STAFF_EMAIL: 'staff@savannasoul.example',
  }
  const words = ['--import', 'tsx', program, JSON.stringify({ folder, settings, until: OPENED })]
  const child = spawn(process.execPath, words, {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The season of ${home} was not lived`)
  return true
}

/** The season sells most of a departure, and some still wait for their minimum: nobody is reminded then. */
function makeRoom(path: string): void {
  const file = new Database(path)
  file.prepare('update departures set seats = ?').run(SEATS)
  const mayWait = "select 1 from pragma_table_info('departures') where name = 'minimum_travelers'"
  if (file.prepare(mayWait).get())
    file.exec('update departures set minimum_travelers = null, decide_on = null')
  file.close()
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
  for (const end = Date.now() + patiently(60_000); Date.now() < end; await pause(100))
    if (await question()) return
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
