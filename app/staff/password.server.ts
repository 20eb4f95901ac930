import { hash, hashRaw, verify } from '@node-rs/argon2'

// OWASP's argon2id setting; scrypt at like strength took five times the memory (rules 8.3).
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_AT_MOST = 30

let hashing = 0
const waiting: (() => void)[] = []

// Keyboards write an accented letter in one mark or in two: either way it is the same password.
const asTyped = (password: string) => password.normalize('NFC')

/** Hashes a password with argon2id. At most two hashes run at a time; further ones wait their turn. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(asTyped(password), STRENGTH))

/** Whether a password is the one that was hashed. */
export const passwordMatches = (passwordHash: string, password: string): Promise<boolean> =>
  inTurn(() => verify(passwordHash, asTyped(password), STRENGTH))

/** Hashes a text as passwords are, with a salt that is kept elsewhere: the same text is the same hash. */
export const saltedHash = async (text: string, salt: Uint8Array): Promise<string> =>
  (await inTurn(() => hashRaw(text, { ...STRENGTH, salt }))).toString('base64url')

/** Whether a hash was made with another strength than new ones are. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.includes(PARAMETERS)

const PARAMETERS = `$m=${STRENGTH.memoryCost},t=${STRENGTH.timeCost},p=${STRENGTH.parallelism}$`

/** Whether so many wait already that no stranger should be let into the line. */
export const isLineFull = (): boolean => waiting.length >= WAITING_AT_MOST

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (hashing >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else hashing += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else hashing -= 1
  }
}
