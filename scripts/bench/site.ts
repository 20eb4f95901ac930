import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../demo/ports'

const START_LIMIT = 60_000
const PRELOADED = ['./scripts/demo/end-with-parent.mjs', './scripts/bench/longest-turn.mjs']
const STAFF = { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'karibu-sana' }

export type BenchSite = Awaited<ReturnType<typeof startSite>>

/** The built site as production runs it, on the database file given; without Stripe, so that nothing is asked of it. */
export async function startSite(databasePath: string, variables: Record<string, string> = {}) {
  const port = await freePort(4_300)
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    [...PRELOADED.flatMap((path) => ['--import', path]), 'build/server/start.js'],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        BASE_URL: url,
        DATABASE_PATH: databasePath,
        SESSION_SECRET: 'for-the-bench-only',
        CLOCK_START: '2025-08-08T13:00:00Z',
        ...STAFF,
        ...variables,
      },
    },
  )
  await healthy(child, url)
  return {
    url,
    /** Time that the process' main thread has worked, in milliseconds. */
    worked: () =>
      Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    /** The longest turn of its event loop since this was last asked, in milliseconds. */
    async longestTurn(): Promise<number> {
      child.send('longest-turn')
      const [{ longestTurnMs }] = (await once(child, 'message')) as [{ longestTurnMs: number }]
      return longestTurnMs
    },
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** The cookie of a member of staff who has signed in. */
export async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: STAFF.ADMIN_USERNAME, password: STAFF.ADMIN_PASSWORD })
  const answer = await fetch(`${url}/admin/login`, { method: 'POST', body, redirect: 'manual' })
  const cookie = answer.headers.getSetCookie().find((set) => set.startsWith('staff='))
  if (!cookie) throw new Error(`Nobody could sign in: ${answer.status}`)
  return cookie.split(';')[0] ?? ''
}

async function healthy(child: ChildProcess, url: string): Promise<void> {
  for (const end = Date.now() + START_LIMIT; Date.now() < end && child.exitCode === null; await wait(100)) {
    const health = await fetch(`${url}/healthz`).catch(() => null)
    if (health?.ok) return
  }
  throw new Error('The site did not start')
}
