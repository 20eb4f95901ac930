import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Tx } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import type { MailKind } from './mail-names'
import { isOfStrangers, LETTERS_OF_STRANGERS, SITE_LIMITS, type SiteLimit } from './open-actions'

const DAY = 24 * 3_600_000

type Dated = SQLiteTable & { createdAt: SQLiteColumn }

/** Whether strangers have filled a table as far as the whole site lets them; `which` of its rows count. */
export const isSiteLimitReached = (
  limit: keyof typeof SITE_LIMITS,
  table: Dated,
  now: Date,
  tx: Tx,
  which?: SQL,
): boolean => isReached(SITE_LIMITS[limit], table, now, tx, which)

/** Whether strangers have had us write as many letters of this kind as the whole site writes. */
export const isLetterLimitReached = (kind: MailKind, now: Date, tx: Tx): boolean =>
  isOfStrangers(kind) && isReached(LETTERS_OF_STRANGERS, outbox, now, tx, eq(outbox.kind, kind))

const isReached = (limit: SiteLimit, table: Dated, now: Date, tx: Tx, which?: SQL): boolean =>
  limit.some(({ atMost, days }) => countWithin(days * DAY, table, atMost, now, tx, which) === atMost)

/** How many rows were added in the last `ms`; counting ends at `atMost`. */
export const countWithin = (
  ms: number,
  table: Dated,
  atMost: number,
  now: Date,
  tx: Tx,
  which?: SQL,
): number =>
  tx
    .select({ total: count() })
    .from(
      tx
        .select({ one: sql`1`.as('one') })
        .from(table)
        .where(and(which, gt(table.createdAt, new Date(now.getTime() - ms))))
        .limit(atMost)
        .as('newest'),
    )
    .get()?.total ?? 0
