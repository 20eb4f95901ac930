import { and, eq } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'

/** False where the account was deleted, or its password changed, while it was being looked at. `now` is business time. */
export function noteSignIn(user: { id: number; username: string; passwordHash: string }, now: Date): boolean {
  return immediately(db, (tx) => {
    const { changes } = tx
      .update(adminUsers)
      .set({ lastLoginAt: now })
      .where(and(eq(adminUsers.id, user.id), eq(adminUsers.passwordHash, user.passwordHash)))
      .run()
    if (changes === 0) return false
    const { id: actorId, username: actor } = user
    recordAct({ actor, actorId, action: 'signed-in', subject: `user:${actor}` }, now, tx)
    return true
  })
}
