import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { isCommonPassword } from './common-passwords.server'
import { hashPassword, isLineFull } from './password.server'
import { accountOfReset, endResetOf } from './password-resets.server'
import { endSessionsOf } from './sessions.server'

type Reset = { account: { id: number; username: string } } | { refused: 'ended' | 'common-password' | 'busy' }

/** Gives the account of a token another password, once, and ends all its sessions. */
export async function resetPassword(token: string, newPassword: string, { now, at }: Moment): Promise<Reset> {
  if (!accountOfReset(token, at)) return { refused: 'ended' }
  if (isCommonPassword(newPassword)) return { refused: 'common-password' }
  if (isLineFull()) return { refused: 'busy' }

  const passwordHash = await hashPassword(newPassword)
  return immediately(db, (tx) => {
    // Another may have used the same link while this one was being hashed.
    const account = accountOfReset(token, at, tx)
    if (!account) return { refused: 'ended' }
    tx.update(adminUsers).set({ passwordHash }).where(eq(adminUsers.id, account.id)).run()
    endResetOf(account.id, tx)
    endSessionsOf(account.id, null, tx)
    const subject = `user:${account.username}`
    recordAct({ ...byStaff(account), action: 'password-reset', subject }, now, tx)
    return { account }
  })
}
