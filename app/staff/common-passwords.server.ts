import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DIGEST_BYTES } from './common-passwords'

/** What anybody who sees the site thinks of. */
const OUR_WORDS = ['savanna', 'soul', 'savannasoul', 'safari', 'twende', 'twendehome', 'kenya', 'tanzania']

/**
 * One of the 10,000 most common passwords, in whatever case, or a word of the site with digits and signs around it:
 * people who guess try these first.
 */
export function isCommonPassword(password: string): boolean {
  const typed = password.normalize('NFC').toLowerCase()
  if (OUR_WORDS.includes(typed.replace(/[^a-z]/g, ''))) return true
  return known().has(beginning(createHash('sha256').update(typed).digest(), 0))
}

/** Made by scripts/common-passwords.ts (decision 015); the Dockerfile brings it into the image. */
const DIGESTS = resolve('app/staff/common-passwords.bin')

let all: Set<string> | undefined

/** Read when a password is first chosen, which few starts of the site see. */
function known(): Set<string> {
  if (all) return all
  const bytes = readFileSync(DIGESTS)
  all = new Set()
  for (let at = 0; at < bytes.length; at += DIGEST_BYTES) all.add(beginning(bytes, at))
  return all
}

const beginning = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + DIGEST_BYTES)
