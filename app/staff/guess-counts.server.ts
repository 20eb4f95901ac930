import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { keyedDigest } from '#app/keys.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { guessCounts as counts } from '#db/schema'

/** What is counted together: at most so many in so many milliseconds from the first. */
export type Budget = { counter: string; atMost: number; ms: number }

/** No budget counts for longer. */
export const LONGEST_WINDOW_MS = 24 * 3_600_000

const digest = keyedDigest('guess counts')

/** A counter by what was typed or by a network address: a digest of it, for what was typed may be a password. */
export const counterOf = (kind: string, ...of: string[]): string => `${kind}:${digest(of.join('\n'))}`

/**
 * Takes one from each budget, or from none where one is used up: answers the seconds until it is not, else null. By the
 * machine's clock; kept in the database, so that a restart forgets nothing.
 */
export function takeFrom(budgets: Budget[], at: Date, outer: Db = db): number | null {
  return immediately(outer, (tx) => {
    tx.delete(counts).where(lte(counts.endsAt, at)).run()
    const endsAt = Math.max(...budgets.map((budget) => usedUpUntil(budget, tx)))
    if (endsAt > 0) return Math.max(1, Math.ceil((endsAt - at.getTime()) / 1_000))

    for (const { counter, ms } of budgets) {
      tx.insert(counts)
        .values({ counter, guesses: 1, endsAt: new Date(at.getTime() + ms) })
        .onConflictDoUpdate({ target: counts.counter, set: { guesses: sql`${counts.guesses} + 1` } })
        .run()
    }
    return null
  })
}

const usedUpUntil = ({ counter, atMost }: Budget, tx: Tx): number =>
  tx
    .select({ endsAt: counts.endsAt })
    .from(counts)
    .where(and(eq(counts.counter, counter), sql`${counts.guesses} >= ${atMost}`))
    .get()
    ?.endsAt.getTime() ?? 0

/** Gives back the one that was taken from each. */
export function giveBack(counters: string[], outer: Db = db): void {
  immediately(outer, (tx) => {
    tx.delete(counts)
      .where(and(inArray(counts.counter, counters), eq(counts.guesses, 1)))
      .run()
    tx.update(counts)
      .set({ guesses: sql`${counts.guesses} - 1` })
      .where(inArray(counts.counter, counters))
      .run()
  })
}

/** Begins a counter anew. */
export function forgetCount(counter: string, outer: Db = db): void {
  outer.delete(counts).where(eq(counts.counter, counter)).run()
}
