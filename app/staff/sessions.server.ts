import { createHash, randomBytes } from 'node:crypto'
import { and, eq, lte, ne, sql } from 'drizzle-orm'
import { type Db, db } from '#db/connection.server'
import { adminUsers, sessions } from '#db/schema'

export type Staff = { id: number; username: string; role: 'admin' | 'editor' }

export const SESSION_DAYS = 7

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Begins a session and answers the token for its cookie; the table keeps only a digest. `at` is the machine's
 * time: sessions do not follow the business clock (decisions §1).
 */
export function beginSession(staff: Staff, at: Date): string {
  const token = randomBytes(32).toString('base64url')
  db.delete(sessions).where(lte(sessions.expiresAt, at)).run()
  db.insert(sessions)
    .values({
      tokenDigest: digestOf(token),
      adminUserId: staff.id,
      createdAt: at,
      expiresAt: new Date(at.getTime() + SESSION_DAYS * 24 * 3_600_000),
    })
    .run()
  return token
}

/** Who a session's token belongs to; null once it ended, or its account was deleted. `at` is the machine's time. */
export const staffOf = (token: string, at: Date): Staff | null =>
  staffWithSession.get({ digest: digestOf(token), at: at.getTime() }) ?? null

const staffWithSession = db
  .select({ id: adminUsers.id, username: adminUsers.username, role: adminUsers.role })
  .from(sessions)
  .innerJoin(adminUsers, eq(adminUsers.id, sessions.adminUserId))
  .where(
    and(
      eq(sessions.tokenDigest, sql.placeholder('digest')),
      sql`${sessions.expiresAt} > ${sql.placeholder('at')}`,
    ),
  )
  .prepare()

export const endSession = (token: string): void => {
  db.delete(sessions)
    .where(eq(sessions.tokenDigest, digestOf(token)))
    .run()
}

/** Ends every session of an account but the one with this token. */
export const endSessionsOf = (userId: number, exceptToken: string | null, outer: Db = db): void => {
  outer
    .delete(sessions)
    .where(
      and(
        eq(sessions.adminUserId, userId),
        exceptToken === null ? undefined : ne(sessions.tokenDigest, digestOf(exceptToken)),
      ),
    )
    .run()
}
