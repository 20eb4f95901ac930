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
import { PasswordForm } from '#app/staff/user-forms'
import { findUser, userIdIn } from '#app/staff/users.server'
import { stayOnFailure, useFailureToast, useFocusOnOpen, useLastActionData } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { RouteDialog } from '#app/ui/admin/route-dialog'
import { CurrentPassword, NewPasswordFields } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { passwordRefusal, refuseForm } from './account-forms.server'
import { COMMON_PASSWORD, NO_SUCH_USER, PASSWORD_NOT_UPDATED, PASSWORD_UPDATED, UserForm } from './user-form'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see own account')
  const id = userIdIn(params.id)
  if (id !== staff.id) await requireStaff(request, 'change users')
  const user = findUser(id)
  if (!user) throw await redirectWithToast('/admin/users', userGone)
  return { id: user.id, username: user.username, isYou: user.id === staff.id }
}

const userGone = { ...PASSWORD_NOT_UPDATED, description: NO_SUCH_USER, tone: 'failure' } as const

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change own account')
  const id = userIdIn(params.id)
  if (id !== staff.id) await requireStaff(request, 'change users')
  const submission = await readSubmission(request, PasswordForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const change = {
    ...submission.value,
    id,
    sessionToken: await sessionTokenOf(request),
    origin: await requestOrigin(request, context.clientAddress),
  }
  const changed = await changePassword(change, staff, thisMoment())
  if ('username' in changed) {
    const headers = await renewedSession(changed.newToken)
    return redirectWithToast('/admin/users', PASSWORD_UPDATED, { headers })
  }
  if (changed.refused === 'unknown') return redirectWithToast('/admin/users', userGone)
  if (changed.refused === 'signed-out') throw redirect('/admin/login')
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
  const { id, username, isYou } = useLoaderData<typeof loader>()
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
      <p className="mb-4 text-admin-soft text-sm [overflow-wrap:anywhere]">
        {isYou ? (
          'Your other sessions end, on every device; this one continues.'
        ) : (
          <>
            The account <b className="text-ink">{username}</b> is signed out everywhere and signs in with the
            new password.
          </>
        )}
      </p>
      <UserForm form={form} action={here} label="Update Password" busyLabel="Updating...">
        <CurrentPassword
          field={fields.currentPassword}
          username={username}
          {...(!isYou && { hint: `The password that ${username} has now.`, autoComplete: 'off' })}
        />
        <NewPasswordFields fields={fields} isAfterWrong={Boolean(fields.currentPassword.errors)} />
      </UserForm>
    </RouteDialog>
  )
}
