import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import type { loader as rootLoader } from '#app/root'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { DeskShell } from '#app/ui/desk/desk-shell'
import type { PageHandle } from '#app/ui/shell/page-handle'

export const handle: PageHandle = { desk: true }

/** Only for the menu's name and role: every page of the desk asks for the session itself (decisions §7). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { username, role } = await requireStaff(request)
  return { username, role }
}

export default function Desk() {
  const staff = useLoaderData<typeof loader>()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <DeskShell staff={staff} testMode={root?.testMode}>
      <Outlet />
    </DeskShell>
  )
}
