import { showInstantAndUtc } from '#app/days'
import { env } from '#app/env.server'
import { db, immediately } from '#db/connection.server'
import type { Letter } from './letter'
import { postToStaff } from './outbox.server'

const HOUR_MS = 3_600_000

/** Tells staff that the site met an error which nobody had foreseen: at most one letter an hour, however many there are. */
export function tellOfTheUnexpected(now: Date): void {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const letter = unexpectedNotice(now)
  immediately(db, (tx) => postToStaff({ kind: 'unexpected-error', once: hour, letter }, now, tx))
}

const unexpectedNotice = (now: Date): Letter => ({
  subject: 'The website met an unexpected error',
  blocks: [
    {
      paragraph:
        'The website met an error that it was not made for. It goes on by itself, and what guests had sent before is safe.',
    },
    {
      paragraph:
        'There is nothing to do at once. Please forward this letter to whoever looks after the website: the log of its machine says more.',
    },
    { rows: [['When', showInstantAndUtc(now, env.BUSINESS_TIMEZONE)]] },
  ],
})
