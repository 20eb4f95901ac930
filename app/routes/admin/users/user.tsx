import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { historyBy } from '#app/audit/history.server'
import { businessDay } from '#app/clock.server'
import { showDay, showInstant } from '#app/days'
import { env } from '#app/env.server'
import { pageAsked } from '#app/page-cursor'
import { requireStaff, sessionTokenOf } from '#app/routes/admin/staff-session.server'
import { findUser } from '#app/staff/find-user.server'
import { ROLES } from '#app/staff/roles'
import { sessionsOf } from '#app/staff/sessions.server'
import { redirectWithToast } from '#app/toasts/flash.server'
import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { HistoryList } from '#app/ui/desk/history-list'
import { OwnSessions } from './own-sessions'
import { showSession } from './session-times.server'
import { userIdIn } from './user-id'
import { NO_SUCH_USER } from './user-words'

/** What a user did; to themselves also where they are signed in. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  const user = findUser(userIdIn(params.id))
  if (!user) {
    throw await redirectWithToast('/admin/users', {
      tone: 'failure',
      title: 'Error',
      description: NO_SUCH_USER,
    })
  }
  const lastLogin = user.lastLoginAt && showInstant(user.lastLoginAt, env.BUSINESS_TIMEZONE)
  return {
    username: user.username,
    ownSessions: user.id === staff.id ? await ownSessions(request, staff.id) : null,
    role: user.role,
    since: `Created ${showDay(businessDay(user.createdAt))}${lastLogin ? ` · Last login ${lastLogin}` : ''}`,
    history: historyBy(user.id, pageAsked(new URL(request.url).searchParams)),
  }
}

async function ownSessions(request: Request, id: number) {
  const at = new Date()
  return sessionsOf(id, await sessionTokenOf(request), at).map((session) => showSession(session, at))
}

export const meta: MetaFunction = () => deskHead('User')

export default function UserPage() {
  const { username, role, since, ownSessions: sessions, history } = useLoaderData<typeof loader>()
  return (
    <div className="[overflow-wrap:anywhere]">
      <DeskHeading title={username} badge={<Badge tone="info">{ROLES[role]}</Badge>} lead={since}>
        <Link to="/admin/users" className={deskButton('plain')}>
          All users
        </Link>
      </DeskHeading>
      {sessions && <OwnSessions sessions={sessions} />}
      <h2 className="mb-3 font-semibold text-control">What they did</h2>
      <HistoryList {...history} label={`What ${username} did`} empty="Nothing yet" />
    </div>
  )
}
