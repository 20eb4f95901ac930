import { z } from 'zod'
import { phoneLine } from '#app/platform/typed/clean'
import { PHONE_AT_MOST } from '#app/platform/typed/fields'
import { folded } from '#app/platform/typed/folded'
import { emailAddress, optionalPersonName, optionalText } from '#app/platform/typed/text'
import { ROLE_KEYS } from './rights'

/** How long a link to a new password is valid. */
export const RESET_MINUTES = 30

/** How long a link that confirms an email address is valid. */
export const PROOF_DAYS = 7

/** The longest that a session lasts, however much it is used. */
export const SESSION_DAYS = 7

/** For how long a right password allows typing a code. */
export const SECOND_STEP_MINUTES = 10

/** For how long after the password the app can be set up. */
export const SET_UP_MINUTES = 30

/** How many of the most common passwords are refused. */
export const COMMON_PASSWORDS = 10_000

/** Each is stored as the first bytes of its SHA-256: enough to tell them apart, and no list to read. */
export const DIGEST_BYTES = 5

/** After how many hours without a request a session ends, where staff have not chosen. */
export const IDLE_HOURS_AT_FIRST = 12
export const IDLE_HOURS_AT_MOST = 24

const filled = (missing: string, tooLong: string, atMost = 1_000) =>
  z.string({ error: missing }).min(1, { error: missing }).max(atMost, { error: tooLong })

const TOO_LONG = 'This password is too long'

export const SignInForm = z.object({
  username: filled('Username is required', 'This username is too long', 300),
  password: filled('Password is required', TOO_LONG),
})

/** Who acts where no one is signed in. Not allowed as usernames. */
const SITE_ACTORS: Record<string, string> = {
  traveler: 'The traveler',
  stripe: 'Stripe',
  schedule: 'The schedule',
  cron: 'The schedule',
  start: 'The first start',
  site: 'The site',
  somebody: 'Someone',
  machine: 'Someone at the machine',
}

const isSiteActor = (name: string): boolean => Object.hasOwn(SITE_ACTORS, name.trim().toLowerCase())

/** The name that an entry shows; usernames stay as they are. */
export const actorWords = (actor: string, actorId: number | null): string =>
  (actorId === null && SITE_ACTORS[actor]) || actor

const USERNAME_AT_MOST = 50
/** Fixed (rules 6.3). Common ones are refused as well (password.server.ts). */
export const PASSWORD_AT_LEAST = 6
const PASSWORD_AT_MOST = 200

export const USERNAME_AT_LEAST = 3
const TOO_SHORT = `Username must be at least ${USERNAME_AT_LEAST} characters`
// Any script's letters, but no emoji and no invisible marks: people must be able to read and retype a name.
const READABLE = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._@'’-]*$/u

const plainName = (text: string) => text.normalize('NFC').trim().replace(/ {2,}/g, ' ')

// Each part of a pipe has the message: conform makes an empty text undefined in all of them.
const username = z
  .string({ error: TOO_SHORT })
  .transform(plainName)
  .pipe(
    z
      .string({ error: TOO_SHORT })
      .min(USERNAME_AT_LEAST, { error: TOO_SHORT })
      .max(USERNAME_AT_MOST, { error: `Username can be at most ${USERNAME_AT_MOST} characters` })
      .regex(READABLE, {
        error:
          'Username can have letters, digits, spaces and . _ - @ and must begin with a letter or a digit',
      })
      .refine((name) => !isSiteActor(name), {
        error: 'This name is used for the site itself in the audit log. Please choose another',
      }),
  )

const newPassword = (label: string) =>
  z
    .string({ error: `${label} must be at least ${PASSWORD_AT_LEAST} characters` })
    .min(PASSWORD_AT_LEAST, { error: `${label} must be at least ${PASSWORD_AT_LEAST} characters` })
    .max(PASSWORD_AT_MOST, { error: `${label} can be at most ${PASSWORD_AT_MOST} characters` })

const INVALID_EMAIL = 'Please enter an email address such as name@example.com'

const email = emailAddress({ missing: INVALID_EMAIL, tooLong: INVALID_EMAIL })

