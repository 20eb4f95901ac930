import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning } from '../demo/built-site'
import { freePort } from '../demo/ports'
import { FOLDER } from './figure'

const START_LIMIT = 60_000
const TICK_MS = 10
const STAFF = { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'karibu-sana' }

/** A server that is measured: ours, or one of the two that it is held against. */
export type Server = {
  url: string
  /** From its start until its first page, in milliseconds. */
  firstAnswerMs: number
  /** Processor time of the whole process so far, in milliseconds. */
  worked: () => number
  /** What it holds in memory now, in megabytes. */
  residentMb: () => number
  close: () => Promise<void>
}

/** The built site as production runs it. */
export const startOurs = (
  database: string,
  flags: string[] = [],
  variables: Record<string, string> = {},
): Promise<Server> => start([...flags, 'build/server/start.js'], database, variables)

/** The same build behind the framework's own server. */
export const startStock = (database: string): Promise<Server> =>
  start(['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], database)

/** The framework's own server with one plain page of so many bytes, which is made for each request. */
export const startMinimal = (pageBytes: number): Promise<Server> =>
  start(['node_modules/@remix-run/serve/dist/cli.js', 'scripts/bench/minimal-build.mjs'], '', {
    PAGE_BYTES: String(pageBytes),
  })

/** Node alone with one page, packed as the site packs it. */
export async function startBare(page: Buffer): Promise<Server> {
  const file = `${FOLDER}/page.br`
  writeFileSync(file, page)
  return start(['scripts/bench/bare-server.mjs', file], '')
}

async function start(
  words: string[],
  database: string,
  variables: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort(4_400)
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    words[0]?.endsWith('bare-server.mjs') ? [...words, `${port}`] : words,
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        BASE_URL: url,
        DATABASE_PATH: database,
        BACKUP_HOUR: 'off',
        SESSION_SECRET: 'for-the-bench-only-and-for-nothing-else',
        CLOCK_START: '2025-06-01T13:00:00Z',
        ...STAFF,
        ...variables,
      },
    },
  )
  await answers(child, url)
  return {
    url,
    firstAnswerMs: performance.now() - startedAt,
    worked: () => workedBy(child),
    residentMb: () => residentOf(child),
    async close() {
      child.kill('SIGTERM')
      if (isRunning(child)) await once(child, 'exit')
    },
  }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  for (const end = Date.now() + START_LIMIT; Date.now() < end && isRunning(child); await wait(5))
    if ((await fetch(url).catch(() => null))?.ok) return
  child.kill()
  throw new Error(`  Nothing answers at ${url}`)
}

/** The fourteenth and fifteenth words of Linux's account of a process: its own time, and the kernel's for it. */
function workedBy({ pid }: ChildProcess): number {
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(words[11]) + Number(words[12])) * TICK_MS
}

function residentOf({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

/** A new database file for a bench, in the place of the last one. */
export function freshDatabase(name: string): string {
  const path = `${FOLDER}/${name}.db`
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  return path
}
