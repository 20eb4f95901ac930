import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning } from '#scripts/demo/built-site'
import { freePort } from '#scripts/demo/ports'
import { WAMBUI } from '#tests/fixtures/staff-cookie'

/** Where databases and pages are kept between runs. */
export const FOLDER = '.cache/bench'

const MEASURED = ['--import', './scripts/bench/measured.mjs']
const START_LIMIT = 60_000
const SESSION_SECRET = 'for-the-bench-only-and-for-nothing-else'
const CLOCK_START = '2025-06-01T13:00:00Z'
const USUAL = { NODE_ENV: 'production' as const, BACKUP_HOUR: 'off', SESSION_SECRET, CLOCK_START, ...WAMBUI }
const REMIX_SERVE = 'node_modules/@remix-run/serve/dist/cli.js'

/** A server that is measured: ours, or one of those that it is held against. */
export type Server = Awaited<ReturnType<typeof start>>

/** The built site as production runs it, without Stripe. */
export const startOurs = (database: string, variables: Record<string, string> = {}) =>
  start(['build/server/start.js'], { DATABASE_PATH: database, ...variables })

/** The same build behind the framework's own server. */
export const startStock = (database: string) =>
  start([REMIX_SERVE, 'build/server/index.js'], { DATABASE_PATH: database })

/** The framework's own server with one plain page of this many bytes, which is made for each request. */
export const startPlain = (pageBytes = 40_000) =>
  start([REMIX_SERVE, 'scripts/bench/minimal-build.mjs'], { PAGE_BYTES: String(pageBytes) })

/** Node alone with one page, packed as the site packs it. */
export const startBare = (page: Buffer) =>
  start(['scripts/bench/bare-server.mjs'], { PACKED_PAGE: page.toString('base64') })

async function start(words: string[], variables: Record<string, string> = {}) {
  const port = String(await freePort(4_400))
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child: ChildProcess = spawn(process.execPath, [...MEASURED, ...words], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...USUAL, PATH: process.env.PATH, PORT: port, BASE_URL: url, ...variables },
  })
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (!isRunning(child) || performance.now() > startedAt + START_LIMIT)
      throw new Error(`  Nothing answers at ${url}`)
    await wait(5)
  }
  const close = async () => {
    child.kill('SIGTERM')
    if (isRunning(child)) await once(child, 'exit')
  }
  return {
    url,
    pid: child.pid,
    /** From its start until its first page, in milliseconds. */
    firstAnswerMs: performance.now() - startedAt,
    /** The longest turn of its event loop since this was last asked, in milliseconds. */
    async longestTurn(): Promise<number> {
      child.send('longest-turn')
      return (await once(child, 'message'))[0] as number
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A new database file for a bench, in the place of the last one. */
export function freshDatabase(name: string): string {
  const path = `${FOLDER}/${name}.db`
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  return path
}
