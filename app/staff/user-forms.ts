import { z } from 'zod'
import { oneLine } from '#app/platform/typed/clean'
import { EMAIL_AT_MOST, PHONE_AT_MOST } from '#app/platform/typed/limits'
import { emailAddress, optionalPersonName, optionalText } from '#app/platform/typed/text'
import { isSiteActor } from './event-parts'
import { ROLE_KEYS } from './rights'

/** How long a link to a new password is good. */
export const RESET_MINUTES = 30

/** The longest that a session lasts, however much it is used. */
export const SESSION_DAYS = 7

/** For how long a right password lets somebody type a code. */
export const SECOND_STEP_MINUTES = 10

/** For how long an app may be told the secret, and the first code be typed, after the password was. */
export const SET_UP_MINUTES = 30

/** How many of the most common passwords are refused. */
export const COMMON_PASSWORDS = 10_000

/** Each is known by the beginning of its SHA-256: enough to tell them apart, and the list is none to read. */
export const DIGEST_BYTES = 5

/** After how many hours without a request a session ends, where staff have not chosen. */
export const IDLE_HOURS_AT_FIRST = 12
export const IDLE_HOURS_AT_MOST = 24

const filled = (missing: string, tooLong: string, atMost = 1_000) =>
  z.string({ error: missing }).min(1, { error: missing }).max(atMost, { error: tooLong })

const TOO_LONG = 'This password is too long'

/** The sign-in form. What is asked for besides is in code-forms.ts. */
export const SignInForm = z.object({
  username: filled('Username is required', 'This username is too long', 300),
  password: filled('Password is required', TOO_LONG),
})

const USERNAME_AT_MOST = 50
/** Fixed (rules 6.3). What is too common is refused besides (password.server.ts). */
export const PASSWORD_AT_LEAST = 6
const PASSWORD_AT_MOST = 200

export const USERNAME_AT_LEAST = 3
const TOO_SHORT = `Username must be at least ${USERNAME_AT_LEAST} characters`
// Any script's letters, but no emoji and no marks that cannot be seen: a name must be read and typed again.
const READABLE = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._@'’-]*$/u

const plainName = (text: string) => text.normalize('NFC').trim().replace(/ {2,}/g, ' ')

// Each part of a pipe has the words: conform makes the empty text undefined in all of them.
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

/** Create New Admin User, as the dialog and the JSON call send it. */
export const NewUserForm = z.object({
  username,
  password: newPassword('Password'),
  role: z
    .enum(ROLE_KEYS, { error: `Role must be ${ROLE_KEYS.slice(0, -1).join(', ')} or ${ROLE_KEYS.at(-1)}` })
    .default('admin'),
})

export type NewUser = z.output<typeof NewUserForm>

const INVALID_EMAIL = 'Please enter an email address such as name@example.com'

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

/** A new password by a link: somebody who forgot the old one is not asked for it. */
export const NewPasswordForm = z
  .object({
    newPassword: PasswordForm.shape.newPassword,
    confirmPassword: PasswordForm.shape.confirmPassword,
  })
  .refine(isSameTwice, OTHERWISE)

/** Where the link to a new password goes: nowhere, where it is left empty. */
export const OwnEmailForm = z.object({
  email: z
    .string()
    .optional()
    .transform((text) => oneLine(text ?? '') || null)
    .pipe(z.email({ error: INVALID_EMAIL }).max(EMAIL_AT_MOST, { error: INVALID_EMAIL }).nullable()),
  currentPassword: PasswordForm.shape.currentPassword,
})

/** By which name and telephone travelers read of a guide; empty: not at all. */
export const GuideForm = z.object({
  guideName: optionalPersonName({ label: 'Name that travelers read' }).transform((name) => name ?? ''),
  guidePhone: optionalText({ label: 'Phone on the journey', atMost: PHONE_AT_MOST })
    .transform((phone) => phone ?? '')
    .refine((phone) => /^[+\d ()/.-]*$/.test(phone), { error: 'Please enter a phone number' }),
})

/** For somebody who has forgotten their password. */
export const ForgottenForm = z.object({
  email: emailAddress({ missing: INVALID_EMAIL, tooLong: INVALID_EMAIL }),
})

export type PasswordChange = z.output<typeof PasswordForm>

const WORDS = `Choose from 1 to ${IDLE_HOURS_AT_MOST} hours`

/** What staff choose for all sessions. */
export const IdleHours = z.object({
  idleHours: z.coerce
    .number({ error: WORDS })
    .int({ error: WORDS })
    .min(1, { error: WORDS })
    .max(IDLE_HOURS_AT_MOST, { error: WORDS }),
})
