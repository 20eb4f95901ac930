import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, Outlet, useLoaderData, useNavigation, useParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { businessDay, businessTime, now } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { requestedPage } from '#app/platform/lists/page-cursor'
import { readSubmission } from '#app/server/guards/read-form.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may, ROLES } from '#app/staff/rights'
import { withFactor } from '#app/staff/second-factor.server'
import { chooseIdleHours, idleHours } from '#app/staff/sessions.server'
import { IDLE_HOURS_AT_MOST, IdleHours, SESSION_DAYS } from '#app/staff/user-forms'
import { findUser, usersPage } from '#app/staff/users.server'
import { NotSent, stayOnFailure } from '#app/ui/admin/admin-form'
import { AdminHeading, AdminLink, AdminPanel, adminButton, adminHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { Pager } from '#app/ui/admin/list-controls'
import { Badge } from '#app/ui/badge'
import { SelectField } from '#app/ui/field'
import { Link, VisuallyHidden } from '#app/ui/link'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

const PAGE_SIZE = 50

/** All accounts, or one's own for those who may not see the others. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see own account')
  const { rows, cursors } = may(staff, 'see users')
    ? usersPage(requestedPage(new URL(request.url).searchParams), PAGE_SIZE)
    : { rows: [findUser(staff.id) ?? []].flat(), cursors: { previous: null, next: null } }
  const twoStep = withFactor(rows.map(({ id }) => id))
  return {
    users: rows.map(({ id, username, role, createdAt, lastLoginAt }) => ({
      id,
      username,
      role,
      createdOn: showDay(businessDay(createdAt)),
      lastLogin: lastLoginAt && businessTime(lastLoginAt),
      isYou: id === staff.id,
      hasTwoStep: twoStep.has(id),
    })),
    cursors,
    idleHours: idleHours(),
  }
}

/** After how many idle hours the admin area signs out. */
export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'change users')
  const submission = await readSubmission(request, IdleHours)
  if (submission.status !== 'success') {
    const [description] = submission.error?.idleHours ?? []
    return redirectWithToast('/admin/users', { ...NOT_SAVED, tone: 'failure', description })
  }
  chooseIdleHours(submission.value.idleHours, staff, now())
  return redirectWithToast('/admin/users', { tone: 'success', title: 'Settings updated' })
}

const NOT_SAVED = { title: 'Update failed' }

export const clientAction = stayOnFailure(NOT_SAVED)

export const meta = () => adminHead('Users')

type ShownUser = Awaited<ReturnType<typeof loader>>['users'][number]

export default function UsersPage() {
  const { users, cursors, idleHours } = useLoaderData<typeof loader>()
  const mayManage = useMay()('change users')
  return (
    <>
      <AdminHeading
        title="User Management"
        lead={
          mayManage &&
          'Admins and editors can do everything in this area, except delete their own account. Bookkeepers see money and figures, enter costs and close months, and change nothing else. Guides see the departures they are assigned to.'
        }
      >
        {mayManage && (
          <>
            <AdminLink to="/admin/audit">Audit log</AdminLink>
            <AdminLink to="/admin/users/new" preventScrollReset tone="main">
              Create New Admin User
            </AdminLink>
          </>
        )}
      </AdminHeading>
      <Outlet />
      <UserList users={users} />
      <Pager cursors={cursors} label="Pages of users" shown={users.length} />
      {mayManage && <IdleForm idleHours={idleHours} />}
    </>
  )
}

/** After a deletion the link that opened the dialog is gone: then focus goes to the heading. */
function UserList({ users }: { users: ShownUser[] }) {
  const list = useRef<HTMLUListElement>(null)
  const opened = useRef<string>()
  const { id } = useParams()
  useEffect(() => {
    const isGone = opened.current && !users.some((user) => String(user.id) === opened.current)
    if (isGone && !id) list.current?.closest('main')?.querySelector<HTMLElement>('h1')?.focus()
    opened.current = id
  }, [id, users])
  return (
    <ul ref={list} aria-label="Users" className="admin-rows">
      {users.map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </ul>
  )
}

const ROLE_TONES = { admin: 'info', editor: 'success', bookkeeper: 'wait', guide: 'wait' } as const

const UserRow = ({ user }: { user: ShownUser }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5">
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Link
          to={`/admin/users/${user.id}`}
          className="min-w-0 font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>{user.username}</bdi>
        </Link>
        <Badge tone={ROLE_TONES[user.role]}>{ROLES[user.role]}</Badge>
        {user.isYou && <Badge tone="wait">You</Badge>}
      </p>
      <p className="mt-0.5 text-admin-soft text-xs tabular-nums">
        Created {user.createdOn}
        {user.lastLogin && <> · Last login {user.lastLogin}</>}
        {user.hasTwoStep && <> · Two-step sign-in: on</>}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      {user.role === 'guide' && !user.isYou && (
        <AdminLink to={`/admin/users/${user.id}`}>
          Departures<VisuallyHidden> of {user.username}</VisuallyHidden>
        </AdminLink>
      )}
      {user.isYou ? (
        <AdminLink to={`/admin/users/${user.id}/password`} preventScrollReset>
          Update password<VisuallyHidden> of {user.username}</VisuallyHidden>
        </AdminLink>
      ) : (
        <AdminLink to={`/admin/users/${user.id}/link`} preventScrollReset>
          Send a new link<VisuallyHidden> to {user.username}</VisuallyHidden>
        </AdminLink>
      )}
      {!user.isYou && (
        <AdminLink to={`/admin/users/${user.id}/delete`} preventScrollReset tone="danger">
          Delete<VisuallyHidden> {user.username}</VisuallyHidden>
        </AdminLink>
      )}
    </div>
  </li>
)

const HOURS = Array.from({ length: IDLE_HOURS_AT_MOST }, (_, earlier) => earlier + 1)

function IdleForm({ idleHours }: { idleHours: number }) {
  const saving = useNavigation().formAction === '/admin/users'
  return (
    <AdminPanel title="Automatic sign-out" className="mt-8 p-5">
      <Form
        method="post"
        action="/admin/users"
        preventScrollReset
        className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[16rem_auto_1fr]"
      >
        <SelectField key={idleHours} name="idleHours" label="After being idle for" defaultValue={idleHours}>
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {hours === 1 ? '1 hour' : `${hours} hours`}
            </option>
          ))}
        </SelectField>
        <button type="submit" aria-busy={saving} className={adminButton('plain', 'min-h-12.5')}>
          {saving ? 'Saving...' : 'Save'}
        </button>
      </Form>
      <NotSent className="mt-4" />
      <p className="mt-3 text-admin-soft text-xs">
        For everyone here. Even while active, no one stays signed in for more than {SESSION_DAYS} days.
      </p>
    </AdminPanel>
  )
}
