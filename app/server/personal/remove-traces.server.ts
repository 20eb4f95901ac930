import { statSync } from 'node:fs'
import { desc, eq } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import { log } from '#app/platform/log.server'
import { mergeSearch } from '#app/server/retention/purge-expired.server'
import { recordAct } from '#app/staff/audit-log.server'
import { db, rewriteFile } from '#db/connection.server'
import { auditLog } from '#db/schema/staff'
import { ERASURES } from './erase-person.server'

/** A larger file is rewritten at night: nobody is answered in the meantime. */
const REWRITTEN_AT_ONCE_BYTES = 64_000_000

/**
 * Removes what deleted rows leave behind: pieces of search indexes that have their words, free pages of the
 * file, and its log. Does nothing where nobody was erased since the last time.
 */
export async function removeTraces(now: () => Date, goOn = () => true): Promise<void> {
  if (newestAct()?.action !== 'person-erased') return
  await mergeSearch(goOn, 0)
  if (!goOn()) return
  if (!rewriteFile())
    return log.warn({}, 'The database file is read: it is rewritten without erased words at night')
  recordAct(now(), { actor: 'schedule', action: 'traces-removed', subject: ERASURES })
}

/** The same after an erasure, unless the file is large. Where it fails, the night tries again. */
export async function removeTracesNow(now: () => Date): Promise<void> {
  if (statSync(env.DATABASE_PATH).size > REWRITTEN_AT_ONCE_BYTES) return
  await removeTraces(now).catch((error: unknown) =>
    log.warn({ err: error }, 'The database file was not rewritten after an erasure'),
  )
}

const newestAct = () =>
  db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subject, ERASURES))
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(1)
    .get()
