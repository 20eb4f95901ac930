import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { machineNow, thisMoment } from '#app/platform/clock.server'
import { onlyPost } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { confirmEmail, proofWith } from '#app/staff/email-proofs.server'
import { PROOF_DAYS } from '#app/staff/user-forms'
import { NotSent, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead, SubmitButton } from '#app/ui/admin/admin-parts'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { ownPage } from './account-forms.server'
import { EMAIL_TAKEN } from './user-form'

/**
 * The link of the letter that confirms an address. Opening it confirms nothing: mail programs follow links.
 * Who is not signed in comes back here after it.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see own account')
  const proof = proofWith(params.token ?? '', machineNow())
  const shown = { ownPage: ownPage(staff), you: staff.username }
  if (!proof) return data({ ...shown, state: 'ended' as const, email: '', username: '' }, 404)
  const { username, email, id } = proof
  if (id !== staff.id) return data({ ...shown, state: 'another' as const, email: '', username }, 403)
  return data({ ...shown, state: 'open' as const, email, username })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change own account')
  onlyPost(request)
  const confirmed = confirmEmail(params.token ?? '', staff, thisMoment())
  if ('email' in confirmed)
    return redirectWithToast(ownPage(staff), {
      tone: 'success',
      title: 'Email address confirmed',
      description: 'A link to a new password can be sent there.',
    })
  const description = confirmed.refused === 'taken' ? EMAIL_TAKEN : 'This link is no longer good.'
  return redirectWithToast(ownPage(staff), { ...NOT_CONFIRMED, description, tone: 'failure' })
}

const NOT_CONFIRMED = { title: 'The address was not confirmed' }

export const clientAction = stayOnFailure(NOT_CONFIRMED)

export const meta = () => adminHead('Confirm your email address')

export default function ConfirmEmailPage() {
  const { state, ownPage, you, email, username } = useLoaderData<typeof loader>()
  const busy = useNavigation().state === 'submitting'
  return (
    <div className="max-w-2xl [overflow-wrap:anywhere]">
      <AdminHeading title="Confirm your email address" />
      {state === 'open' && (
        <AdminPanel>
          <p className="text-sm">
            Is <b>{email}</b> the address of your account <b>{username}</b>? Links to a new password are sent
            there.
          </p>
          <NotSent className="mt-4" />
          <Form method="post" className="mt-5">
            <SubmitButton busy={busy} label="Confirm this address" busyLabel="Confirming..." />
          </Form>
        </AdminPanel>
      )}
      {state === 'another' && (
        <Notice
          tone="wait"
          title={`This link belongs to the account ${username}`}
          actions={<AdminLink to={ownPage}>Your account</AdminLink>}
        >
          You are signed in as {you}. Sign out, open the link again and sign in as {username}.
        </Notice>
      )}
      {state === 'ended' && (
        <Notice
          tone="wait"
          title="This link is no longer good"
          actions={
            <AdminLink to={ownPage} tone="main">
              Your account
            </AdminLink>
          }
        >
          A link is good for {PROOF_DAYS} days and works once. Only the latest one works: your account has a
          button for another.
        </Notice>
      )}
    </div>
  )
}
