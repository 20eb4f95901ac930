import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { AdminNotFound } from '#app/ui/admin/admin-shell'

/** Any unknown address under /admin: without a session one does not learn which exist. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see admin')
  return data(null, { status: 404 })
}

export const meta = () => adminHead('Page Not Found')

export default AdminNotFound
