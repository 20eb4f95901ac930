import { createHash } from 'node:crypto'
import { DIGESTS } from '#app/staff/common-password-digests'
import { DIGEST_BYTES } from '#app/staff/common-passwords'

/** One of the 10,000 most common passwords, in whatever case: whoever guesses tries these first. */
export function isCommonPassword(password: string): boolean {
  const typed = password.normalize('NFC').toLowerCase()
  return known().has(beginning(createHash('sha256').update(typed).digest(), 0))
}

let all: Set<string> | undefined

/** Read when a password is first chosen, which few starts of the site see. */
function known(): Set<string> {
  if (all) return all
  const bytes = Buffer.from(DIGESTS, 'base64')
  all = new Set()
  for (let at = 0; at < bytes.length; at += DIGEST_BYTES) all.add(beginning(bytes, at))
  return all
}

const beginning = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + DIGEST_BYTES)
