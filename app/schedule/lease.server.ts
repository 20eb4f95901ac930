import { randomUUID } from 'node:crypto'
import { and, eq, gt, lte, or } from 'drizzle-orm'
import { db, immediately } from '#db/connection.server'
import { jobLeases } from '#db/schema'

/** A holder that died keeps the others waiting at most this long. */
const LEASE_MS = 5_000

const holder = randomUUID()

/**
 * Takes the lease of a job, so that two processes do not both run it; null while another one has it. `renew` is
 * called between portions of work and says whether the lease is still ours. Leases follow the machine's clock.
 */
export function takeLease(job: string): { renew(): boolean; end(): void } | null {
  return take(job)
    ? {
        renew: () => take(job),
        end: () => {
          db.delete(jobLeases)
            .where(and(eq(jobLeases.job, job), eq(jobLeases.holder, holder)))
            .run()
        },
      }
    : null
}

function take(job: string): boolean {
  const at = new Date()
  const endsAt = new Date(at.getTime() + LEASE_MS)
  return immediately(db, (tx) => {
    const taken = tx
      .update(jobLeases)
      .set({ holder, endsAt })
      .where(
        and(
          eq(jobLeases.job, job),
          // An end further away than a lease lasts was written by a clock that was wrong: it is nobody's.
          or(eq(jobLeases.holder, holder), lte(jobLeases.endsAt, at), gt(jobLeases.endsAt, endsAt)),
        ),
      )
      .run()
    if (taken.changes === 1) return true
    return tx.insert(jobLeases).values({ job, holder, endsAt }).onConflictDoNothing().run().changes === 1
  })
}
