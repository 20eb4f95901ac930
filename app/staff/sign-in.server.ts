import { and, eq } from 'drizzle-orm'
import type { Moment } from '#app/platform/clock.server'
import { recordRepeated } from '#app/staff/audit/audit-log.server'
import { factorOf } from '#app/staff/second-factor/factors.server'
import { openSecondStep, type SecondStep } from '#app/staff/second-factor/second-step.server'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { countGuess, forgetGuesses, type RequestOrigin, type TooOften } from './guesses.server'
import { hashPassword, isLineFull, isOutdated, passwordMatches } from './password.server'
import type { Staff } from './sessions.server'
import { noteSignIn } from './sessions.server'
import { userCalled } from './users.server'

/** `step`: the password is right, and a code is asked for besides. */
export type SignedIn =
  | { staff: Staff }
  | { step: SecondStep }
  | { refused: 'wrong' }
  | { refused: 'busy' }
  | TooOften

/** Compared with where there is no such user, so that the answer takes as long. */
const NOBODYS_PASSWORD = hashPassword('nobody has this password')

/**
 * Checks a username, in any case, and its password. An unknown user and a wrong password answer alike, in
 * like time; too many wrong ones have to wait (guesses.server.ts). Refuses all while too many are being
 * looked at.
 */
export async function signIn(
  { username, password }: { username: string; password: string },
  origin: RequestOrigin,
  { now, at }: Moment,
): Promise<SignedIn> {
  const nobodysPassword = await NOBODYS_PASSWORD
  if (isLineFull()) return { refused: 'busy' }

  const user = userCalled(username)
  const tried = { username, id: user?.id }
  const tooOften = countGuess(tried, origin, at)
  if (tooOften) {
    noteTry(user, 'guesses-refused', now)
    return tooOften
  }
  const matches = await passwordMatches(user?.passwordHash ?? nobodysPassword, password)
  const entered = user && matches ? await enter(user, password, { now, at }) : null
  if (!entered) {
    noteTry(user, 'wrong-password', now)
    return { refused: 'wrong' }
  }
  // Codes are counted apart: a right password forgives none of them.
  forgetGuesses(tried, origin)
  return entered
}

type User = NonNullable<ReturnType<typeof userCalled>>

/**
 * What a right password is worth; null where the account was deleted, or its password changed, in the
 * meantime.
 */
async function enter(
  user: User,
  password: string,
  { now, at }: Moment,
): Promise<{ staff: Staff } | { step: SecondStep } | null> {
  if (factorOf(user.id)) {
    const passwordHash = isOutdated(user.passwordHash) ? await hashAnew(user, password) : user.passwordHash
    const step = openSecondStep({ id: user.id, passwordHash }, at)
    return step && { step }
  }
  if (!noteSignIn(user, now)) return null
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
async function hashAnew(user: { id: number; passwordHash: string }, password: string): Promise<string> {
  const passwordHash = await hashPassword(password)
  db.update(adminUsers)
    .set({ passwordHash })
    .where(and(eq(adminUsers.id, user.id), eq(adminUsers.passwordHash, user.passwordHash)))
    .run()
  return passwordHash
}
