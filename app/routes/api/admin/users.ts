import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/clock.server'
import { pageAsked } from '#app/page-cursor'
import { requireStaffCall, SIGN_IN_FIRST } from '#app/routes/admin/staff-session.server'
import { COMMON_PASSWORD, USERNAME_TAKEN } from '#app/routes/admin/users/user-words'
import { onlyMethods, readCall, refuse, refuseFields } from '#app/routes/api/json-call.server'
import { type User, usersPage } from '#app/staff/find-user.server'
import { NewUserForm } from '#app/staff/user-forms'
import { createUser } from '#app/staff/users.server'

const USUAL = 100
const AT_MOST = 1_000

/** All users, newest first; the next page stands in the Link header (decisions §5). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request)
  const wrongMethod = onlyMethods(request, 'GET', 'HEAD', 'POST')
  if (wrongMethod) return wrongMethod
  const { pathname, searchParams } = new URL(request.url)
  const asked = Number(searchParams.get('limit') ?? USUAL)
  const limit = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, AT_MOST) : USUAL
  const { rows, cursors } = usersPage(pageAsked(searchParams), limit)
  const headers: HeadersInit = cursors.next
    ? { Link: `<${pathname}?limit=${limit}&after=${cursors.next}>; rel="next"` }
    : {}
  return Response.json(rows.map(userJson), { headers })
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaffCall(request)
  const call = await readCall(request, 'POST', NewUserForm)
  if ('refused' in call) return call.refused

  const created = await createUser(call.sent, staff, now())
  if ('user' in created) return Response.json(userJson(created.user), { status: 201 })
  if (created.refused === 'signed-out') return refuse(401, SIGN_IN_FIRST)
  if (created.refused === 'common-password') return refuseFields({ password: [COMMON_PASSWORD] })
  return refuse(409, USERNAME_TAKEN, { username: [USERNAME_TAKEN] })
}

const userJson = ({ id, username, role, createdAt, lastLoginAt }: User) => ({
  id,
  username,
  role,
  createdAt,
  lastLogin: lastLoginAt,
})
