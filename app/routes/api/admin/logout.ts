import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { forgetSession } from '#app/routes/admin/staff-session.server'
import { onlyMethods } from '#app/routes/api/json-call.server'

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

/** Who is signed out already is told the same. */
export async function action({ request }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  return Response.json({ message: 'Signed out' }, { headers: await forgetSession(request) })
}
