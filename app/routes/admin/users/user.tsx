import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict'
import { businessDay, businessTime, machineNow, thisMoment, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requestOrigin, requireStaff, sessionTokenOf } from '#app/server/guards/staff-session.server'
import { askAgain, emailsOf } from '#app/staff/email-proofs.server'
import { chooseOwnEmail } from '#app/staff/own-account.server'
import { may, ROLES } from '#app/staff/rights'
import { factorOf } from '#app/staff/second-factor.server'
import { type Staff, sessionsOf } from '#app/staff/sessions.server'
import { OwnEmailForm } from '#app/staff/user-forms'
import { findUser, guideContact, userIdIn } from '#app/staff/users.server'
import { departuresToAssign } from '#app/tours/guides.server'
import { stayOnFailure, useLastActionData } from '#app/ui/admin/admin-form'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  adminButton,
  adminHead,
  RestOfList,
} from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { HistoryList } from '#app/ui/admin/history-list'
import { useAskedForPage } from '#app/ui/admin/list-controls'
import { Badge } from '#app/ui/badge'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { historyBy } from '#app/views/history.server'
import { ownPage, passwordRefusal, refuseForm, shownFactor } from './account-forms.server'
import { GuideDepartures } from './guide-departures'
import { EmailBadge, OwnEmail } from './own-email'
import { OwnTwoStep } from './two-step-parts'
import { EMAIL_NOT_SAVED, EMAIL_TAKEN, MANY_LETTERS, NO_SUCH_USER } from './user-form'

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
    signIn: user.id !== staff.id && may(staff, 'change users') ? colleague(user.id) : null,
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

const colleague = (id: number) => ({ ...emailsOf(id), hasTwoStep: factorOf(id) !== null })
type Colleague = ReturnType<typeof colleague>

async function ownOf(request: Request, staff: Staff) {
  const at = machineNow()
  const sessions = sessionsOf(staff.id, await sessionTokenOf(request), at)
  return {
    id: staff.id,
    ...emailsOf(staff.id),
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
  if (new URL(request.url).searchParams.has('again')) return sendAgain(staff)
  const submission = await readSubmission(request, OwnEmailForm)
  if (submission.status !== 'success') return refuseForm(submission)

  const origin = await requestOrigin(request, context.clientAddress)
  const chosen = await chooseOwnEmail(submission.value, { staff, origin }, thisMoment())
  if ('waiting' in chosen) return redirectWithToast(here, linkSent(chosen.waiting))
  if ('email' in chosen) return redirectWithToast(here, { tone: 'success', title: 'Email address saved' })
  if (chosen.refused === 'signed-out') throw redirect('/admin/login')
  const { field, words, status } =
    chosen.refused === 'taken'
      ? { field: 'email', words: EMAIL_TAKEN, status: 400 }
      : chosen.refused === 'many-letters'
        ? { field: 'email', words: MANY_LETTERS, status: 429 }
        : { field: 'currentPassword', ...passwordRefusal(chosen) }
  return refuseForm(submission, { fieldErrors: { [field]: [words] }, status })
}

/** The letter that confirms an address, once more. */
function sendAgain(staff: Staff) {
  const asked = askAgain(staff, thisMoment())
  if ('waiting' in asked) return redirectWithToast(ownPage(staff), linkSent(asked.waiting))
  const description = asked.refused === 'none' ? 'No address is waiting to be confirmed.' : MANY_LETTERS
  return redirectWithToast(ownPage(staff), { tone: 'failure', title: 'No link was sent', description })
}

const linkSent = (address: string) =>
  ({
    tone: 'success',
    title: 'Please check your inbox',
    description: `We sent a link to ${address}. The address counts once you have confirmed it there.`,
  }) as const

export const clientAction = stayOnFailure(EMAIL_NOT_SAVED)

export const meta = () => adminHead('User')

export default function UserPage() {
  const { id, username, role, since, own, signIn, guided, contact, history } = useLoaderData<typeof loader>()
  const answer = useLastActionData<typeof action>()
  const isHistoryAlone = useAskedForPage()
  return (
    <div className="[overflow-wrap:anywhere]">
      <AdminHeading title={username} badge={<Badge tone="info">{ROLES[role]}</Badge>} lead={since}>
        {isHistoryAlone && <AdminLink to={`/admin/users/${id}`}>Back to the account</AdminLink>}
        {useMay()('see users') ? (
          <AdminLink to="/admin/users">All users</AdminLink>
        ) : (
          <AdminLink to={`/admin/users/${id}/password`}>Update password</AdminLink>
        )}
      </AdminHeading>
      {!isHistoryAlone && (
        <>
          {guided && <GuideDepartures guideId={id} {...{ username, contact }} departures={guided} />}
          {signIn && <SignIn {...{ id, username, signIn }} />}
          {own && <OwnEmail {...own} answered={answer?.submission} />}
          {own && <OwnTwoStep factor={own.factor} />}
          {own && <OwnSessions sessions={own.sessions} />}
        </>
      )}
      <h2 className="mb-3 font-semibold text-control">What they did</h2>
      <HistoryList {...history} label={`What ${username} did`} empty="Nothing yet" atOnce={10} />
    </div>
  )
}

/** How a colleague signs in, for those who manage accounts. */
const SignIn = ({ id, username, signIn }: { id: number; username: string; signIn: Colleague }) => (
  <AdminPanel title="Sign-in" className="mb-5 p-5" actions={<EmailBadge {...signIn} />}>
    <p className="mb-4 text-admin-soft text-sm">
      {signIn.waiting
        ? `${username} has yet to confirm ${signIn.waiting}.`
        : (signIn.email ?? `${username} has no email address: no link to a new password can be sent.`)}
      {signIn.hasTwoStep && ' They sign in with a code from their phone, too.'}
    </p>
    <div className="flex flex-wrap gap-2.5">
      <AdminLink to={`/admin/users/${id}/link`}>Send a new link</AdminLink>
      {signIn.hasTwoStep && <AdminLink to={`/admin/users/${id}/let-in`}>They lost their phone</AdminLink>}
    </div>
  </AdminPanel>
)

const SESSIONS_AT_ONCE = 3

type SessionsProps = Pick<Awaited<ReturnType<typeof ownOf>>, 'sessions'>

const SessionList = ({ sessions, label }: SessionsProps & { label: string }) => (
  <ul aria-label={label}>
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
)

/** Where one is signed in, and the way to end all of it. */
const OwnSessions = ({ sessions }: SessionsProps) => (
  <AdminPanel title="Where you are signed in" className="mb-8 p-5">
    <SessionList sessions={sessions.slice(0, SESSIONS_AT_ONCE)} label="Your sessions" />
    <RestOfList count={sessions.length - SESSIONS_AT_ONCE}>
      <SessionList sessions={sessions.slice(SESSIONS_AT_ONCE)} label="Your other sessions" />
    </RestOfList>
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
