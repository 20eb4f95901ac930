import { data, redirect } from '@remix-run/node'
import { encode } from 'uqr'
import { readSubmission } from '#app/server/guards/read-form.server'
import { codeRefusal, requestOrigin, requireStaff } from '#app/server/guards/staff-session.server'
import type { FactorRefusal } from '#app/staff/change-factor.server'
import { BothFactorsForm, codeTyped } from '#app/staff/code-forms'
import { factorOf, isReadable, recoveryCodesLeft } from '#app/staff/factors.server'
import type { Staff } from '#app/staff/sessions.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ShownFactor } from './two-step-parts'
import { WRONG_PASSWORD } from './user-form'

/** The page on which somebody sees their own account. */
export const ownPage = ({ id }: Staff): string => `/admin/users/${id}`

/** The second factor of the signed-in user, as their own pages show it. */
export function shownFactor({ id }: Staff): ShownFactor {
  const factor = factorOf(id)
  return factor && { left: recoveryCodesLeft(factor.id), isReadable: isReadable(factor) }
}

/**
 * For a page that asks for password and code. Throws a redirect to the own page where no code is asked for.
 */
export async function loadBothFactors(request: Request) {
  const staff = await requireStaff(request, 'see own account')
  const factor = shownFactor(staff)
  if (!factor) throw redirect(ownPage(staff))
  return { username: staff.username, ownPage: ownPage(staff), factor }
}

const HIDDEN = { hideFields: Object.keys(BothFactorsForm.shape) }

type Submission = Awaited<ReturnType<typeof readSubmission<typeof BothFactorsForm>>>

/**
 * Reads the form, with the user and the place it came from; `refused` is the answer where it is no code at
 * all.
 */
export async function readBothFactors(request: Request, address: string | undefined) {
  const staff = await requireStaff(request, 'change own account')
  const submission = await readSubmission(request, BothFactorsForm)
  if (submission.status !== 'success') return { refused: data({ submission: submission.reply(HIDDEN) }, 400) }
  const { field, typed } = codeTyped(submission.value)
  const { currentPassword } = submission.value
  return {
    staff,
    submission,
    field,
    typed: { currentPassword, code: typed },
    by: { staff, origin: await requestOrigin(request, address) },
  }
}

type Read = Extract<Awaited<ReturnType<typeof readBothFactors>>, { submission: unknown }>

/** The answer where password or code was wrong, or it was too late. */
export function refuseBothFactors(
  { staff, submission, field }: Pick<Read, 'staff' | 'field'> & { submission: Submission },
  refusal: FactorRefusal,
) {
  const replied = (errors: object) => ({ submission: submission.reply({ ...HIDDEN, ...errors }) })
  switch (refusal.refused) {
    case 'signed-out':
      throw redirect('/admin/login')
    case 'off':
      return redirectWithToast(ownPage(staff), OFF_ALREADY)
    case 'wrong-password':
      return data(replied({ fieldErrors: { currentPassword: [WRONG_PASSWORD] } }), { status: 400 })
    default: {
      const { errors, status, headers } = codeRefusal(refusal, field)
      return data(replied(errors), { status: status === 401 ? 400 : status, headers })
    }
  }
}

/** Where somebody else was quicker, as at the machine. */
const OFF_ALREADY = {
  tone: 'failure',
  title: 'Two-step sign-in is off',
  description: 'Somebody may have turned it off already.',
} as const

/** Light modules around it, without which cameras do not find it. */
const BORDER = 4

/** A QR code as one path, and how many units wide and high it is: a square for each dark module. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: BORDER, ecc: 'M' })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
