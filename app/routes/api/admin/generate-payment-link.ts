import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaffCall } from '#app/routes/admin/staff-session.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaffCall(request)
  return Response.json({ message: 'Not found' }, { status: 404 })
}

export const action = loader
