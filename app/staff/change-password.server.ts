import { and, eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { isCommonPassword } from './common-passwords.server'
import { findUser } from './find-user.server'
import type { TooOften, Whence } from './guesses.server'
import { hashPassword } from './password.server'
import { endResetOf } from './password-resets.server'
import { refusedWith } from './prove-password.server'
import { endSessionsOf, renewSession, type Staff } from './sessions.server'
import type { PasswordChange } from './user-forms'

type Change = PasswordChange & {
  id: number
  /** The session that asks: on its own account it goes on with a new token, every other one ends. */
  sessionToken: string | null
  /** What guesses are counted by. */
  whence: Whence
}

/** With the token that the asking session has from now on, where it belongs to that account. */
export type Changed =
  | { username: string; newToken: string | null }
  | { refused: 'unknown' | 'wrong' | 'common-password' | 'signed-out' }
  | TooOften

/** Needs that account's current password, whoever is signed in (rules 6.4); wrong ones count as at sign-in. */
export async function changePassword(change: Change, staff: Staff, moment: Moment): Promise<Changed> {
  const { id, currentPassword, newPassword, sessionToken, whence } = change
  const user = db.select().from(adminUsers).where(eq(adminUsers.id, id)).get()
  if (!user) return { refused: 'unknown' }

  const refusal = await refusedWith(currentPassword, user, { staff, whence }, moment)
  if (refusal) return refusal
  if (isCommonPassword(newPassword)) return { refused: 'common-password' }

  const passwordHash = await hashPassword(newPassword)
  return immediately(db, (tx) => {
    if (!findUser(staff.id, tx)) return { refused: 'signed-out' }
    // Somebody else may have changed it while this one was being hashed: then the current password is another.
    const { changes } = tx
      .update(adminUsers)
      .set({ passwordHash })
      .where(and(eq(adminUsers.id, id), eq(adminUsers.passwordHash, user.passwordHash)))
      .run()
    if (changes === 0) return { refused: findUser(id, tx) ? 'wrong' : 'unknown' }
    endSessionsOf(id, sessionToken, tx)
    endResetOf(id, tx)
    recordAct(
      { ...byStaff(staff), action: 'password-changed', subject: `user:${user.username}` },
      moment.now,
      tx,
    )
    const newToken = id === staff.id && sessionToken ? renewSession(sessionToken, tx) : null
    return { username: user.username, newToken }
  })
}
