import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { thisMoment } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { onlyPost } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { sendNewLink } from '#app/staff/colleagues.server'
import { emailsOf } from '#app/staff/email-proofs.server'
import { RESET_MINUTES } from '#app/staff/user-forms'
import { findUser, userIdIn } from '#app/staff/users.server'
import { NotSent, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminLink, adminHead } from '#app/ui/admin/admin-parts'
import { DialogActions, RouteDialog } from '#app/ui/admin/route-dialog'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { MANY_LETTERS, NO_SUCH_USER } from './user-form'

/** A colleague who cannot sign in is sent the link to a new password: nobody else chooses it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'change users')
  const user = findUser(userIdIn(params.id))
  if (!user) throw await notSent(NO_SUCH_USER)
  if (user.id === staff.id) throw redirect(`/admin/users/${staff.id}/password`)
  const { id, username } = user
  return { id, username, ...emailsOf(id), mailIsOn: env.SMTP_URL !== undefined }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change users')
  onlyPost(request)
  const sent = sendNewLink(userIdIn(params.id), staff, thisMoment())
  if ('email' in sent)
    return redirectWithToast('/admin/users', {
      tone: 'success',
      title: 'A new link is on its way',
      description: `${sent.username} gets it at ${sent.email}. It is good for ${RESET_MINUTES} minutes.`,
    })
  switch (sent.refused) {
    case 'signed-out':
      throw redirect('/admin/login')
    case 'own-account':
      throw redirect(`/admin/users/${staff.id}/password`)
    case 'no-email':
      // The page says so by itself.
      return redirect(`/admin/users/${userIdIn(params.id)}/link`)
    case 'unknown':
      return notSent(NO_SUCH_USER)
    case 'too-often':
      return notSent(MANY_LETTERS)
  }
}

const NOT_SENT = { title: 'No link was sent' }

const notSent = (description: string) =>
  redirectWithToast('/admin/users', { ...NOT_SENT, description, tone: 'failure' })

export const clientAction = stayOnFailure(NOT_SENT)

export const meta = () => adminHead('Send a new link')

export default function SendLinkDialog() {
  const { id, username, email, waiting, mailIsOn } = useLoaderData<typeof loader>()
  const here = `/admin/users/${id}/link`
  const busy = useNavigation().formAction === here
  return (
    <RouteDialog title="Send a new link" closeTo="/admin/users">
      <div className="grid gap-2 text-sm [overflow-wrap:anywhere]">
        {email ? (
          <>
            <p>
              We’ll send <b>{username}</b> a link to choose a new password, at <b>{email}</b>.
            </p>
            <p className="text-admin-soft">
              It is good for {RESET_MINUTES} minutes and works once. Until it is used, the present password
              stays.
            </p>
          </>
        ) : (
          <NoEmail username={username} waiting={waiting} />
        )}
        {email && !mailIsOn && (
          <p className="text-danger">
            Mail does not go out: no mail server is set (SMTP_URL). At the machine,{' '}
            <code>npm run staff -- reset {username}</code> makes a link.
          </p>
        )}
      </div>
      <NotSent className="mt-4" />
      {email ? (
        <Form method="post" action={here} preventScrollReset className="mt-5">
          <DialogActions cancelTo="/admin/users" busy={busy} label="Send a new link" busyLabel="Sending..." />
        </Form>
      ) : (
        <p className="mt-5 flex justify-end">
          <AdminLink to="/admin/users" preventScrollReset>
            Close
          </AdminLink>
        </p>
      )}
    </RouteDialog>
  )
}

/** A link goes to a confirmed address alone: an unconfirmed one may be a stranger's. */
const NoEmail = ({ username, waiting }: { username: string; waiting: string | null }) => (
  <>
    <p>
      {waiting ? (
        <>
          <b>{username}</b> has not confirmed <b>{waiting}</b> yet, so no link can be sent there.
        </>
      ) : (
        <>
          <b>{username}</b> has no email address here, so there is nowhere to send a link.
        </>
      )}
    </p>
    <p className="text-admin-soft">
      Can they still sign in? Ask them to{' '}
      {waiting ? 'open the letter and confirm it' : 'add one under “Your account”'}. If not, delete the
      account and create it again, or have the person who runs the site make a link:{' '}
      <code>npm run staff -- reset {username}</code>
    </p>
  </>
)
