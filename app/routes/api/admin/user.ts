import type { LoaderFunctionArgs } from '@remix-run/node'
import { now } from '#app/platform/clock.server'
import { NO_SUCH_USER, OWN_ACCOUNT, USER_DELETED } from '#app/routes/admin/users/user-form'
import { deleteUser as deleteUserCall } from '#app/server/contract/admin-calls'
import { onlyDeclared, refuse } from '#app/server/contract/json-call.server'
import { requireStaffCall, SIGN_IN_FIRST } from '#app/server/guards/staff-session.server'
import { deleteUser, userIdIn } from '#app/staff/users.server'

export async function action({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaffCall(request, 'change users')
  const wrongMethod = onlyDeclared(request, deleteUserCall)
  if (wrongMethod) return wrongMethod
  const deleted = deleteUser(userIdIn(params.id), staff, now())
  if ('user' in deleted) return Response.json({ message: USER_DELETED.description })
  if (deleted.refused === 'signed-out') return refuse(401, SIGN_IN_FIRST)
  return deleted.refused === 'own-account' ? refuse(409, OWN_ACCOUNT) : refuse(404, NO_SUCH_USER)
}

export const loader = (call: LoaderFunctionArgs) => action(call)
