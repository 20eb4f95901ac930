import { and, eq } from 'drizzle-orm'
import type { Moment } from '#app/platform/clock.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { type Actor, byStaff, recordAct, recordRepeated } from './audit-log.server'
import { countGuess, forgetGuesses, type RequestOrigin, type TooOften } from './guesses.server'
import { hashPassword, isCommonPassword, passwordMatches } from './password.server'
import { accountWithEmail, endResetOf } from './password-resets.server'
import { endSessionsOf, renewSession, type Staff } from './sessions.server'
import type { PasswordChange } from './user-forms'
import { findUser } from './users.server'

type Account = { id: number; username: string; passwordHash: string }

/**
 * Why the signed-in user does not know this account's password; null where they do. Counted as at sign-in.
 */
export async function refusedWith(
  password: string,
  account: Account,
  { staff, origin }: { staff: Actor; origin: RequestOrigin },
  { now, at }: Moment,
): Promise<{ refused: 'wrong' } | TooOften | null> {
  const tried = { ...byStaff(staff), subject: `user:${account.username}` }
  const tooOften = countGuess(account, origin, at)
  if (tooOften) {
    recordRepeated({ ...tried, action: 'guesses-refused' }, now)
    return tooOften
  }
  if (!(await passwordMatches(account.passwordHash, password))) {
    recordRepeated({ ...tried, action: 'wrong-password' }, now)
    return { refused: 'wrong' }
  }
  forgetGuesses(account, origin)
  return null
}

type Change = PasswordChange & {
  id: number
  /** On one's own account it gets a new token; every other session ends. */
  sessionToken: string | null
  origin: RequestOrigin
}

/** `newToken` is for the requesting session, where it belongs to that account. */
export type Changed =
  | { username: string; newToken: string | null }
  | { refused: 'unknown' | 'wrong' | 'common-password' | 'signed-out' }
  | TooOften

/** Anyone who is signed in needs that account's current password (rules 6.4). */
export async function changePassword(change: Change, staff: Staff, moment: Moment): Promise<Changed> {
  const { id, currentPassword, newPassword, sessionToken, origin } = change
  const user = db.select().from(adminUsers).where(eq(adminUsers.id, id)).get()
  if (!user) return { refused: 'unknown' }

  const refusal = await refusedWith(currentPassword, user, { staff, origin }, moment)
  if (refusal) return refusal
  if (isCommonPassword(newPassword)) return { refused: 'common-password' }

  const passwordHash = await hashPassword(newPassword)
  return immediately((tx) => {
    if (!findUser(staff.id)) return { refused: 'signed-out' }
    // It may have been changed while this one was being hashed.
    const { changes } = tx
      .update(adminUsers)
      .set({ passwordHash })
      .where(and(eq(adminUsers.id, id), eq(adminUsers.passwordHash, user.passwordHash)))
      .run()
    if (changes === 0) return { refused: findUser(id) ? 'wrong' : 'unknown' }
    endSessionsOf(id, sessionToken)
    endResetOf(id)
    recordAct(moment.now, { ...byStaff(staff), action: 'password-changed', subject: `user:${user.username}` })
    const newToken = id === staff.id && sessionToken ? renewSession(sessionToken) : null
    return { username: user.username, newToken }
  })
}

type Chosen = { email: string | null } | { refused: 'wrong' | 'taken' | 'signed-out' } | TooOften

export const ownEmail = ({ id }: Staff): string | null =>
  db.select({ email: adminUsers.email }).from(adminUsers).where(eq(adminUsers.id, id)).get()?.email ?? null

/**
 * Changes where the link to a new password goes; null for nowhere. Needs the password: that mailbox opens the
 * account.
 */
export async function chooseOwnEmail(
  { email, currentPassword }: { email: string | null; currentPassword: string },
  { staff, origin }: { staff: Staff; origin: RequestOrigin },
  moment: Moment,
): Promise<Chosen> {
  const account = db.select().from(adminUsers).where(eq(adminUsers.id, staff.id)).get()
  if (!account) return { refused: 'signed-out' }
  const refusal = await refusedWith(currentPassword, account, { staff, origin }, moment)
  if (refusal) return refusal

  return immediately((tx) => {
    const other = email && accountWithEmail(email)
    if (other && other.id !== staff.id) return { refused: 'taken' }
    if (account.email === email) return { email }
    tx.update(adminUsers).set({ email }).where(eq(adminUsers.id, staff.id)).run()
    endResetOf(staff.id)
    recordAct(moment.now, { ...byStaff(staff), action: 'email-chosen', subject: `user:${staff.username}` })
    return { email }
  })
}
