import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Moment } from '#app/platform/clock.server'
import { keyedDigest } from '#app/platform/keys.server'
import type { RequestOrigin } from '#app/staff/guesses.server'
import type { Staff } from '#app/staff/sessions.server'
import { noteSignIn } from '#app/staff/sessions.server'
import { SECOND_STEP_MINUTES } from '#app/staff/staff-limits'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { factorOf, isReadable } from './factors.server'
import { type CodeRefusal, spendCode } from './spend-code.server'

/**
 * What a right password is worth where a code is asked for besides: the right to type one, until then in UTC
 * milliseconds of the machine's clock. It dies with that password and that second factor.
 */
export const SecondStep = z.object({ account: z.int(), until: z.int(), proof: z.string().max(100) })
export type SecondStep = z.output<typeof SecondStep>

const digest = keyedDigest('second step')
const proofOf = (account: { id: number; passwordHash: string }, factorId: number, until: number): string =>
  digest([account.id, account.passwordHash, factorId, until].join('\n'))

/**
 * Opens the second step after a right password. Null where the account is gone, its password was changed in
 * the meantime, or it asks for no code.
 */
export function openSecondStep(proved: { id: number; passwordHash: string }, at: Date): SecondStep | null {
  const { id, passwordHash } = proved
  const factor = factorOf(id)
  if (!factor || accountWith(id)?.passwordHash !== passwordHash) return null
  const until = at.getTime() + SECOND_STEP_MINUTES * 60_000
  return { account: id, until, proof: proofOf(proved, factor.id, until) }
}

const accountWith = (id: number) => db.select().from(adminUsers).where(eq(adminUsers.id, id)).get()

function inStep({ account: id, until, proof }: SecondStep, at: Date) {
  const account = accountWith(id)
  const factor = factorOf(id)
  if (!account || !factor || at.getTime() >= until) return null
  return proofOf(account, factor.id, until) === proof ? { account, factor } : null
}

/**
 * Whether a code may still be typed, and those of the app can be looked at; null where signing in begins
 * again.
 */
export function secondStepAt(step: SecondStep, at: Date): { isReadable: boolean } | null {
  const open = inStep(step, at)
  return open && { isReadable: isReadable(open.factor) }
}

/** `left` is how many recovery codes are left, where one was used. */
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
