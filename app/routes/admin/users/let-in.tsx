import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { thisMoment } from '#app/platform/clock.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { letInAgain } from '#app/staff/colleagues.server'
import { factorOf } from '#app/staff/second-factor.server'
import { findUser, userIdIn } from '#app/staff/users.server'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { Notice } from '#app/ui/notice'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { readBothFactors, refuseBothFactors, shownFactor } from './account-forms.server'
import { BothFactors } from './two-step-parts'
import { NO_SUCH_USER } from './user-form'

/** A colleague who lost their phone signs in by password again, on the word of someone who has their own. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'change users')
  const user = findUser(userIdIn(params.id))
  if (!user) throw await notLetIn('/admin/users', NO_SUCH_USER)
  if (user.id === staff.id) throw redirect('/admin/users/two-step/off')
  const page = `/admin/users/${user.id}`
  if (!factorOf(user.id)) throw await notLetIn(page, PASSWORD_ALONE)
  return { page, username: user.username, you: staff.username, own: shownFactor(staff) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await requireStaff(request, 'change users')
  const read = await readBothFactors(request, context.clientAddress)
  if ('invalid' in read) return read.invalid
  const id = userIdIn(params.id)
  const letIn = await letInAgain(id, read.typed, read.by, thisMoment())
  if ('username' in letIn)
    return redirectWithToast(`/admin/users/${id}`, {
      tone: 'success',
      title: `${letIn.username} is let in again`,
      description: 'They sign in with their password alone. Ask them to set two-step sign-in up again.',
    })
  switch (letIn.refused) {
    case 'unknown':
      return notLetIn('/admin/users', NO_SUCH_USER)
    case 'colleague-without':
      return notLetIn(`/admin/users/${id}`, PASSWORD_ALONE)
    case 'own-account':
      throw redirect('/admin/users/two-step/off')
    default:
      return refuseBothFactors(read, letIn)
  }
}

const NOT_LET_IN = { title: 'Nothing was changed' }
const PASSWORD_ALONE = 'This account signs in with its password alone already.'

const notLetIn = (to: string, description: string) =>
  redirectWithToast(to, { ...NOT_LET_IN, description, tone: 'failure' })

export const clientAction = stayOnFailure(NOT_LET_IN)

export const meta = () => adminHead('Let in again')

export default function LetInPage() {
  const { page, username, you, own } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  return (
    <div className="[overflow-wrap:anywhere]">
      <AdminHeading
        title={`Let ${username} in again`}
        lead="For a colleague who has lost both their phone and their recovery codes. Please make sure that it is really them who asks: call them."
      />
      <AdminPanel>
        <p className="mb-5 max-w-[64ch] text-admin-soft text-sm">
          Two-step sign-in of {username} is turned off and their sessions end; they sign in with their
          password alone until they set it up again. Everyone who manages accounts gets an email about it.
        </p>
        {own ? (
          <BothFactors
            shown={{ username: you, ownPage: page, factor: own }}
            answered={answer?.submission}
            action={`${page}/let-in`}
            label={`Let ${username} in again`}
            busyLabel="Letting in..."
            tone="danger"
          />
        ) : (
          <Notice
            tone="wait"
            title="Set up your own two-step sign-in first"
            actions={
              <AdminLink to="/admin/users/two-step" tone="main">
                Set up
              </AdminLink>
            }
          >
            Only someone who signs in with a code themselves may turn it off for a colleague. If nobody can,{' '}
            <code>npm run staff -- reset {username} --second-factor</code> does it at the machine.
          </Notice>
        )}
      </AdminPanel>
    </div>
  )
}
