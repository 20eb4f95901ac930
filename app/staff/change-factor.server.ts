import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Moment } from '#app/platform/clock.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { adminUsers, secondFactors as factors } from '#db/schema'
import { byStaff, recordAct } from './audit-log.server'
import {
  type Factor,
  factorOf,
  newSecret,
  open,
  seal,
  secondFactorOff,
  secondFactorOn,
  secretForApp,
  stepOfCode,
  tellOwner,
} from './factors.server'
import type { RequestOrigin, TooOften } from './guesses.server'
import { refusedWith } from './own-account.server'
import { endSessionsOf, renewSession, type Staff } from './sessions.server'
import { type CodeRefusal, newRecoveryCodes, spendCode, storeRecoveryCodes } from './spend-code.server'
import { readCode, SET_UP_MINUTES } from './user-forms'

type Typed = { currentPassword: string; code: string }
type By = { staff: Staff; origin: RequestOrigin }

/** 'off': there is none, for instance because a colleague has just turned it off at the machine. */
export type FactorRefusal = { refused: 'wrong-password' | 'off' | 'signed-out' } | CodeRefusal | TooOften

/** Turns one's second factor off. Other sessions of the account end; this one gets a new token. */
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
    recordAct(moment.now, {
      ...byStaff(staff),
      action: 'second-factor-off',
      subject: `user:${staff.username}`,
    })
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
    storeRecoveryCodes(proved.id, hashes, tx)
    recordAct(moment.now, {
      ...byStaff(by.staff),
      action: 'recovery-codes-made',
      subject: `user:${by.staff.username}`,
    })
    return { codes: shown }
  })
}

/** The password first: without it no one can guess at codes. */
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

/** Removes the second factor, its codes, and writes to its owner; false where none was on. */
export function removeFactor({ id }: { id: number }, now: Date, tx: Tx): boolean {
  const isOn = and(eq(factors.adminUserId, id), isNotNull(factors.turnedOnAt))
  if (tx.delete(factors).where(isOn).run().changes === 0) return false
  tellOwner(id, secondFactorOff, now, tx)
  return true
}

type Begun = { begun: true } | { refused: 'wrong' | 'on' | 'signed-out' } | TooOften

/** Begins to set up one's second factor, in place of an earlier attempt. Needs the account's password. */
export async function beginSetUp(currentPassword: string, by: By, moment: Moment): Promise<Begun> {
  const { staff } = by
  const account = db.select().from(adminUsers).where(eq(adminUsers.id, staff.id)).get()
  if (!account) return { refused: 'signed-out' }
  const refusal = await refusedWith(currentPassword, account, by, moment)
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

/** What the app needs during set-up; null where none was begun in the last half hour. */
export function setUpOf({ id, username }: Staff, at: Date): { address: string; letters: string } | null {
  const secret = begunBy(id, at)?.secret
  return secret ? secretForApp(secret, username) : null
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
 * Turns the second factor on with the app's first code, and returns the recovery codes. Other sessions of the
 * account end; this one keeps its token, since the response shows the codes.
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
    storeRecoveryCodes(begun.id, hashes, tx)
    endSessionsOf(staff.id, sessionToken)
    recordAct(now, { ...byStaff(staff), action: 'second-factor-on', subject: `user:${staff.username}` })
    tellOwner(staff.id, secondFactorOn, now, tx)
    return { codes: shown }
  })
}
