import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Moment } from '#app/platform/clock.server'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import type { RequestOrigin, TooOften } from '#app/staff/guesses.server'
import { refusedWith } from '#app/staff/own-account.server'
import { endSessionsOf, type Staff } from '#app/staff/sessions.server'
import { SET_UP_MINUTES } from '#app/staff/staff-limits'
import { db, immediately } from '#db/connection.server'
import { adminUsers, secondFactors as factors } from '#db/schema'
import { readCode } from './code-forms'
import { addressForApp, factorOf, newSecret, open, seal, secretInLetters, stepOfCode } from './factors.server'
import { keepRecoveryCodes, newRecoveryCodes } from './recovery-codes.server'
import { secondFactorOn, tellOwner } from './tell-owner.server'

type Begun = { begun: true } | { refused: 'wrong' | 'on' | 'signed-out' } | TooOften

/**
 * Begins to set up an account's second factor, in place of what was begun before. Needs the account's
 * password.
 */
export async function beginSetUp(
  currentPassword: string,
  { staff, origin }: { staff: Staff; origin: RequestOrigin },
  moment: Moment,
): Promise<Begun> {
  const account = db.select().from(adminUsers).where(eq(adminUsers.id, staff.id)).get()
  if (!account) return { refused: 'signed-out' }
  const refusal = await refusedWith(currentPassword, account, { staff, origin }, moment)
  if (refusal) return refusal

  const begun = { sealedSecret: seal(newSecret(), staff.id), begunAt: moment.at }
  return immediately((tx) => {
    if (factorOf(staff.id)) return { refused: 'on' }
    tx.insert(factors)
      .values({ adminUserId: staff.id, ...begun })
      .onConflictDoUpdate({ target: factors.adminUserId, set: begun })
      .run()
    return { begun: true }
  })
}

/** What an app is told, while it is being set up; null where nothing was begun in the last half hour. */
export function setUpOf({ id, username }: Staff, at: Date): { address: string; letters: string } | null {
  const secret = begunBy(id, at)?.secret
  return secret ? { address: addressForApp(secret, username), letters: secretInLetters(secret) } : null
}

function begunBy(accountId: number, at: Date) {
  const since = new Date(at.getTime() - SET_UP_MINUTES * 60_000)
  const isBegun = and(
    eq(factors.adminUserId, accountId),
    isNull(factors.turnedOnAt),
    gt(factors.begunAt, since),
  )
  const factor = db.select().from(factors).where(isBegun).get()
  const opened = factor && open(factor.sealedSecret, accountId)
  return opened ? { ...factor, secret: opened.secret } : null
}

type TurnedOn = { codes: string[] } | { refused: 'wrong' | 'ended' }

/**
 * Turns the second factor on with the first code of the app, and answers the recovery codes. All other
 * sessions of the account end; this one keeps its token, for the codes are shown in its very answer.
 */
export async function turnOn(
  typed: string,
  { staff, sessionToken }: { staff: Staff; sessionToken: string | null },
  { now, at }: Moment,
): Promise<TurnedOn> {
  const begun = begunBy(staff.id, at)
  if (!begun) return { refused: 'ended' }
  const code = readCode(typed)
  const step = code?.of === 'app' ? stepOfCode(begun.secret, code.digits, at) : null
  if (step === null) return { refused: 'wrong' }

  const { shown, salt, hashes } = await newRecoveryCodes()
  return immediately((tx) => {
    const { changes } = tx
      .update(factors)
      .set({ turnedOnAt: at, lastStep: step, recoverySalt: salt })
      .where(
        and(
          eq(factors.id, begun.id),
          eq(factors.sealedSecret, begun.sealedSecret),
          isNull(factors.turnedOnAt),
        ),
      )
      .run()
    if (changes === 0) return { refused: 'ended' }
    keepRecoveryCodes(begun.id, hashes, tx)
    endSessionsOf(staff.id, sessionToken)
    recordAct({ ...byStaff(staff), action: 'second-factor-on', subject: `user:${staff.username}` }, now)
    tellOwner(staff.id, secondFactorOn, now, tx)
    return { codes: shown }
  })
}
