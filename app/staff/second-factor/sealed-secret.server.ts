import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keysFor } from '#app/keys.server'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const keys = keysFor('second factor').map((key) => Buffer.from(key, 'base64url'))

/** Encrypts an account's secret with the first SESSION_SECRET: it is worth nothing in another account's row. */
export function seal(secret: Uint8Array, accountId: number): string {
  const [key = Buffer.alloc(0)] = keys
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(ownerOf(accountId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * The secret, by whichever SESSION_SECRET opens it; `isOld` where that is not the first. Null where none does: all of
 * them were replaced, or the row was changed.
 */
export function open(sealed: string, accountId: number): { secret: Uint8Array; isOld: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url')
  for (const [place, key] of keys.entries()) {
    const secret = openedBy(key, bytes, accountId)
    if (secret) return { secret, isOld: place > 0 }
  }
  return null
}

function openedBy(key: Buffer, bytes: Buffer, accountId: number): Uint8Array | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(ownerOf(accountId))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}

const ownerOf = (accountId: number) => Buffer.from(`account ${accountId}`)
