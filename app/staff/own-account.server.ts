import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Moment } from '#app/platform/clock.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers, secondFactors as factors } from '#db/schema/staff'
import { type Actor, byStaff, recordAct, recordRepeated } from './audit-log.server'
import { askToConfirm, countProof, emailsOf, endProofOf, tellFormerAddress } from './email-proofs.server'
import { countGuess, forgetGuesses, type RequestOrigin, type TooOften } from './guesses.server'
import { hashPassword, isCommonPassword, passwordMatches } from './password.server'
import { endResetOf } from './password-resets.server'
import {
  type CodeRefusal,
  type Factor,
  factorOf,
  newRecoveryCodes,
  newSecret,
  notifyOwner,
  open,
  removeFactor,
  seal,
  secondFactorOn,
  secretForApp,
  spendCode,
  stepOfCode,
  storeRecoveryCodes,
} from './second-factor.server'
import { endSessionsOf, renewSession, type Staff } from './sessions.server'
import { type PasswordChange, readCode, SET_UP_MINUTES } from './user-forms'
import { accountWith, accountWithEmail, findUser } from './users.server'

type Account = { id: number; username: string; passwordHash: string }

/**
 * Why the signed-in user does not know this account's password; null where they do. Counted as at sign-in.
 */
async function refusedWith(
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
  const user = accountWith(id)
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

type Chosen =
  | { email: string | null }
  | { waiting: string }
  | { refused: 'wrong' | 'taken' | 'signed-out' | 'many-letters' }
  | TooOften

/**
 * Changes where the link to a new password goes; null for nowhere. Needs the password: that mailbox opens the
 * account. Another address counts once its owner has confirmed it (email-proofs.server.ts).
 */
export async function chooseOwnEmail(
  { email, currentPassword }: { email: string | null; currentPassword: string },
  { staff, origin }: { staff: Staff; origin: RequestOrigin },
  moment: Moment,
): Promise<Chosen> {
  const account = accountWith(staff.id)
  if (!account) return { refused: 'signed-out' }
  const refusal = await refusedWith(currentPassword, account, { staff, origin }, moment)
  if (refusal) return refusal

  return immediately((tx) => {
    const stored = findUser(staff.id) && emailsOf(staff.id)
    if (!stored) return { refused: 'signed-out' }
    const other = email && accountWithEmail(email)
    if (other && other.id !== staff.id) return { refused: 'taken' }
    const entry = { ...byStaff(staff), subject: `user:${staff.username}` }
    if (email && email !== stored.email) {
      if (countProof(email, moment.at)) return { refused: 'many-letters' }
      askToConfirm(staff, email, moment)
      recordAct(moment.now, { ...entry, action: 'email-asked' })
      return { waiting: email }
    }
    endProofOf(staff.id)
    if (email === stored.email) return { email }
    tx.update(adminUsers).set({ email }).where(eq(adminUsers.id, staff.id)).run()
    endResetOf(staff.id)
    tellFormerAddress(staff.username, stored.email, moment.now)
    recordAct(moment.now, { ...entry, action: 'email-chosen' })
    return { email }
  })
}

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

/**
 * Password and code of the signed-in user; the password first: without it no one can guess at codes. The code
 * is used up.
 */
export async function proveBoth(
  { currentPassword, code }: Typed,
  { staff, origin }: By,
  moment: Moment,
): Promise<Factor | FactorRefusal> {
  const account = accountWith(staff.id)
  if (!account) return { refused: 'signed-out' }
  const factor = factorOf(staff.id)
  if (!factor) return { refused: 'off' }
  const refusal = await refusedWith(currentPassword, account, { staff, origin }, moment)
  if (refusal) return refusal.refused === 'wrong' ? { refused: 'wrong-password' } : refusal
  const spent = await spendCode(code, factor, { account, origin, isSignedIn: true }, moment)
  return 'refused' in spent ? spent : factor
}

type Begun = { begun: true } | { refused: 'wrong' | 'on' | 'signed-out' } | TooOften

/** Begins to set up one's second factor, in place of an earlier attempt. Needs the account's password. */
export async function beginSetUp(currentPassword: string, by: By, moment: Moment): Promise<Begun> {
  const { staff } = by
  const account = accountWith(staff.id)
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
    notifyOwner(staff.id, secondFactorOn, now, tx)
    return { codes: shown }
  })
}
