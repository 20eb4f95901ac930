import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { AdminNotFound } from '#app/ui/admin/admin-failure'
import { adminHead } from '#app/ui/admin/admin-parts'

/**
 * Every address under /admin that is none of the others: without a session one learns nothing of what there
 * is.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see admin')
  return data(null, { status: 404 })
}

export const meta: MetaFunction = () => adminHead('Page Not Found')

export default AdminNotFound
