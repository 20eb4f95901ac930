import { Secret, TOTP } from 'otpauth'
import { BRAND } from '#app/brand'

// What every authenticator app knows: six digits for each thirty seconds, by HMAC-SHA1 of 160 bits (RFC 6238).
export const CODE_SECONDS = 30
const KIND = { issuer: BRAND, algorithm: 'SHA1', digits: 6, period: CODE_SECONDS }
const SECRET_BYTES = 20
/** Clocks of telephones go wrong: a code of the step before or after is taken too. */
const STEPS_OFF = 1

export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes

const codesOf = (secret: Uint8Array, label = '') =>
  new TOTP({ ...KIND, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

/**
 * The step of time that six digits are the code of, by the machine's clock; null where they are of none near it. All
 * are compared, each in constant time.
 */
export function stepOfCode(secret: Uint8Array, digits: string, at: Date): number | null {
  const codes = codesOf(secret)
  const timestamp = at.getTime()
  const off = codes.validate({ token: digits, timestamp, window: STEPS_OFF })
  return off === null ? null : codes.counter({ timestamp }) + off
}

/** What the QR code holds: the address that an app on the same telephone opens, too. */
export const addressForApp = (secret: Uint8Array, username: string): string =>
  codesOf(secret, username).toString()

/** The secret as it is typed into an app by hand: in base32. */
export const secretInLetters = (secret: Uint8Array): string => codesOf(secret).secret.base32
