import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { startMeasuredSite } from '../demo/built-site'
import { freePort } from '../demo/ports'

const START_LIMIT = 60_000
const STAFF = { ADMIN_USERNAME: 'Wambui', ADMIN_PASSWORD: 'karibu-sana' }

export type BenchSite = Awaited<ReturnType<typeof startSite>>

/** The built site on the database file given; without Stripe, so that nothing is asked of it. */
export async function startSite(databasePath: string, variables: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${await freePort(4_300)}`
  const usual = {
    DATABASE_PATH: databasePath,
    BACKUP_HOUR: 'off',
    SESSION_SECRET: 'for-the-bench-only-and-for-nothing-else',
    CLOCK_START: '2025-08-08T13:00:00Z',
    ...STAFF,
  }
  const { child, close } = await startMeasuredSite(
    url,
    { ...usual, ...variables },
    { limit: START_LIMIT, preloaded: ['./scripts/bench/longest-turn.mjs'] },
  )
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
    close,
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