/** Create New Admin User, by the dialog and the JSON call. */
export const NewUserForm = z.object({
  username,
  email: email.optional(),
  password: newPassword('Password'),
  role: z
    .enum(ROLE_KEYS, { error: `Role must be ${ROLE_KEYS.slice(0, -1).join(', ')} or ${ROLE_KEYS.at(-1)}` })
    .default('admin'),
})

export type NewUser = z.output<typeof NewUserForm>

type Twice = { newPassword: string; confirmPassword: string }
const isSameTwice = ({ newPassword, confirmPassword }: Twice) => newPassword === confirmPassword
const OTHERWISE = { path: ['confirmPassword'], error: "Passwords don't match" }

/** What the dialog Update Password sends. */
export const PasswordForm = z
  .object({
    currentPassword: filled('Current password is required', TOO_LONG),
    newPassword: newPassword('New password'),
    confirmPassword: filled('Please confirm the new password', TOO_LONG),
  })
  .refine(isSameTwice, OTHERWISE)

/** With a link the old password is not asked for. */
export const NewPasswordForm = z
  .object({
    newPassword: PasswordForm.shape.newPassword,
    confirmPassword: PasswordForm.shape.confirmPassword,
  })
  .refine(isSameTwice, OTHERWISE)

/** Empty for no link to a new password. */
export const OwnEmailForm = z.object({
  email: email.optional().transform((address) => address ?? null),
  currentPassword: PasswordForm.shape.currentPassword,
})

/** How travelers read of a guide; empty for not at all. */
export const GuideForm = z.object({
  guideName: optionalPersonName({ label: 'Name that travelers read' }).transform((name) => name ?? ''),
  guidePhone: optionalText({ label: 'Phone on the journey', atMost: PHONE_AT_MOST, clean: phoneLine })
    .transform((phone) => phone ?? '')
    .refine((phone) => /^[+\d ()/.-]*$/.test(phone), { error: 'Please enter a phone number' }),
})

export const ForgottenForm = z.object({ email })

export type PasswordChange = z.output<typeof PasswordForm>

const WORDS = `Choose from 1 to ${IDLE_HOURS_AT_MOST} hours`

export const IdleHours = z.object({
  idleHours: z.coerce
    .number({ error: WORDS })
    .int({ error: WORDS })
    .min(1, { error: WORDS })
    .max(IDLE_HOURS_AT_MOST, { error: WORDS }),
})

/** A code as typed: the six digits of an app, or a recovery code. */
type TypedCode = { of: 'app'; digits: string } | { of: 'recovery'; code: string }

/** 32 characters that cannot be confused: i, l and o are read as the digits they look like; no u. */
export const RECOVERY_SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
export const RECOVERY_LENGTH = 10

const APP = /^\d{6}$/

/** Reads a code in any case, with or without dashes and spaces; null where it is neither kind. */
export function readCode(typed: string): TypedCode | null {
  const signs = folded(typed).replace(/[\s-]/g, '')
  if (APP.test(signs)) return { of: 'app', digits: signs }
  const code = signs.replace(/[il]/g, '1').replace(/o/g, '0')
  return isRecoveryCode(code) ? { of: 'recovery', code } : null
}

const isRecoveryCode = (code: string): boolean =>
  code.length === RECOVERY_LENGTH && [...code].every((sign) => RECOVERY_SIGNS.includes(sign))

/** As displayed: 'ab2cd-3ef4g'. */
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

/** Beginning to set up two-step sign-in. */
export const SetUpForm = z.object({ currentPassword: PasswordForm.shape.currentPassword })

/** The first code of an app, by which it is turned on. */
export const FirstCodeForm = z.object({ code: codeOf('app', NOT_SIX_DIGITS, NO_CODE) })

/** Turning two-step sign-in off, or making new recovery codes: the password and a code. */
export const BothFactorsForm = z
  .object({ currentPassword: PasswordForm.shape.currentPassword, ...codes })
  .refine(hasOne, UNLESS)

/** Which of the two fields was filled in, and its text. */
export const codeTyped = ({ code, recoveryCode }: Codes) =>
  recoveryCode
    ? ({ field: 'recoveryCode', typed: recoveryCode } as const)
    : ({ field: 'code', typed: code ?? '' } as const)
