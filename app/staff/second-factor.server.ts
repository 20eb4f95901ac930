import { randomBytes, randomUUID } from 'node:crypto'
import { and, count, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { type Letter, letter, words } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import { HOUR_MS, MINUTE_MS, type Moment, now } from '#app/platform/clock.server'
import { noteGone } from '#app/platform/gone-for-good.server'
import { keysFor, openSealed, sealBytes } from '#app/platform/keys.server'
import { BRAND } from '#app/platform/words'
import { db, immediately, type Tx } from '#db/connection.server'
import { adminUsers, secondFactors as factors, recoveryCodes } from '#db/schema/staff'
import { type Actor, byStaff, recordAct, recordRepeated } from './audit-log.server'
import {
  type Budget,
  counterOf,
  countFrom,
  forgetFrom,
  isKnownTo,
  LONGEST_WINDOW_MS,
  type RequestOrigin,
  type TooOften,
} from './guesses.server'
import { saltedHash } from './password.server'
import { RECOVERY_LENGTH, RECOVERY_SIGNS, readCode, showRecoveryCode } from './user-forms'

const keys = keysFor('second factor').map((key) => Buffer.from(key, 'base64url'))

/** Encrypts an account's secret with the first SESSION_SECRET, so that it works in no other account's row. */
export const seal = (secret: Uint8Array, accountId: number): string =>
  sealBytes(secret, ownerOf(accountId), keys)

/** The decrypted secret; `isOld` where the first SESSION_SECRET did not open it. Null where none did. */
export function open(sealed: string, accountId: number): { secret: Uint8Array; isOld: boolean } | null {
  const opened = openSealed(sealed, ownerOf(accountId), keys)
  return opened && { secret: opened.bytes, isOld: opened.isOld }
}

const ownerOf = (accountId: number) => `account ${accountId}`

export type Factor = typeof factors.$inferSelect

/** The second factor that an account signs in with; null where none is on. */
export const factorOf = (accountId: number): Factor | null =>
  db
    .select()
    .from(factors)
    .where(and(eq(factors.adminUserId, accountId), isNotNull(factors.turnedOnAt)))
    .get() ?? null

/** Which of these accounts sign in with a second factor. */
export const withFactor = (accountIds: number[]): Set<number> =>
  new Set(
    db
      .select({ id: factors.adminUserId })
      .from(factors)
      .where(and(inArray(factors.adminUserId, accountIds), isNotNull(factors.turnedOnAt)))
      .all()
      .map(({ id }) => id),
  )

/** Whether the codes of its app can be checked: not once every SESSION_SECRET that sealed it is gone. */
export const isReadable = ({ sealedSecret, adminUserId }: Factor): boolean =>
  open(sealedSecret, adminUserId) !== null

export const recoveryCodesLeft = (factorId: number): number =>
  db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.secondFactorId, factorId)).get()
    ?.left ?? 0

// As every authenticator app has it: six digits per thirty seconds, HMAC-SHA1 of 160 bits (RFC 6238).
export const CODE_SECONDS = 30
const KIND = { issuer: BRAND, algorithm: 'SHA1', digits: 6, period: CODE_SECONDS }
const SECRET_BYTES = 20
/** Phones' clocks are off: the codes of the steps before and after count, too. */
const STEPS_OFF = 1

export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes

