import { eq } from 'drizzle-orm'
import type { Moment } from '#app/platform/clock.server'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import type { RequestOrigin, TooOften } from '#app/staff/guesses.server'
import { refusedWith } from '#app/staff/own-account.server'
import { endSessionsOf, renewSession, type Staff } from '#app/staff/sessions.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { adminUsers, secondFactors as factors } from '#db/schema'
import { type Factor, factorOf, removeFactorOf } from './factors.server'
import { keepRecoveryCodes, newRecoveryCodes } from './recovery-codes.server'
import { type CodeRefusal, spendCode } from './spend-code.server'
import { secondFactorOff, tellOwner } from './tell-owner.server'

type Typed = { currentPassword: string; code: string }
type By = { staff: Staff; origin: RequestOrigin }

/** 'off': there is none, as where a colleague at the machine has turned it off in the meantime. */
export type FactorRefusal = { refused: 'wrong-password' | 'off' | 'signed-out' } | CodeRefusal | TooOften

/**
 * Turns an account's second factor off. All other sessions of the account end; this one goes on with a new
 * token.
 */
export async function turnOff(
  typed: Typed,
  { sessionToken, ...by }: By & { sessionToken: string | null },
  moment: Moment,
): Promise<{ newToken: string | null } | FactorRefusal> {
  const proved = await proveBoth(typed, by, moment)
  if ('refused' in proved) return proved
  const { staff } = by
  return immediately((tx) => {
    if (factorOf(staff.id)?.id !== proved.id) return { refused: 'off' }
    removeFactor(staff, moment.now, tx)
    endSessionsOf(staff.id, sessionToken)
    recordAct(
      { ...byStaff(staff), action: 'second-factor-off', subject: `user:${staff.username}` },
      moment.now,
    )
    return { newToken: sessionToken && renewSession(sessionToken) }
  })
}

/** Makes ten recovery codes in place of all earlier ones. */
export async function renewRecoveryCodes(
  typed: Typed,
  by: By,
  moment: Moment,
): Promise<{ codes: string[] } | FactorRefusal> {
  const proved = await proveBoth(typed, by, moment)
  if ('refused' in proved) return proved
  const { shown, salt, hashes } = await newRecoveryCodes()
  return immediately((tx) => {
    const { changes } = tx.update(factors).set({ recoverySalt: salt }).where(eq(factors.id, proved.id)).run()
    if (changes === 0) return { refused: 'off' }
    keepRecoveryCodes(proved.id, hashes, tx)
    const { staff } = by
    const act = {
      ...byStaff(staff),
      action: 'recovery-codes-made',
      subject: `user:${staff.username}`,
    } as const
    recordAct(act, moment.now)
    return { codes: shown }
  })
}

/** The password first: without it nobody guesses at a code. */
async function proveBoth(
  { currentPassword, code }: Typed,
  { staff, origin }: By,
  moment: Moment,
): Promise<Factor | FactorRefusal> {
  const account = db.select().from(adminUsers).where(eq(adminUsers.id, staff.id)).get()
  if (!account) return { refused: 'signed-out' }
  const factor = factorOf(staff.id)
  if (!factor) return { refused: 'off' }
  const refusal = await refusedWith(currentPassword, account, { staff, origin }, moment)
  if (refusal) return refusal.refused === 'wrong' ? { refused: 'wrong-password' } : refusal
  const spent = await spendCode(code, factor, { account, origin, isSignedIn: true }, moment)
  return 'refused' in spent ? spent : factor
}

/** Removes it and writes to its owner; false where there was none. */
export function removeFactor({ id }: { id: number }, now: Date, tx: Tx): boolean {
  if (!removeFactorOf(id, tx)) return false
  tellOwner(id, secondFactorOff, now, tx)
  return true
}
