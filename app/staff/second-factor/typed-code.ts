/** A code as somebody typed it: the six digits of an app, or one of the recovery codes. */
export type TypedCode = { of: 'app'; digits: string } | { of: 'recovery'; code: string }

/** 32 signs, none of which looks like another: i, l and o are read as the digits that they look like, u is left out. */
export const RECOVERY_SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_LENGTH = 10

const APP = /^\d{6}$/

/** Reads a code in any case, with or without dashes and spaces; null where it is neither kind. */
export function readCode(typed: string): TypedCode | null {
  const signs = typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '')
  if (APP.test(signs)) return { of: 'app', digits: signs }
  const code = signs.replace(/[il]/g, '1').replace(/o/g, '0')
  return isRecoveryCode(code) ? { of: 'recovery', code } : null
}

const isRecoveryCode = (code: string): boolean =>
  code.length === RECOVERY_LENGTH && [...code].every((sign) => RECOVERY_SIGNS.includes(sign))

/** As it is shown: 'ab2cd-3ef4g'. */
export const showRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`
