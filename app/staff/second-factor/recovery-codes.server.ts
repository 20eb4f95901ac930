import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { now } from '#app/platform/clock.server'
import { noteGone } from '#app/platform/gone-for-good.server'
import { saltedHash } from '#app/staff/password.server'
import type { Tx } from '#db/connection.server'
import { recoveryCodes } from '#db/schema'
import { RECOVERY_LENGTH, RECOVERY_SIGNS, showRecoveryCode } from './code-forms'

const HOW_MANY = 10
const SALT_BYTES = 16

/** Codes as their owner sees them, once, and what is kept of them. */
export type NewRecoveryCodes = { shown: string[]; salt: string; hashes: string[] }

/**
 * Ten codes of 50 bits. Hashed as passwords are, and not by a key of SESSION_SECRET: they are for the day on
 * which that was lost, too. One salt for all of an account, so that a code that is typed is hashed once.
 */
export async function newRecoveryCodes(): Promise<NewRecoveryCodes> {
  const salt = randomBytes(SALT_BYTES).toString('base64url')
  const codes = new Set<string>()
  while (codes.size < HOW_MANY) codes.add(newCode())
  const hashes = await Promise.all([...codes].map((code) => hashOfCode(code, salt)))
  return { shown: [...codes].map(showRecoveryCode), salt, hashes }
}

const newCode = (): string =>
  Array.from(randomBytes(RECOVERY_LENGTH), (byte) => RECOVERY_SIGNS[byte % RECOVERY_SIGNS.length]).join('')

export const hashOfCode = (code: string, salt: string): Promise<string> =>
  saltedHash(code, Buffer.from(salt, 'base64url'))

/** Puts codes in place of all earlier ones. */
export function keepRecoveryCodes(secondFactorId: number, hashes: string[], tx: Tx): void {
  const replaced = tx
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.secondFactorId, secondFactorId))
    .returning()
    .all()
  for (const { codeHash } of replaced) noteGone({ what: 'recovery-code', codeHash }, now())
  tx.insert(recoveryCodes)
    .values(hashes.map((codeHash) => ({ secondFactorId, codeHash })))
    .run()
}

/** Uses a code up; false where it is none, or was used already. */
export function takeRecoveryCode(secondFactorId: number, codeHash: string, tx: Tx): boolean {
  const { changes } = tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.secondFactorId, secondFactorId), eq(recoveryCodes.codeHash, codeHash)))
    .run()
  if (changes === 1) noteGone({ what: 'recovery-code', codeHash }, now())
  return changes === 1
}
