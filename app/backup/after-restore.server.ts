import { desc, eq } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { businessDay } from '#app/clock.server'
import { newestIntentId } from '#app/payments/intent-records.server'
import { db } from '#db/connection.server'
import { auditLog } from '#db/schema'

/** Writes down that the database is a restored one, and the newest payment that it knew by then. */
export function noteRestored(takenAt: Date, now: Date): void {
  const intent = newestIntentId()
  recordAct(
    {
      actor: 'machine',
      action: 'backup-restored',
      subject: 'database',
      detail: { of: businessDay(takenAt), ...(intent && { intent }) },
    },
    now,
  )
}

/** The newest payment that the database knew when it was last restored; of one that never was, the newest that it knows. */
export function newestPaymentOfCopy(): string | null {
  const restored = db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.action, 'backup-restored'))
    .orderBy(desc(auditLog.id))
    .limit(1)
    .get()
  if (!restored) return newestIntentId()
  return typeof restored.detail.intent === 'string' ? restored.detail.intent : null
}
