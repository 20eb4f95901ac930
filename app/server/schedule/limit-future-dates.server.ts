import { type SQL, sql } from 'drizzle-orm'
import { HOLD_MINUTES } from '#app/bookings/hold'
import { CLAIM_MS, LONGEST_BACK_OFF_MS } from '#app/mail/send-mail.server'
import { hoursAfterTry, REFUND_TRIES } from '#app/money/books/refund-reasons'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/clock.server'
import { LONGEST_WINDOW_MS } from '#app/staff/guesses.server'
import { CODE_SECONDS } from '#app/staff/second-factor.server'
import { PROOF_DAYS, RESET_MINUTES, SESSION_DAYS } from '#app/staff/user-forms'
import { immediately } from '#db/connection.server'

/** From `now` to what another process, or the next moment, dates by the same rule. */
const MARGIN_MS = MINUTE_MS

type Dated = { table: string; column: string; ms: number; which?: SQL }

/**
 * How far ahead of business time each may lie at most, in milliseconds. Until when seats are held for a guest
 * is a day that staff have named.
 */
const BY_BUSINESS_TIME: Dated[] = [
  {
    table: 'bookings',
    column: 'hold_ends_at',
    ms: HOLD_MINUTES * MINUTE_MS,
    which: sql`payment_status = 'pending' and sold_by is null`,
  },
  {
    table: 'outbox',
    column: 'next_attempt_at',
    ms: LONGEST_BACK_OFF_MS,
    which: sql`state in ('waiting', 'sending')`,
  },
  {
    table: 'refunds',
    column: 'next_attempt_at',
    ms: hoursAfterTry(REFUND_TRIES) * HOUR_MS,
    which: sql`state = 'owed'`,
  },
]

/** And of the machine's. */
const BY_THE_MACHINE: Dated[] = [
  { table: 'outbox', column: 'claim_ends_at', ms: CLAIM_MS, which: sql`state in ('waiting', 'sending')` },
  { table: 'sessions', column: 'expires_at', ms: SESSION_DAYS * DAY_MS },
  { table: 'sessions', column: 'last_seen_at', ms: 0 },
  { table: 'password_resets', column: 'ends_at', ms: RESET_MINUTES * MINUTE_MS },
  { table: 'email_proofs', column: 'ends_at', ms: PROOF_DAYS * DAY_MS },
  { table: 'guess_counts', column: 'ends_at', ms: LONGEST_WINDOW_MS },
]

/**
 * Limits what a clock that was ahead has dated, so that it waits or lasts no longer than anything dated now.
 * It writes to tables of several domains, which is why it is here alone.
 */
export function limitFutureDates(now: Date, machineNow: Date): void {
  immediately((tx) => {
    const limit = ({ table, column, ms, which = sql`true` }: Dated, clock: Date) => {
      const [name, latest] = [sql.identifier(column), clock.getTime() + ms]
      tx.run(
        sql`update ${sql.identifier(table)} set ${name} = ${latest} where ${which} and ${name} > ${latest + MARGIN_MS}`,
      )
    }
    for (const dated of BY_BUSINESS_TIME) limit(dated, now)
    for (const dated of BY_THE_MACHINE) limit(dated, machineNow)
    const step = Math.floor(machineNow.getTime() / (CODE_SECONDS * 1_000))
    tx.run(sql`update second_factors set last_step = ${step} where last_step > ${step + 2}`)
  })
}
