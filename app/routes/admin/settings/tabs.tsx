import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { requireStaff } from '#app/routes/admin/staff-session.server'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return null
}

export default function Tabs() {
  return <Outlet />
}
