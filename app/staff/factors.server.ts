import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, isNotNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Letter } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import { keysFor, openSealed, sealBytes } from '#app/platform/keys.server'
import { BRAND } from '#app/platform/words'
import { db, type Tx } from '#db/connection.server'
import { adminUsers, secondFactors as factors, recoveryCodes } from '#db/schema'

const keys = keysFor('second factor').map((key) => Buffer.from(key, 'base64url'))

/**
 * Encrypts an account's secret with the first SESSION_SECRET: it is worth nothing in another account's row.
 */
export const seal = (secret: Uint8Array, accountId: number): string =>
  sealBytes(secret, ownerOf(accountId), keys)

/**
 * The secret, by whichever SESSION_SECRET opens it; `isOld` where that is not the first. Null where none
 * does: all of them were replaced, or the row was changed.
 */
export function open(sealed: string, accountId: number): { secret: Uint8Array; isOld: boolean } | null {
  const opened = openSealed(sealed, ownerOf(accountId), keys)
  return opened && { secret: opened.bytes, isOld: opened.isOld }
}

const ownerOf = (accountId: number) => `account ${accountId}`

export type Factor = typeof factors.$inferSelect

/**
 * The second factor that an account signs in with; null where it has none, or one that is only being set up.
 */
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

/**
 * Whether the codes of its app can be looked at: not where each SESSION_SECRET that sealed it was replaced.
 */
export const isReadable = ({ sealedSecret, adminUserId }: Factor): boolean =>
  open(sealedSecret, adminUserId) !== null

export const recoveryCodesLeft = (factorId: number): number =>
  db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.secondFactorId, factorId)).get()
    ?.left ?? 0

/** Removes the second factor of an account and its recovery codes; false where there was none in force. */
export const removeFactorOf = (accountId: number, tx: Tx): boolean =>
  tx
    .delete(factors)
    .where(and(eq(factors.adminUserId, accountId), isNotNull(factors.turnedOnAt)))
    .run().changes === 1

// What every authenticator app knows: six digits for each thirty seconds, by HMAC-SHA1 of 160 bits (RFC
// 6238).
export const CODE_SECONDS = 30
const KIND = { issuer: BRAND, algorithm: 'SHA1', digits: 6, period: CODE_SECONDS }
const SECRET_BYTES = 20
/** Clocks of phones go wrong: a code of the step before or after is taken too. */
const STEPS_OFF = 1

export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes

const codesOf = (secret: Uint8Array, label = '') =>
  new TOTP({ ...KIND, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/**
 * The step of time that six digits are the code of, by the machine's clock; null where they are of none near
 * it. All are compared, each in constant time.
 */
export function stepOfCode(secret: Uint8Array, digits: string, at: Date): number | null {
  const codes = codesOf(secret)
  const timestamp = at.getTime()
  const off = codes.validate({ token: digits, timestamp, window: STEPS_OFF })
  return off === null ? null : codes.counter({ timestamp }) + off
}

/** What the QR code holds: the address that an app on the same phone opens, too. */
export const addressForApp = (secret: Uint8Array, username: string): string =>
  codesOf(secret, username).toString()

/** The secret as it is typed into an app by hand: in base32. */
export const secretInLetters = (secret: Uint8Array): string => codesOf(secret).secret.base32

/**
 * Tells the owner of an account what was done to its second factor, where there is an address to write to.
 */
export function tellOwner(
  accountId: number,
  letterTo: (username: string) => Letter,
  now: Date,
  tx: Tx,
): void {
  const owner = tx
    .select({ name: adminUsers.username, address: adminUsers.email })
    .from(adminUsers)
    .where(eq(adminUsers.id, accountId))
    .get()
  if (!owner?.address) return
  const { name, address } = owner
  const letter = letterTo(name)
  post({ kind: 'second-factor', once: randomUUID(), to: { name, address }, letter }, now)
}

const NOT_YOU = 'Wasn’t you? Change your password now, and tell the operator of the site.'

/** Tells staff that their account asks for a code from now on. */
export const secondFactorOn = (username: string): Letter => ({
  subject: 'Two-step sign-in is on',
  blocks: [
    {
      paragraph: `From now on the staff account ${username} signs in with its password and a code from an app. All its other sessions have ended.`,
    },
    { quiet: NOT_YOU },
  ],
})

/** Tells staff that a password alone signs in to their account again. */
export const secondFactorOff = (username: string): Letter => ({
  subject: 'Two-step sign-in is off',
  blocks: [
    {
      paragraph: `The staff account ${username} signs in with its password alone again. All its other sessions have ended.`,
    },
    { quiet: NOT_YOU },
  ],
})

/** Tells staff that one of their recovery codes is gone. */
export const recoveryCodeUsed = ({ username, left }: { username: string; left: number }): Letter => ({
  subject: 'A recovery code was used',
  blocks: [
    {
      paragraph: `One of the recovery codes of the staff account ${username} was used, together with its password. ${left === 1 ? '1 is' : `${left} are`} left.`,
    },
    { quiet: NOT_YOU },
  ],
})
