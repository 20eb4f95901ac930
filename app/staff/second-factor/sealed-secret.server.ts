import { keysFor } from '#app/keys.server'
import { openSealed, sealBytes } from '#app/sealed.server'

const keys = keysFor('second factor').map((key) => Buffer.from(key, 'base64url'))

/** Encrypts an account's secret with the first SESSION_SECRET: it is worth nothing in another account's row. */
export const seal = (secret: Uint8Array, accountId: number): string =>
  sealBytes(secret, ownerOf(accountId), keys)

/**
 * The secret, by whichever SESSION_SECRET opens it; `isOld` where that is not the first. Null where none does: all of
 * them were replaced, or the row was changed.
 */
export function open(sealed: string, accountId: number): { secret: Uint8Array; isOld: boolean } | null {
  const opened = openSealed(sealed, ownerOf(accountId), keys)
  return opened && { secret: opened.bytes, isOld: opened.isOld }
}

const ownerOf = (accountId: number) => `account ${accountId}`
