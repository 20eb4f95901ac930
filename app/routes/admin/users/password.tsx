import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { thisMoment } from '#app/platform/clock.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import {
  renewedSession,
  requestOrigin,
  requireStaff,
  sessionTokenOf,
} from '#app/server/guards/staff-session.server'
import { changePassword } from '#app/staff/own-account.server'
import type { Staff } from '#app/staff/sessions.server'
import { PasswordForm } from '#app/staff/user-forms'
import { userIdIn } from '#app/staff/users.server'
import { stayOnFailure, useFailureToast, useFocusOnOpen, useLastActionData } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { CurrentPassword, NewPasswordFields } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { passwordRefusal, refuseForm } from './account-forms.server'
import { COMMON_PASSWORD, PASSWORD_NOT_UPDATED, PASSWORD_UPDATED, UserForm } from './user-form'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see own account')
  await ofOwn(request, params.id, staff)
  return { id: staff.id, username: staff.username }
}

/** Nobody chooses a colleague's password: they are sent a link. */
async function ofOwn(request: Request, id: string | undefined, staff: Staff): Promise<void> {
  if (userIdIn(id) === staff.id) return
  await requireStaff(request, 'change users')
  throw redirect(`/admin/users/${userIdIn(id)}/link`)
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change own account')
  await ofOwn(request, params.id, staff)
  const submission = await readSubmission(request, PasswordForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const change = {
    ...submission.value,
    id: staff.id,
    sessionToken: await sessionTokenOf(request),
    origin: await requestOrigin(request, context.clientAddress),
  }
  const changed = await changePassword(change, staff, thisMoment())
  if ('username' in changed) {
    const headers = await renewedSession(changed.newToken)
    return redirectWithToast('/admin/users', PASSWORD_UPDATED, { headers })
  }
  if (changed.refused === 'signed-out' || changed.refused === 'unknown') throw redirect('/admin/login')
  const { field, words, status } =
    changed.refused === 'common-password'
      ? { field: 'newPassword', words: COMMON_PASSWORD, status: 400 }
      : { field: 'currentPassword', ...passwordRefusal(changed) }
  const failed = { ...PASSWORD_NOT_UPDATED, description: words }
  return refuseForm(submission, { fieldErrors: { [field]: [words] }, failed, status })
}

export const clientAction = stayOnFailure(PASSWORD_NOT_UPDATED)

export const meta = () => adminHead('Update Password')

export default function PasswordDialog() {
  const { id, username } = useLoaderData<typeof loader>()
  const here = `/admin/users/${id}/password`
  const answer = useLastActionData<typeof action>()
  useFailureToast(answer)
  const [form, fields] = useStaffForm(PasswordForm, {
    id: 'password',
    lastResult: answer?.submission,
  })
  useFocusOnOpen(fields.currentPassword.id)
  return (
    <RouteDialog title="Update Password" closeTo="/admin/users">
      <p className="mb-4 text-admin-soft text-sm">
        Your other sessions end, on every device; this one continues.
      </p>
      <UserForm form={form} action={here} label="Update Password" busyLabel="Updating...">
        <CurrentPassword field={fields.currentPassword} username={username} />
        <NewPasswordFields fields={fields} isAfterWrong={Boolean(fields.currentPassword.errors)} />
      </UserForm>
    </RouteDialog>
  )
}
