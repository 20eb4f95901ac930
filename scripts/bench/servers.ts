import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { HEARD_EVENTS } from '#app/money/stripe/heard-events'
import { isRunning } from '#scripts/demo/built-site'
import { freePort } from '#scripts/demo/ports'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'

/** Where databases and pages are kept between runs. */
export const FOLDER = '.cache/bench'

const START_LIMIT = 60_000
const STAFF = { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'karibu-sana' }
const SESSION_SECRET = 'for-the-bench-only-and-for-nothing-else'
const CLOCK_START = '2025-06-01T13:00:00Z'
const USUAL = { NODE_ENV: 'production', BACKUP_HOUR: 'off', SESSION_SECRET, CLOCK_START, ...STAFF }
const REMIX_SERVE = 'node_modules/@remix-run/serve/dist/cli.js'

/** A server that is measured: ours, or one of those that it is held against. */
export type Server = Awaited<ReturnType<typeof start>>

type Variables = Record<string, string>

/** The built site as production runs it; without Stripe, unless `variables` name one. */
export const startOurs = (database: string, variables: Variables = {}, flags: string[] = []) =>
  start([...flags, 'build/server/start.js'], { DATABASE_PATH: database, ...variables })

/**
 * The same with a Stripe of its own on loopback, as behind Fly's proxy: guests come from as many addresses as
 * they like.
 */
export async function startWithStripe(database: string, variables: Variables = {}, flags: string[] = []) {
  const stripe = await startStripeSandbox({ port: 0 })
  const secret = 'whsec_bench'
  const keys = {
    STRIPE_SECRET_KEY: stripe.keys.secret,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_JS_URL: stripe.jsUrl,
  }
  const site = await startOurs(database, { FLY_APP_NAME: 'bench', ...keys, ...variables }, flags)
  stripe.setWebhook({ url: `${site.url}/api/stripe/webhook`, secret, events: Object.keys(HEARD_EVENTS) })
  return { ...site, stripe, close: () => site.close().then(stripe.close) }
}

/** The same build behind the framework's own server. */
export const startStock = (database: string) =>
  start([REMIX_SERVE, 'build/server/index.js'], { DATABASE_PATH: database })

/** The framework's own server with one plain page of this many bytes, which is made for each request. */
export const startMinimal = (pageBytes: number) =>
  start([REMIX_SERVE, 'scripts/bench/minimal-build.mjs'], { PAGE_BYTES: String(pageBytes) })

/** Node alone with one page, packed as the site packs it. */
export function startBare(page: Buffer) {
  writeFileSync(`${FOLDER}/page.br`, page)
  return start(['scripts/bench/bare-server.mjs', `${FOLDER}/page.br`])
}

async function start(words: string[], variables: Variables = {}) {
  const port = String(await freePort(4_400))
  const url = `http://127.0.0.1:${port}`
  const usual = { ...USUAL, PATH: process.env.PATH, PORT: port, BASE_URL: url }
  const startedAt = performance.now()
  const env = { ...usual, ...variables } as NodeJS.ProcessEnv
  const child: ChildProcess = spawn(process.execPath, words, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
  })
  running.add(child)
  await answers(child, url)
  return {
    url,
    /** From its start until its first page, in milliseconds. */
    firstAnswerMs: performance.now() - startedAt,
    /** Processor time of all its threads so far, in milliseconds. */
    worked: () =>
      readdirSync(`/proc/${child.pid}/task`).reduce((sum, thread) => sum + workedBy(child, thread), 0),
    /** Of its main thread alone. */
    mainWorked: () => workedBy(child, String(child.pid)),
    /** What it holds in memory now, in megabytes. */
    residentMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024,
    /**
     * The longest turn of its event loop since this was last asked, in milliseconds, where LISTENS was
     * preloaded.
     */
    async longestTurn(): Promise<number> {
      child.send('longest-turn')
      return (await once(child, 'message'))[0] as number
    },
    async close() {
      child.kill('SIGTERM')
      if (isRunning(child)) await once(child, 'exit')
    },
  }
}

/** None stays behind when the bench breaks off. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

/** For `startOurs`: tells of its longest turns. */
export const LISTENS = ['--import', './scripts/bench/longest-turn.mjs']

async function answers(child: ChildProcess, url: string): Promise<void> {
  for (const end = Date.now() + START_LIMIT; Date.now() < end && isRunning(child); await wait(5))
    if ((await fetch(url).catch(() => null))?.ok) return
  child.kill()
  throw new Error(`  Nothing answers at ${url}`)
}

const workedBy = ({ pid }: ChildProcess, thread: string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** The cookie of a member of staff who has signed in. */
export async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: STAFF.ADMIN_USERNAME, password: STAFF.ADMIN_PASSWORD })
  const answer = await fetch(`${url}/admin/login`, { method: 'POST', body, redirect: 'manual' })
  const cookie = answer.headers.getSetCookie().find((set) => set.startsWith('staff='))
  if (!cookie) throw new Error(`Nobody could sign in: ${answer.status}`)
  return cookie.split(';')[0] ?? ''
}

/** A new database file for a bench, in the place of the last one. */
export function freshDatabase(name: string): string {
  const path = `${FOLDER}/${name}.db`
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  return path
}

/** A part of the bench as a process of its own, on that database. */
export function forkRun(database: string, words: unknown[]): ChildProcess {
  const own = { DATABASE_PATH: database, CLOCK_START: '2025-08-08T14:00:00Z', LOG_LEVEL: 'silent' }
  const env = { ...process.env, ...own }
  return fork('scripts/bench/run.ts', words.map(String), { execArgv: ['--import', 'tsx'], env })
}
