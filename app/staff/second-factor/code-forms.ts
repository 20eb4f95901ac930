import { z } from 'zod'
import { PasswordForm } from '#app/staff/user-forms'
import { readCode, type TypedCode } from './typed-code'

/** More than any code, with room for spaces. */
export const CODE_AT_MOST = 50

const NO_CODE = 'Please enter the six digits from your app'
const NOT_SIX_DIGITS = 'A code from your app has six digits'
const NO_RECOVERY_CODE = 'A recovery code has ten letters and digits, such as ab2cd-3ef4g'

const codeOf = (kind: TypedCode['of'], error: string) =>
  z
    .string({ error })
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
export const FirstCodeForm = z.object({
  code: z
    .string({ error: NO_CODE })
    .max(CODE_AT_MOST, { error: NOT_SIX_DIGITS })
    .refine((typed) => readCode(typed)?.of === 'app', { error: NOT_SIX_DIGITS }),
})

/** Turning two-step sign-in off, or making new recovery codes: the password and a code. */
export const BothFactorsForm = z.object({ currentPassword, ...codes }).refine(hasOne, UNLESS)

/** Of the two fields the one that was filled in, and what it holds. */
export const codeTyped = ({ code, recoveryCode }: Codes) =>
  recoveryCode
    ? ({ field: 'recoveryCode', typed: recoveryCode } as const)
    : ({ field: 'code', typed: code ?? '' } as const)
