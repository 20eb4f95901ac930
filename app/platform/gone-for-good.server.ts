import { appendFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { env } from './env.server'

// What was erased or used up stays so after a restore: a list beside the database, outside of every backup.
// It names rows by their numbers, never by what stood in them.

/** A row that has somebody's address: by it they are found, and erased again. */
const PersonRow = z.object({
  table: z.enum([
    ...['contact_inquiries', 'newsletter_subscriptions', 'departure_watchers'],
    ...['leaders', 'waitlist_entries', 'travelers', 'bookings', 'autopay_consents'],
  ] as const),
  id: z.number(),
  createdAt: z.number(),
})

export type PersonRow = z.output<typeof PersonRow>

const Entry = z.discriminatedUnion('what', [
  /** Numbers may be reused after a restore; with the instant of creation they name one row. */
  z.object({ what: z.literal('contact'), id: z.number(), createdAt: z.number() }),
  z.object({ what: z.literal('note'), id: z.number(), createdAt: z.number() }),
  z.object({ what: z.literal('user'), id: z.number(), createdAt: z.number() }),
  z.object({ what: z.literal('subscriber'), id: z.number(), createdAt: z.number() }),
  z.object({ what: z.literal('details'), travelerId: z.number(), booking: z.string() }),
  z.object({ what: z.literal('person'), rows: z.array(PersonRow) }),
  z.object({ what: z.literal('recovery-code'), codeHash: z.string() }),
])
const Listed = z.object({ at: z.number() }).and(Entry)

/** One thing that only ever ends, and when it did, by business time. */
export type Gone = z.output<typeof Listed>

const LIST = join(
  env.LITEFS_DIR ? (env.BACKUP_DIR ?? '.') : dirname(env.DATABASE_PATH),
  'gone-for-good.jsonl',
)

/** Notes it before the database does: rather one note too many than one too few. Throws where it cannot. */
export function noteGone(gone: z.output<typeof Entry>, now: Date): void {
  appendFileSync(LIST, `${JSON.stringify({ at: now.getTime(), ...gone })}\n`, { mode: 0o600 })
}

/** What has gone since an instant of business time; a line that a crash cut off is none. */
export function goneSince(since: Date): Gone[] {
  return lines().flatMap((line) => {
    const entry = Listed.safeParse(parsed(line))
    return entry.success && entry.data.at >= since.getTime() ? [entry.data] : []
  })
}

function lines(): string[] {
  try {
    return readFileSync(LIST, 'utf8').split('\n')
  } catch {
    return []
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
