import { z } from 'zod'
import { PasswordForm } from './user-forms'

/** A code as somebody typed it: the six digits of an app, or one of the recovery codes. */
type TypedCode = { of: 'app'; digits: string } | { of: 'recovery'; code: string }

/**
 * 32 signs, none of which looks like another: i, l and o are read as the digits that they look like, u is
 * left out.
 */
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

/** More than any code, with room for spaces. */
export const CODE_AT_MOST = 50

const NO_CODE = 'Please enter the six digits from your app'
const NOT_SIX_DIGITS = 'A code from your app has six digits'
const NO_RECOVERY_CODE = 'A recovery code has ten letters and digits, such as ab2cd-3ef4g'

const codeOf = (kind: TypedCode['of'], error: string, missing = error) =>
  z
    .string({ error: missing })
    .max(CODE_AT_MOST, { error })
    .refine((typed) => readCode(typed)?.of === kind, { error })

const codes = {
  code: codeOf('app', NOT_SIX_DIGITS).optional(),
  recoveryCode: codeOf('recovery', NO_RECOVERY_CODE).optional(),
}
type Codes = { code?: string | undefined; recoveryCode?: string | undefined }
const hasOne = ({ code, recoveryCode }: Codes) => Boolean(code || recoveryCode)
const UNLESS = { path: ['code'], error: NO_CODE }

/** The second step of signing in: a code of the app, or a recovery code. */
export const SecondStepForm = z.object(codes).refine(hasOne, UNLESS)

const { currentPassword } = PasswordForm.shape

/** Beginning to set up two-step sign-in. */
export const SetUpForm = z.object({ currentPassword })

/** The first code of an app, by which it is turned on. */
export const FirstCodeForm = z.object({ code: codeOf('app', NOT_SIX_DIGITS, NO_CODE) })

/** Turning two-step sign-in off, or making new recovery codes: the password and a code. */
export const BothFactorsForm = z.object({ currentPassword, ...codes }).refine(hasOne, UNLESS)

/** Of the two fields the one that was filled in, and what it holds. */
export const codeTyped = ({ code, recoveryCode }: Codes) =>
  recoveryCode
    ? ({ field: 'recoveryCode', typed: recoveryCode } as const)
    : ({ field: 'code', typed: code ?? '' } as const)
