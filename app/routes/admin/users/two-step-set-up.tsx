import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { thisMoment } from '#app/platform/clock.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requestOrigin, requireStaff } from '#app/server/guards/staff-session.server'
import { beginSetUp } from '#app/staff/own-account.server'
import { factorOf } from '#app/staff/second-factor.server'
import { SetUpForm } from '#app/staff/user-forms'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { CurrentPassword } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { ownPage, passwordRefusal, refuseForm } from './account-forms.server'
import { TwoStepForm } from './two-step-parts'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see own account')
  if (factorOf(staff.id)) throw redirect(ownPage(staff))
  return { username: staff.username, ownPage: ownPage(staff) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change own account')
  const submission = await readSubmission(request, SetUpForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const origin = await requestOrigin(request, context.clientAddress)
  const begun = await beginSetUp(submission.value.currentPassword, { staff, origin }, thisMoment())
  if ('begun' in begun) return redirect('/admin/users/two-step/app')
  if (begun.refused === 'signed-out') throw redirect('/admin/login')
  if (begun.refused === 'on') return redirectWithToast(ownPage(staff), ON_ALREADY)
  const { words, status } = passwordRefusal(begun)
  return refuseForm(submission, { fieldErrors: { currentPassword: [words] }, status })
}

const ON_ALREADY = {
  tone: 'failure',
  title: 'Two-step sign-in is on',
  description: 'To set it up for another app, turn it off first.',
} as const

export const clientAction = stayOnFailure({ title: 'Two-step sign-in was not set up' })

export const meta = () => adminHead('Two-step sign-in')

export default function SetUpPage() {
  const { username, ownPage } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const [form, fields] = useStaffForm(SetUpForm, {
    id: 'two-step',
    lastResult: answer?.submission,
  })
  return (
    <>
      <AdminHeading
        title="Set up two-step sign-in"
        lead="You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator, 1Password or Aegis. First your password:"
      />
      <AdminPanel>
        <TwoStepForm
          form={form}
          action="/admin/users/two-step"
          label="Continue"
          busyLabel="Continuing..."
          cancelTo={ownPage}
        >
          <CurrentPassword username={username} field={fields.currentPassword} />
        </TwoStepForm>
      </AdminPanel>
    </>
  )
}
