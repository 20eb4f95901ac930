import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { thisMoment } from '#app/platform/clock.server'
import { inEqualTime } from '#app/server/guards/rates.server'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requestReset } from '#app/staff/password-resets.server'
import { ForgottenForm, RESET_MINUTES } from '#app/staff/user-forms'
import { NotSent, stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { adminHead } from '#app/ui/admin/admin-parts'
import { Button } from '#app/ui/button'
import { EmailField } from '#app/ui/field'
import { TextLink } from '#app/ui/link'
import { ArrivedNotice } from '#app/ui/notice'
import { PageHeading, Panel } from '#app/ui/panel'
import type { PageHandle } from '#app/ui/shell/page-handle'

export const handle: PageHandle = { quiet: true }

export const loader = ({ request }: LoaderFunctionArgs) => ({
  asked: new URL(request.url).searchParams.has('asked'),
})

export async function action({ request, context }: ActionFunctionArgs) {
  const submission = await readSubmission(request, ForgottenForm)
  if (submission.status !== 'success') {
    const { error, initialValue } = submission.reply()
    return data({ errors: error?.email ?? [], email: String(initialValue?.email ?? '') }, 400)
  }
  await inEqualTime(() => requestReset(submission.value.email, context.clientAddress, thisMoment()))
  return redirect('/admin/forgot?asked', 303)
}

export const clientAction = stayOnFailure({ title: 'Failed to send the link' })

export const meta = () => adminHead('Forgot your password?')

export default function ForgottenPage() {
  const { asked } = useLoaderData<typeof loader>()
  return (
    <div className="wrap-text pb-20">
      <PageHeading
        title="Forgot your password?"
        lead="We’ll send a link to the email address that you confirmed for your account."
      />
      {asked ? <LinkSent /> : <AskForm />}
      <p className="mt-6">
        <TextLink to="/admin/login">Back to signing in</TextLink>
      </p>
    </div>
  )
}

function AskForm() {
  const answer = useLastActionData<typeof action>()
  const sending = useNavigation().formAction === '/admin/forgot'
  return (
    <Panel>
      <Form method="post" action="/admin/forgot" noValidate className="grid gap-5">
        <EmailField answer={answer} />
        <NotSent />
        <Button busy={sending} busyLabel="Sending...">
          Send me a link
        </Button>
      </Form>
    </Panel>
  )
}

const LinkSent = () => (
  <ArrivedNotice tone="success" role="status" title="Please check your inbox">
    If an account has this address, a link to choose a new password is on its way. It is good for{' '}
    {RESET_MINUTES} minutes. If it does not arrive, ask a colleague who manages accounts to send you one, or
    the person who runs the site.
  </ArrivedNotice>
)
