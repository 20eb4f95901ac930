import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readSession } from '#app/api-contract/account-calls'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'
import { onlyDeclared } from '#app/routes/api/json-call.server'

/** Whose session this is. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id, username, role } = await requireStaffCall(request, 'see desk')
  return onlyDeclared(request, readSession) ?? Response.json({ admin: { id, username, role } })
}

export const action = (call: ActionFunctionArgs) => loader(call)
