import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Moment } from '#app/platform/clock.server'
import { keyedDigest } from '#app/platform/keys.server'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema/staff'
import { recordRepeated } from './audit-log.server'
import { countGuess, forgetGuesses, type RequestOrigin, type TooOften } from './guesses.server'
import { hashPassword, isOutdated, isQueueFull, passwordMatches } from './password.server'
import { type CodeRefusal, factorOf, isReadable, spendCode } from './second-factor.server'
import { noteSignIn, type Staff } from './sessions.server'
import { SECOND_STEP_MINUTES } from './user-forms'
import { accountWith, userCalled } from './users.server'

/** `step`: the password is right, and a code is asked for besides. */
export type SignedIn = { staff: Staff } | { step: SecondStep } | { refused: 'wrong' | 'busy' } | TooOften

/** Compared where there is no such user, so that the response takes as long. */
const DUMMY_HASH = hashPassword('nobody has this password')

/**
 * Checks a username, in any case, and its password. An unknown user and a wrong password look alike, also in
 * time; too many wrong ones have to wait. Refuses everyone while too many are being checked.
 */
export async function signIn(
  { username, password }: { username: string; password: string },
  origin: RequestOrigin,
  { now, at }: Moment,
): Promise<SignedIn> {
  const dummyHash = await DUMMY_HASH
  if (isQueueFull()) return { refused: 'busy' }

  const user = userCalled(username)
  const tried = { username, id: user?.id }
  const tooOften = countGuess(tried, origin, at)
  if (tooOften) {
    recordFailure(user, 'guesses-refused', now)
    return tooOften
  }
  const matches = await passwordMatches(user?.passwordHash ?? dummyHash, password)
  const entered = user && matches ? await enter(user, password, { now, at }) : null
  if (!entered) {
    recordFailure(user, 'wrong-password', now)
    return { refused: 'wrong' }
  }
  // Codes are counted apart: a right password forgives none of them.
  forgetGuesses(tried, origin)
  return entered
}

type User = NonNullable<ReturnType<typeof userCalled>>

/** Null where the account was deleted, or its password changed, in the meantime. */
async function enter(user: User, password: string, { now, at }: Moment) {
  if (factorOf(user.id)) {
    const passwordHash = isOutdated(user.passwordHash) ? await rehash(user, password) : user.passwordHash
    const step = openSecondStep({ id: user.id, passwordHash }, at)
    return step && { step }
  }
  if (!noteSignIn(user, now)) return null
  if (isOutdated(user.passwordHash)) await rehash(user, password)
  return { staff: { id: user.id, username: user.username, role: user.role } }
}

/** An unknown name is not recorded: it may be a password, typed into the wrong field. */
function recordFailure(
  user: { username: string } | null,
  action: 'guesses-refused' | 'wrong-password',
  now: Date,
) {
  const did = user
    ? ({ action, subject: `user:${user.username}` } as const)
    : ({ action: 'unknown-name', subject: 'sign-in' } as const)
  recordRepeated({ actor: 'somebody', ...did }, now)
}

/** With the current strength, in place of the hash that was just compared. */
async function rehash(user: { id: number; passwordHash: string }, password: string): Promise<string> {
  const passwordHash = await hashPassword(password)
  db.update(adminUsers)
    .set({ passwordHash })
    .where(and(eq(adminUsers.id, user.id), eq(adminUsers.passwordHash, user.passwordHash)))
    .run()
  return passwordHash
}

/**
 * Proof of a right password, for the page that asks for a code; `until` in UTC milliseconds by the machine's
 * clock. Void once the password or the second factor changes.
 */
export const SecondStep = z.object({ account: z.int(), until: z.int(), proof: z.string().max(100) })
export type SecondStep = z.output<typeof SecondStep>

const digest = keyedDigest('second step')
const proofOf = (account: { id: number; passwordHash: string }, factorId: number, until: number): string =>
  digest([account.id, account.passwordHash, factorId, until].join('\n'))

/** Null where the account is gone, its password changed in the meantime, or it has no second factor. */
function openSecondStep(proved: { id: number; passwordHash: string }, at: Date): SecondStep | null {
  const { id, passwordHash } = proved
  const factor = factorOf(id)
  if (!factor || accountWith(id)?.passwordHash !== passwordHash) return null
  const until = at.getTime() + SECOND_STEP_MINUTES * 60_000
  return { account: id, until, proof: proofOf(proved, factor.id, until) }
}

function inStep({ account: id, until, proof }: SecondStep, at: Date) {
  const account = accountWith(id)
  const factor = factorOf(id)
  if (!account || !factor || at.getTime() >= until) return null
  return proofOf(account, factor.id, until) === proof ? { account, factor } : null
}

/** Null where sign-in must start over; `isReadable` where the app's codes can be checked. */
export function secondStepAt(step: SecondStep, at: Date): { isReadable: boolean } | null {
  const open = inStep(step, at)
  return open && { isReadable: isReadable(open.factor) }
}

/** `left`: the remaining recovery codes, where one was used. */
export type SignedInByCode = { staff: Staff; left: number | null } | { refused: 'ended' } | CodeRefusal

/** The second step: a code of the app, or a recovery code. */
export async function signInByCode(
  step: SecondStep,
  typed: string,
  origin: RequestOrigin,
  moment: Moment,
): Promise<SignedInByCode> {
  const open = inStep(step, moment.at)
  if (!open) return { refused: 'ended' }
  const { account, factor } = open
  const spent = await spendCode(typed, factor, { account, origin, isSignedIn: false }, moment)
  if ('refused' in spent) return spent
  if (!noteSignIn(account, moment.now)) return { refused: 'ended' }
  const { id, username, role } = account
  return { staff: { id, username, role }, left: spent.spent === 'recovery' ? spent.left : null }
}
