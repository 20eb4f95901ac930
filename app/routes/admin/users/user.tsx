import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { formatDistanceStrict } from 'date-fns'
import { businessDay, businessTime, machineNow, thisMoment, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requestOrigin, requireStaff, sessionTokenOf } from '#app/server/guards/staff-session.server'
import { chooseOwnEmail, ownEmail } from '#app/staff/own-account.server'
import { may, ROLES } from '#app/staff/rights'
import { type Staff, sessionsOf } from '#app/staff/sessions.server'
import { OwnEmailForm } from '#app/staff/user-forms'
import { findUser, guideContact, userIdIn } from '#app/staff/users.server'
import { departuresToAssign } from '#app/tours/guides.server'
import { filledIn } from '#app/ui/admin/admin-fields'
import { NotSent, stayOnFailure, useLastActionData, useLastResult } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminButton,
  adminHead,
  SubmitButton,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { HistoryList } from '#app/ui/admin/history-list'
import { CurrentPassword } from '#app/ui/admin/secret-fields'
import { useStaffForm } from '#app/ui/admin/staff-form'
import { Badge } from '#app/ui/badge'
import { TextField } from '#app/ui/field'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { historyBy } from '#app/views/history.server'
import { passwordRefusal, refuseForm, shownFactor } from './account-forms.server'
import { GuideDepartures } from './guide-departures'
import { OwnTwoStep } from './two-step-parts'
import { EMAIL_NOT_SAVED, EMAIL_TAKEN, NO_SUCH_USER } from './user-form'

/** What a user did; for themselves also where they are signed in. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see own account')
  const id = userIdIn(params.id)
  if (id !== staff.id) await requireStaff(request, 'see users')
  const user = findUser(id)
  if (!user) {
    throw await redirectWithToast('/admin/users', {
      tone: 'failure',
      title: 'Error',
      description: NO_SUCH_USER,
    })
  }
  const history = historyBy(user.id, requestedPage(new URL(request.url).searchParams))
  const lastLogin = user.lastLoginAt && businessTime(user.lastLoginAt)
  return {
    id: user.id,
    username: user.username,
    own: user.id === staff.id ? await ownOf(request, staff) : null,
    role: user.role,
    since: `Created ${showDay(businessDay(user.createdAt))}${lastLogin ? ` · Last login ${lastLogin}` : ''}`,
    guided: user.role === 'guide' && may(staff, 'change users') ? departuresToAssign(user.id, today()) : null,
    contact: guideContact(user.id) ?? { guideName: '', guidePhone: '' },
    history: {
      ...history,
      acts: may(staff, 'see history') ? history.acts : history.acts.map((act) => ({ ...act, to: null })),
    },
  }
}

async function ownOf(request: Request, staff: Staff) {
  const at = machineNow()
  const sessions = sessionsOf(staff.id, await sessionTokenOf(request), at)
  return {
    id: staff.id,
    email: ownEmail(staff),
    factor: shownFactor(staff),
    /** As their owner reads them: 'Signed in 2 days ago · last seen 5 minutes ago'. */
    sessions: sessions.map(({ browser, startedAt, lastSeenAt, isThis }) => ({
      ...{ browser, isThis },
      times: `Signed in ${ago(startedAt, at)} · last seen ${isThis ? 'just now' : ago(lastSeenAt, at)}`,
    })),
  }
}

const MINUTE = 60_000

/** How long ago, by the machine's clock, as sessions are. */
const ago = (then: Date, at: Date): string =>
  at.getTime() - then.getTime() < MINUTE ? 'just now' : formatDistanceStrict(then, at, { addSuffix: true })

