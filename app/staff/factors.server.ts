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

/** Writes to the owner of an account, where they have an email address, about its second factor. */
export function tellOwner(accountId: number, letterTo: (username: string) => Letter, now: Date, tx: Tx) {
  const owner = tx
    .select({ name: adminUsers.username, address: adminUsers.email })
    .from(adminUsers)
    .where(eq(adminUsers.id, accountId))
    .get()
  if (!owner?.address) return
  const { name, address } = owner
  post({ kind: 'second-factor', once: randomUUID(), to: { name, address }, letter: letterTo(name) }, now)
}

const NOT_YOU = 'Wasn’t you? Change your password now, and tell the person who runs the site.'

const letter = (subject: string, paragraph: string): Letter => ({
  subject,
  blocks: [{ paragraph }, { quiet: NOT_YOU }],
})

export const secondFactorOn = (username: string): Letter =>
  letter(
    'Two-step sign-in is on',
    `From now on the staff account ${username} signs in with its password and a code from an app. All its other sessions have ended.`,
  )

export const secondFactorOff = (username: string): Letter =>
  letter(
    'Two-step sign-in is off',
    `The staff account ${username} signs in with its password alone again. All its other sessions have ended.`,
  )

export const recoveryCodeUsed = ({ username, left }: { username: string; left: number }): Letter =>
  letter(
    'A recovery code was used',
    `One of the recovery codes of the staff account ${username} was used, together with its password. ${left === 1 ? '1 is' : `${left} are`} left.`,
  )
