import type { Submission } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import { readSubmission } from '#app/server/guards/read-form.server'
import { codeRefusal, requestOrigin, requireStaff } from '#app/server/guards/staff-session.server'
import { isSecretField } from '#app/server/guards/unsaved-form'
import { type TooOften, waitWords } from '#app/staff/guesses.server'
import type { FactorRefusal } from '#app/staff/own-account.server'
import { factorOf, isReadable, recoveryCodesLeft } from '#app/staff/second-factor.server'
import type { Staff } from '#app/staff/sessions.server'
import { BothFactorsForm, codeTyped } from '#app/staff/user-forms'
import type { Failure } from '#app/ui/admin/admin-form'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ShownFactor } from './two-step-parts'
import { WRONG_PASSWORD } from './user-form'

/** The page of one's own account. */
export const ownPage = ({ id }: Staff): string => `/admin/users/${id}`

/** The second factor of the signed-in user, as their own pages show it. */
export function shownFactor({ id }: Staff): ShownFactor {
  const factor = factorOf(id)
  return factor && { left: recoveryCodesLeft(factor.id), isReadable: isReadable(factor) }
}

/** For a page that asks for password and code. Throws a redirect where the account has no second factor. */
export async function loadBothFactors(request: Request) {
  const staff = await requireStaff(request, 'see own account')
  const factor = shownFactor(staff)
  if (!factor) throw redirect(ownPage(staff))
  return { username: staff.username, ownPage: ownPage(staff), factor }
}

type Errors = { formErrors?: string[]; fieldErrors?: Record<string, string[]> }
type Refusal = Errors & { failed?: Failure; status?: number; headers?: HeadersInit }

/** The answer to a form about an account that was refused: what was typed goes back, except secrets. */
export function refuseForm(
  submission: Submission<Record<string, unknown>>,
  { failed, status = 400, headers, ...errors }: Refusal = {},
) {
  const hideFields = Object.keys(submission.payload).filter(isSecretField)
  return data({ submission: submission.reply({ hideFields, ...errors }), failed }, { status, headers })
}

/** What is said, and with which status, where the current password was not accepted. */
export const passwordRefusal = (refusal: { refused: string } | TooOften) =>
  'seconds' in refusal
    ? { words: waitWords(refusal.seconds), status: 429 }
    : { words: WRONG_PASSWORD, status: 400 }

/** Reads a form that asks for password and code; `invalid` is the answer where there is no code in it. */
export async function readBothFactors(request: Request, address: string | undefined) {
  const staff = await requireStaff(request, 'change own account')
  const submission = await readSubmission(request, BothFactorsForm)
  if (submission.status !== 'success') return { invalid: refuseForm(submission) }
  const { field, typed: code } = codeTyped(submission.value)
  const { currentPassword } = submission.value
  const by = { staff, origin: await requestOrigin(request, address) }
  return { submission, field, typed: { currentPassword, code }, by }
}

type Read = Extract<Awaited<ReturnType<typeof readBothFactors>>, { submission: unknown }>

/** The answer where password or code was wrong, or there is no second factor anymore. */
export function refuseBothFactors({ by, submission, field }: Read, refusal: FactorRefusal) {
  switch (refusal.refused) {
    case 'signed-out':
      throw redirect('/admin/login')
    case 'off':
      return redirectWithToast(ownPage(by.staff), OFF_ALREADY)
    case 'wrong-password':
      return refuseForm(submission, { fieldErrors: { currentPassword: [WRONG_PASSWORD] } })
    default: {
      const { errors, status, headers } = codeRefusal(refusal, field)
      return refuseForm(submission, { ...errors, status: status === 401 ? 400 : status, headers })
    }
  }
}

const OFF_ALREADY = {
  tone: 'failure',
  title: 'Two-step sign-in is off',
  description: 'Someone may have turned it off already.',
} as const
