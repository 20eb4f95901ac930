import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { thisMoment } from '#app/platform/clock.server'
import { COMMON_PASSWORD, EMAIL_TAKEN, MANY_LETTERS, USERNAME_TAKEN } from '#app/routes/admin/users/user-form'
import { createUser as createUserCall, listUsers } from '#app/server/contract/admin-calls'
import {
  answerList,
  pageFrom,
  readCall,
  readListCall,
  refuse,
  refuseFields,
} from '#app/server/contract/json-call.server'
import { requireStaffCall, SIGN_IN_FIRST } from '#app/server/guards/staff-session.server'
import { createUser } from '#app/staff/create-user.server'
import { type User, usersPage } from '#app/staff/users.server'

/** All users, newest first; the next page stands in the Link header (rules 7.6). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request, 'see users')
  const asked = readListCall(request, listUsers, createUserCall)
  if ('refused' in asked) return asked.refused
  const { limit, cursor } = asked
  const { rows, cursors } = usersPage(pageFrom(cursor), limit)
  return answerList('/api/admin/users', rows.map(userJson), limit, cursors.next)
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaffCall(request, 'change users')
  const call = await readCall(request, createUserCall, listUsers)
  if ('refused' in call) return call.refused

  const created = await createUser(call.sent, staff, thisMoment())
  if ('user' in created) return Response.json(userJson(created.user), { status: 201 })
  if (created.refused === 'signed-out') return refuse(401, SIGN_IN_FIRST)
  if (created.refused === 'common-password') return refuseFields({ password: [COMMON_PASSWORD] })
  if (created.refused === 'email-taken') return refuse(409, EMAIL_TAKEN, { email: [EMAIL_TAKEN] })
  if (created.refused === 'too-often')
    return refuse(429, MANY_LETTERS, { email: [MANY_LETTERS] }, { 'Retry-After': String(created.seconds) })
  return refuse(409, USERNAME_TAKEN, { username: [USERNAME_TAKEN] })
}

const userJson = ({ id, username, role, createdAt, lastLoginAt }: User) => ({
  id,
  username,
  role,
  createdAt,
  lastLogin: lastLoginAt,
})
