import { type Db, db } from '#db/connection.server'
import { auditLog } from '#db/schema'

export type AuditEntry = {
  /** A username, or 'traveller', 'stripe', 'schedule' where nobody was signed in. */
  actor: string
  actorId?: number
  action: string
  /** What it was done to, as 'booking:TS-ABC123'. */
  subject: string
  /** Amounts and states; never addresses or names of travellers. */
  detail?: Record<string, unknown>
}

/** Writes down an act of staff or an event of money, in the transaction that it belongs to (decisions §6). */
export function recordAct(entry: AuditEntry, now: Date, outer: Db = db): void {
  outer
    .insert(auditLog)
    .values({ ...entry, createdAt: now })
    .run()
}
