import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { forgetSession } from '#app/routes/admin/staff-session.server'

export const loader = () => redirect('/admin/login')

export async function action({ request }: ActionFunctionArgs) {
  return redirect('/admin/login', { headers: { 'Set-Cookie': await forgetSession(request) } })
}
