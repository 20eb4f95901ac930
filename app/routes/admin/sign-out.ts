import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { forgetSession } from '#app/server/guards/staff-session.server'

export const loader = () => redirect('/admin/login')

/** Here, or with `?everywhere` on every device. */
export async function action({ request }: ActionFunctionArgs) {
  const everywhere = new URL(request.url).searchParams.has('everywhere')
  return redirect('/admin/login', { headers: await forgetSession(request, everywhere) })
}
