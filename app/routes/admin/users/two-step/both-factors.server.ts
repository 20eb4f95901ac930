import { data, redirect } from '@remix-run/node'
import { codeRefusal } from '#app/routes/admin/code-words.server'
import { whenceOf } from '#app/routes/admin/known-browser.server'
import { readSubmission } from '#app/routes/admin/read-submission.server'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { WRONG_PASSWORD } from '#app/routes/admin/users/user-words'
import type { FactorRefusal } from '#app/staff/second-factor/change-factor.server'
import { BothFactorsForm, codeTyped } from '#app/staff/second-factor/code-forms'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { ownPage, shownFactor } from './own-page.server'
import { OFF_ALREADY } from './two-step-words'

/** For a page that asks for password and code. Throws a redirect to the own page where no code is asked for. */
export async function loadBothFactors(request: Request) {
  const staff = await requireStaff(request, 'see own account')
  const factor = shownFactor(staff)
  if (!factor) throw redirect(ownPage(staff))
  return { username: staff.username, ownPage: ownPage(staff), factor }
}

const HIDDEN = { hideFields: Object.keys(BothFactorsForm.shape) }

type Submission = Awaited<ReturnType<typeof readSubmission<typeof BothFactorsForm>>>

/** Reads the form, with the user and the place it came from; `refused` is the answer where it is no code at all. */
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
    by: { staff, whence: await whenceOf(request, address) },
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
