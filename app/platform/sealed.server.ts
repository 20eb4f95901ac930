import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts bytes with the first of some keys of 256 bits, so that they are worth nothing in another place:
 * `place` says whose they are and what, and must be the same when they are opened. Throws where there is no
 * key.
 */
export function sealBytes(bytes: Uint8Array, place: string, keys: readonly Buffer[]): string {
  const [key] = keys
  if (!key) throw new Error('There is no key to seal with')
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/**
 * What was sealed, by whichever of the keys opens it; `isOld` where that is not the first. Null where none
 * does: all of them were replaced, or it was changed, or stands in another place.
 */
export function openSealed(
  sealed: string,
  place: string,
  keys: readonly Buffer[],
): { bytes: Uint8Array; isOld: boolean } | null {
  const whole = Buffer.from(sealed, 'base64url')
  for (const [index, key] of keys.entries()) {
    const bytes = openedBy(key, whole, Buffer.from(place))
    if (bytes) return { bytes, isOld: index > 0 }
  }
  return null
}

function openedBy(key: Buffer, whole: Buffer, place: Buffer): Uint8Array | null {
  try {
    const iv = whole.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(place)
    decipher.setAuthTag(whole.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(whole.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
