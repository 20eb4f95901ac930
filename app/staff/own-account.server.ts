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
 * Why the person who is signed in does not know this account's password; null where they do. Wrong ones count
 * as at sign-in.
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
  /** The session that asks: on its own account it goes on with a new token, every other one ends. */
  sessionToken: string | null
  /** What guesses are counted by. */
  origin: RequestOrigin
}

/** With the token that the asking session has from now on, where it belongs to that account. */
export type Changed =
  | { username: string; newToken: string | null }
  | { refused: 'unknown' | 'wrong' | 'common-password' | 'signed-out' }
  | TooOften

/**
 * Needs that account's current password, anyone who is signed in (rules 6.4); wrong ones count as at sign-in.
 */
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
    // Somebody else may have changed it while this one was being hashed: then the current password is
    // another.
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
 * Changes where the link to a new password goes; null for nowhere. Needs the account's password: somebody who
 * reads that mailbox can take the account over.
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
    const act = { ...byStaff(staff), action: 'email-chosen', subject: `user:${staff.username}` } as const
    recordAct(moment.now, act)
    return { email }
  })
}
