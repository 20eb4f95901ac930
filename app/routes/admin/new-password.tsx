import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { machineNow, thisMoment } from '#app/platform/clock.server'
import { refuseForm } from '#app/routes/admin/users/account-forms.server'
import { COMMON_PASSWORD, PASSWORD_UPDATED } from '#app/routes/admin/users/user-form'
import { readSubmission } from '#app/server/guards/read-form.server'
import { markBrowser } from '#app/server/guards/staff-session.server'
import { BUSY, BUSY_SECONDS } from '#app/staff/guesses.server'
import { accountOfReset, resetPassword } from '#app/staff/password-resets.server'
import { NewPasswordForm, RESET_MINUTES } from '#app/staff/user-forms'
import { NotSent, revalidateAfterError, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { NewPasswordFields } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Button, ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { PageHeading, Panel } from '#app/ui/panel'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export const handle: PageHandle = { quiet: true }

/** Opening it uses nothing up: mail programs follow links. */
export function loader({ params }: LoaderFunctionArgs) {
  const account = accountOfReset(params.token ?? '', machineNow())
  return data({ username: account?.username ?? null }, account ? 200 : 404)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const submission = await readSubmission(request, NewPasswordForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const reset = await resetPassword(params.token ?? '', submission.value.newPassword, thisMoment())
  if ('account' in reset) {
    // Strangers who guessed at the old password do not lock the owner out.
    const headers = { 'Set-Cookie': await markBrowser(request, reset.account.id) }
    return redirectWithToast('/admin/login', PASSWORD_UPDATED, { headers })
  }
  switch (reset.refused) {
    case 'common-password':
      return refuseForm(submission, { fieldErrors: { newPassword: [COMMON_PASSWORD] } })
    case 'busy':
      return refuseForm(submission, {
        formErrors: [BUSY],
        status: 503,
        headers: { 'Retry-After': BUSY_SECONDS },
      })
    // The page says so by itself.
    case 'ended':
      return refuseForm(submission, { status: 404 })
  }
}

export const clientAction = stayOnFailure({ title: 'Failed to save the password' })
/** A link may have ended in the meantime. */
export const shouldRevalidate = revalidateAfterError

export const meta = () => adminHead('Choose a new password')

export default function NewPasswordPage() {
  const { username } = useLoaderData<typeof loader>()
  return (
    <div className="wrap-text pb-20">
      <PageHeading
        title="Choose a new password"
        lead={
          username ? (
            <>
              For the account <b className="[overflow-wrap:anywhere]">{username}</b>. It is signed out
              everywhere, and signs in with the new one.
            </>
          ) : undefined
        }
      />
      {username ? <ChooseForm username={username} /> : <Ended />}
    </div>
  )
}

function ChooseForm({ username }: { username: string }) {
  const saving = useNavigation().state !== 'idle'
  const [form, fields] = useStaffForm(NewPasswordForm, {
    id: 'new-password',
    lastResult: useLastActionData<typeof action>()?.submission,
  })
  return (
    <Panel>
      <Form method="post" {...getFormProps(form)} className="grid gap-5">
        {/* Password managers ask which account this is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordFields fields={fields} />
        <NotSent refused={form.errors?.[0]} />
        <Button busy={saving} busyLabel="Saving...">
          Save new password
        </Button>
      </Form>
    </Panel>
  )
}

const Ended = () => (
  <Notice
    tone="wait"
    title="This link is no longer good"
    actions={
      <ButtonLink to="/admin/forgot" tone="outline">
        Send me another link
      </ButtonLink>
    }
  >
    A link is good for {RESET_MINUTES} minutes and works once. Only the latest one works.
  </Notice>
)
