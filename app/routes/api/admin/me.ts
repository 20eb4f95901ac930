import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { readSession } from '#app/server/contract/admin-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { requireStaffCall } from '#app/server/guards/staff-session.server'

/** Whose session this is. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { id, username, role } = await requireStaffCall(request, 'see admin')
  return onlyDeclared(request, readSession) ?? Response.json({ admin: { id, username, role } })
}

export const action = (call: ActionFunctionArgs) => loader(call)
