import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { endSession } from '#app/server/contract/admin-calls'
import { onlyDeclared } from '#app/server/contract/json-call.server'
import { forgetSession } from '#app/server/guards/staff-session.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, endSession)

/** Anyone who is signed out already gets the same answer. */
export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, endSession)
  if (wrongMethod) return wrongMethod
  return Response.json({ message: 'Signed out' }, { headers: await forgetSession(request) })
}