/** Changes where the link to a new password goes: only one's own. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change own account')
  const here = `/admin/users/${staff.id}`
  if (userIdIn(params.id) !== staff.id) {
    await requireStaff(request, 'change users')
    throw redirect(here)
  }
  const submission = await readSubmission(request, OwnEmailForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const origin = await requestOrigin(request, context.clientAddress)
  const chosen = await chooseOwnEmail(submission.value, { staff, origin }, thisMoment())
  if ('email' in chosen) return redirectWithToast(here, { tone: 'success', title: 'Email address saved' })
  if (chosen.refused === 'signed-out') throw redirect('/admin/login')
  const { field, words, status } =
    chosen.refused === 'taken'
      ? { field: 'email', words: EMAIL_TAKEN, status: 400 }
      : { field: 'currentPassword', ...passwordRefusal(chosen) }
  return refuseForm(submission, { fieldErrors: { [field]: [words] }, status })
}

export const clientAction = stayOnFailure(EMAIL_NOT_SAVED)

export const meta = () => adminHead('User')

export default function UserPage() {
  const { id, username, role, since, own, guided, contact, history } = useLoaderData<typeof loader>()
  return (
    <div className="[overflow-wrap:anywhere]">
      <AdminHeading title={username} badge={<Badge tone="info">{ROLES[role]}</Badge>} lead={since}>
        {useMay()('see users') ? (
          <AdminLink to="/admin/users">All users</AdminLink>
        ) : (
          <AdminLink to={`/admin/users/${id}/password`}>Update password</AdminLink>
        )}
      </AdminHeading>
      {guided && <GuideDepartures guideId={id} {...{ username, contact }} departures={guided} />}
      {own && <OwnEmail id={own.id} email={own.email} />}
      {own && <OwnTwoStep factor={own.factor} />}
      {own && <OwnSessions sessions={own.sessions} />}
      <h2 className="mb-3 font-semibold text-control">What they did</h2>
      <HistoryList {...history} label={`What ${username} did`} empty="Nothing yet" />
    </div>
  )
}

/** Where the link goes when one has forgotten the password. */
function OwnEmail({ id, email }: { id: number; email: string | null }) {
  const here = `/admin/users/${id}`
  const saving = useNavigation().formAction === here
  const answer = useLastActionData<typeof action>()
  const [form, fields] = useStaffForm(OwnEmailForm, {
    id: 'own-email',
    lastResult: useLastResult(answer?.submission),
    defaultValue: { email },
  })
  return (
    <AdminPanel title="If you forget your password" className="mb-5 p-5">
      <p className="mb-4 text-admin-soft text-sm">
        {email
          ? 'A link to a new password can be sent to this address. Leave it empty to have none.'
          : 'With an address here, a link to a new password can be sent to you.'}
      </p>
      <Form
        method="post"
        action={here}
        preventScrollReset
        {...getFormProps(form)}
        className="grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-2"
      >
        <TextField
          {...filledIn(fields.email)}
          type="email"
          label="Email"
          autoComplete="email"
          maxLength={EMAIL_AT_MOST}
          autoFocus={Boolean(fields.email.errors)}
          optional
        />
        <CurrentPassword
          field={fields.currentPassword}
          autoFocus={Boolean(fields.currentPassword.errors && !fields.email.errors)}
        />
        <NotSent className="sm:col-span-2" />
        <div className="sm:col-span-2">
          <SubmitButton tone="plain" busy={saving} label="Save address" busyLabel="Saving..." />
        </div>
      </Form>
    </AdminPanel>
  )
}

/** Where one is signed in, and the way to end all of it. */
const OwnSessions = ({ sessions }: Pick<Awaited<ReturnType<typeof ownOf>>, 'sessions'>) => (
  <AdminPanel title="Where you are signed in" className="mb-8 p-5">
    <ul aria-label="Your sessions" className="max-h-96 overflow-y-auto" tabIndex={-1}>
      {sessions.map(({ browser, times, isThis }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike in every word, and none has a state
          key={place}
          className="border-admin-line border-t py-2.5 text-sm first:border-t-0"
        >
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
            {browser || 'An unknown browser'}
            {isThis && <Badge tone="wait">This one</Badge>}
          </p>
          <p className="mt-0.5 text-admin-soft text-xs">{times}</p>
        </li>
      ))}
    </ul>
    {/* The browser's own form: the answer makes it forget what it kept of these pages. */}
    <form method="post" action="/admin/logout?everywhere" className="mt-3 flex flex-wrap items-center gap-3">
      <button type="submit" className={adminButton('danger')}>
        Sign out everywhere
      </button>
      <p className="min-w-0 flex-1 basis-52 text-admin-soft text-xs">
        Here too. If you do not recognize one of these, change your password as well.
      </p>
    </form>
  </AdminPanel>
)