const codesOf = (secret: Uint8Array, label = '') =>
  new TOTP({ ...KIND, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/**
 * The time step whose code these digits are, by the machine's clock; null where none is near. Constant time.
 */
export function stepOfCode(secret: Uint8Array, digits: string, at: Date): number | null {
  const codes = codesOf(secret)
  const timestamp = at.getTime()
  const off = codes.validate({ token: digits, timestamp, window: STEPS_OFF })
  return off === null ? null : codes.counter({ timestamp }) + off
}

/**
 * The address that an app on the same phone opens, or scans as a QR code; and the secret for typing it in, in
 * base32.
 */
export function secretForApp(secret: Uint8Array, username: string): { address: string; letters: string } {
  const codes = codesOf(secret, username)
  return { address: codes.toString(), letters: codes.secret.base32 }
}

/** Removes the second factor, its codes, and writes to its owner; false where none was on. */
export function removeFactor({ id }: { id: number }, now: Date, tx: Tx): boolean {
  const isOn = and(eq(factors.adminUserId, id), isNotNull(factors.turnedOnAt))
  if (tx.delete(factors).where(isOn).run().changes === 0) return false
  notifyOwner(id, secondFactorOff, now, tx)
  return true
}

/** Writes to the owner of an account, where they have an email address, about its second factor. */
export function notifyOwner(accountId: number, letterTo: (username: string) => Letter, now: Date, tx: Tx) {
  const owner = tx
    .select({ name: adminUsers.username, address: adminUsers.email })
    .from(adminUsers)
    .where(eq(adminUsers.id, accountId))
    .get()
  if (!owner?.address) return
  const { name, address } = owner
  post({ kind: 'second-factor', once: randomUUID(), to: { name, address }, letter: letterTo(name) }, now)
}

const NOT_YOU = words`-# Wasn’t you? Change your password now, and tell the person who runs the site.`

export const secondFactorOn = (username: string): Letter => letter`
  # Two-step sign-in is on

  From now on the staff account ${username} signs in with its password and a code from an app. All its other
  sessions have ended.

  ${NOT_YOU}
`

const secondFactorOff = (username: string): Letter => letter`
  # Two-step sign-in is off

  The staff account ${username} signs in with its password alone again. All its other sessions have ended.

  ${NOT_YOU}
`

const recoveryCodeUsed = ({ username, left }: { username: string; left: number }): Letter => letter`
  # A recovery code was used

  One of the recovery codes of the staff account ${username} was used, together with its password.
  ${left === 1 ? '1 is' : `${left} are`} left.

  ${NOT_YOU}
`

// At any time three codes in a million are right. A guess takes a right password, which clears no wrong code;
// at thirty a day, finding one takes thirty years.
const HERE = { atMost: 5, ms: 15 * MINUTE_MS }
const HOURLY = { atMost: 10, ms: HOUR_MS }
const DAILY = { atMost: 30, ms: LONGEST_WINDOW_MS }

/** Counts a guess at a code before it is checked. Null where it is allowed. */
export const countCodeGuess = (accountId: number, origin: RequestOrigin, at: Date): TooOften | null =>
  countFrom(budgetsOf(accountId, origin), at)

/** The code was right: it does not count, and the wrong ones made here are cleared. */
export const forgetCodeGuesses = (accountId: number, origin: RequestOrigin): void =>
  forgetFrom(budgetsOf(accountId, origin))

/** The first is this account's from here alone. A known browser has its own, as for passwords. */
function budgetsOf(accountId: number, origin: RequestOrigin): Budget[] {
  const { address = 'unknown', browser } = origin
  const account = String(accountId)
  const [who, here] =
    browser && isKnownTo(origin, accountId)
      ? ['code-browsers', counterOf('code-browser', account, browser.id)]
      : ['code', counterOf('code-here', account, address)]
  return [
    { ...HERE, counter: here },
    { ...HOURLY, counter: counterOf(`${who}-hour`, account) },
    { ...DAILY, counter: counterOf(`${who}-day`, account) },
  ]
}

type Spent = { spent: 'app' } | { spent: 'recovery'; left: number }

/** 'unreadable': the app's secret can no longer be decrypted, so none of its codes can be checked. */
export type CodeRefusal = { refused: 'wrong' | 'unreadable' } | TooOften

type By = { account: Actor; origin: RequestOrigin; isSignedIn: boolean }

/**
 * Uses up a code of an account whose password is proved: six digits of its app, good once, or a recovery
 * code. Wrong ones are counted and recorded.
 */
export async function spendCode(
  typed: string,
  factor: Factor,
  { account, origin, isSignedIn }: By,
  { now, at }: Moment,
): Promise<Spent | CodeRefusal> {
  const subject = `user:${account.username}`
  const tried = { ...(isSignedIn ? byStaff(account) : { actor: 'somebody' }), subject }
  const tooOften = countCodeGuess(account.id, origin, at)
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
  forgetCodeGuesses(account.id, origin)
  return spent
}

/** Also reseals a secret that an earlier SESSION_SECRET had sealed. */
function spendAppCode(digits: string, { id, adminUserId }: Factor, at: Date): Spent | 'unreadable' | null {
  return immediately((tx) => {
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
  return immediately((tx): Spent | null => {
    if (!takeRecoveryCode(factor.id, hash, tx)) return null
    const left = recoveryCodesLeft(factor.id)
    const act = { ...byStaff(account), action: 'recovery-code-used', detail: { left } } as const
    recordAct(now, { ...act, subject: `user:${account.username}` })
    notifyOwner(account.id, (username) => recoveryCodeUsed({ username, left }), now, tx)
    return { spent: 'recovery', left }
  })
}

const HOW_MANY = 10
const SALT_BYTES = 16

/**
 * Ten codes of 50 bits. Hashed like passwords, not keyed by SESSION_SECRET, since they help when that is
 * lost. One salt per account, so that a typed code is hashed once.
 */
export async function newRecoveryCodes(): Promise<{ shown: string[]; salt: string; hashes: string[] }> {
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const codes = new Set<string>()
  while (codes.size < HOW_MANY) codes.add(newCode())
  const hashes = await Promise.all([...codes].map((code) => hashOfCode(code, salt)))
  return { shown: [...codes].map(showRecoveryCode), salt, hashes }
}

const newCode = (): string =>
  Array.from(randomBytes(RECOVERY_LENGTH), (byte) => RECOVERY_SIGNS[byte % RECOVERY_SIGNS.length]).join('')

const hashOfCode = (code: string, salt: string): Promise<string> =>
  saltedHash(code, Buffer.from(salt, 'base64url'))

/** Replaces all earlier codes. */
export function storeRecoveryCodes(secondFactorId: number, hashes: string[], tx: Tx): void {
  const replaced = tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.secondFactorId, secondFactorId))
    .returning()
    .all()
  for (const { codeHash } of replaced) noteGone({ what: 'recovery-code', codeHash }, now())
  tx.insert(recoveryCodes)
    .values(hashes.map((codeHash) => ({ secondFactorId, codeHash })))
    .run()
}

/** Uses a code up; false where it does not exist. */
export function takeRecoveryCode(secondFactorId: number, codeHash: string, tx: Tx): boolean {
  const { changes } = tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.secondFactorId, secondFactorId), eq(recoveryCodes.codeHash, codeHash)))
    .run()
  if (changes === 1) noteGone({ what: 'recovery-code', codeHash }, now())
  return changes === 1
}
