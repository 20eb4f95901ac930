import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { DIGEST_BYTES } from './user-forms'

// OWASP's argon2id setting; scrypt at like strength took five times the memory (rules 8.3).
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_AT_MOST = 30

let hashing = 0
const waiting: (() => void)[] = []

// Keyboards type an accented letter as one code point or two: it is the same password.
const asTyped = (password: string) => password.normalize('NFC')

/** Hashes with argon2id. At most two hashes run at a time; further ones wait their turn. */
export const hashPassword = (password: string): Promise<string> =>
  queued(() => hash(asTyped(password), STRENGTH))

export const passwordMatches = (passwordHash: string, password: string): Promise<boolean> =>
  queued(() => verify(passwordHash, asTyped(password), STRENGTH))

/** Hashes like a password, with a salt stored elsewhere: the same text gives the same hash. */
export const saltedHash = async (text: string, salt: Uint8Array): Promise<string> =>
  (await queued(() => hashRaw(text, { ...STRENGTH, salt }))).toString('base64url')

/** Whether a hash was made with another strength than new ones are. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.includes(PARAMETERS)

const PARAMETERS = `$m=${STRENGTH.memoryCost},t=${STRENGTH.timeCost},p=${STRENGTH.parallelism}$`

/** Whether the queue is too long to let strangers into it. */
export const isQueueFull = (): boolean => waiting.length >= WAITING_AT_MOST

async function queued<T>(work: () => Promise<T>): Promise<T> {
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

const OUR_WORDS = ['savanna', 'soul', 'savannasoul', 'safari', 'twende', 'twendehome', 'kenya', 'tanzania']

/**
 * One of the 10,000 most common passwords, in any case, or a word of the site with digits or signs around it.
 */
export function isCommonPassword(password: string): boolean {
  const typed = password.normalize('NFC').toLowerCase()
  if (OUR_WORDS.includes(typed.replace(/[^a-z]/g, ''))) return true
  return commonDigests().has(prefixAt(createHash('sha256').update(typed).digest(), 0))
}

/** Made by scripts/common-passwords.ts (decision 015); the Dockerfile brings it into the image. */
const DIGESTS = resolve('app/staff/common-passwords.bin')

let all: Set<string> | undefined

/** Read when a password is first chosen: few runs of the site need it. */
function commonDigests(): Set<string> {
  if (all) return all
  const bytes = readFileSync(DIGESTS)
  all = new Set()
  for (let at = 0; at < bytes.length; at += DIGEST_BYTES) all.add(prefixAt(bytes, at))
  return all
}

const prefixAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + DIGEST_BYTES)
