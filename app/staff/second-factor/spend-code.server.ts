import { and, eq, lt } from 'drizzle-orm'
import { type Actor, byStaff, recordAct, recordRepeated } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { recoveryCodeUsed } from '#app/mail/second-factor'
import type { TooOften, Whence } from '#app/staff/guesses.server'
import { db, immediately } from '#db/connection.server'
import { secondFactors as factors } from '#db/schema'
import { stepOfCode } from './app-code.server'
import { countCodeGuess, forgetCodeGuesses } from './code-guesses.server'
import { type Factor, recoveryCodesLeft } from './factors.server'
import { hashOfCode, takeRecoveryCode } from './recovery-codes.server'
import { open, seal } from './sealed-secret.server'
import { tellOwner } from './tell-owner.server'
import { readCode } from './typed-code'

type Spent = { spent: 'app' } | { spent: 'recovery'; left: number }

/** 'unreadable': the app's secret cannot be decrypted any more, so that no code of it can be looked at. */
export type CodeRefusal = { refused: 'wrong' | 'unreadable' } | TooOften

type By = { account: Actor; whence: Whence; isSignedIn: boolean }

/**
 * Uses up a code of an account: six digits of its app, which are good once, as is each recovery code. Wrong ones are
 * counted, and written down. The account's password is proved before.
 */
export async function spendCode(
  typed: string,
  factor: Factor,
  { account, whence, isSignedIn }: By,
  { now, at }: Moment,
): Promise<Spent | CodeRefusal> {
  const subject = `user:${account.username}`
  const tried = { ...(isSignedIn ? byStaff(account) : { actor: 'somebody' }), subject }
  const tooOften = countCodeGuess(account.id, whence, at)
  if (tooOften) {
    recordRepeated({ ...tried, action: 'codes-refused' }, now)
    return tooOften
  }
  const code = readCode(typed)
  const spent =
    code?.of === 'app'
      ? spendAppCode(code.digits, factor, at)
      : code && (await spendRecoveryCode(code.code, factor, account, now))
  if (spent === 'unreadable') return { refused: spent }
  if (!spent) {
    recordRepeated({ ...tried, action: 'wrong-code' }, now)
    return { refused: 'wrong' }
  }
  forgetCodeGuesses(account.id, whence)
  return spent
}

/** Encrypts the secret anew where that was done with an earlier SESSION_SECRET. */
function spendAppCode(digits: string, { id, adminUserId }: Factor, at: Date): Spent | 'unreadable' | null {
  return immediately(db, (tx) => {
    const factor = tx.select().from(factors).where(eq(factors.id, id)).get()
    if (!factor) return null
    const opened = open(factor.sealedSecret, adminUserId)
    if (!opened) return 'unreadable'
    const step = stepOfCode(opened.secret, digits, at)
    if (step === null) return null
    const { changes } = tx
      .update(factors)
      .set({ lastStep: step, ...(opened.isOld && { sealedSecret: seal(opened.secret, adminUserId) }) })
      .where(and(eq(factors.id, id), lt(factors.lastStep, step)))
      .run()
    return changes === 1 ? { spent: 'app' } : null
  })
}

async function spendRecoveryCode(code: string, factor: Factor, account: Actor, now: Date) {
  const hash = await hashOfCode(code, factor.recoverySalt ?? '')
  return immediately(db, (tx): Spent | null => {
    if (!takeRecoveryCode(factor.id, hash, tx)) return null
    const left = recoveryCodesLeft(factor.id, tx)
    const act = { ...byStaff(account), action: 'recovery-code-used', detail: { left } } as const
    recordAct({ ...act, subject: `user:${account.username}` }, now, tx)
    tellOwner(account.id, (username) => recoveryCodeUsed({ username, left }), now, tx)
    return { spent: 'recovery', left }
  })
}
