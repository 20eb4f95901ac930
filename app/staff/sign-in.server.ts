import { and, eq } from 'drizzle-orm'
import { recordAct, recordRepeated } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { userCalled } from '#app/staff/find-user.server'
import { countGuess, forgetGuesses, type TooOften, type Whence } from '#app/staff/guesses.server'
import { hashPassword, isLineFull, isOutdated, passwordMatches } from '#app/staff/password.server'
import type { Staff } from '#app/staff/sessions.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'

export type SignedIn = { staff: Staff } | { refused: 'wrong' } | { refused: 'busy' } | TooOften

/** Compared with where there is no such user, so that the answer takes as long. */
const NOBODYS_PASSWORD = hashPassword('nobody has this password')

/**
 * Checks a username, in any case, and its password. An unknown user and a wrong password answer alike, in like
 * time; too many wrong ones have to wait (guesses.server.ts). Refuses all while too many are being looked at.
 */
export async function signIn(
  { username, password }: { username: string; password: string },
  whence: Whence,
  { now, at }: Moment,
): Promise<SignedIn> {
  const nobodysPassword = await NOBODYS_PASSWORD
  if (isLineFull()) return { refused: 'busy' }

  const user = userCalled(username)
  const tried = { username, id: user?.id }
  const tooOften = countGuess(tried, whence, at)
  if (tooOften) {
    noteTry(user, 'guesses-refused', now)
    return tooOften
  }
  const matches = await passwordMatches(user?.passwordHash ?? nobodysPassword, password)
  if (!user || !matches || !noteSignIn(user, now)) {
    noteTry(user, 'wrong-password', now)
    return { refused: 'wrong' }
  }

  forgetGuesses(tried, whence)
  if (isOutdated(user.passwordHash)) await hashAnew(user, password)
  return { staff: { id: user.id, username: user.username, role: user.role } }
}

/** A name that nobody has is not written down: it may be a password, typed into the wrong field. */
function noteTry(user: { username: string } | null, action: 'guesses-refused' | 'wrong-password', now: Date) {
  const did = user
    ? ({ action, subject: `user:${user.username}` } as const)
    : ({ action: 'unknown-name', subject: 'sign-in' } as const)
  recordRepeated({ actor: 'somebody', ...did }, now)
}

/** With today's strength, in place of the hash that was just compared. */
async function hashAnew(user: { id: number; passwordHash: string }, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  db.update(adminUsers)
    .set({ passwordHash })
    .where(and(eq(adminUsers.id, user.id), eq(adminUsers.passwordHash, user.passwordHash)))
    .run()
}

/** False where the account was deleted, or its password changed, while the old one was being compared. */
function noteSignIn(user: { id: number; username: string; passwordHash: string }, now: Date): boolean {
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
