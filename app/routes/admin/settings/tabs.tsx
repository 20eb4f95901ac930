import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { AdminHeading } from '#app/ui/admin/admin-parts'
import { TabRow } from '#app/ui/admin/tab-row'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return null
}

const TABS = [
  { to: '/admin/settings', label: 'Site' },
  { to: '/admin/settings/codes', label: 'Discount codes' },
  { to: '/admin/settings/pages', label: 'Pages' },
  { to: '/admin/settings/tour-page', label: 'Tour page' },
  { to: '/admin/settings/lodges', label: 'Lodges' },
  { to: '/admin/settings/experiences', label: 'Experiences' },
  { to: '/admin/settings/stories', label: 'Traveler stories' },
  { to: '/admin/settings/reviews', label: 'Reviews' },
  { to: '/admin/settings/gallery', label: 'Gallery' },
  { to: '/admin/settings/films', label: 'Films' },
]

/** The tabs of the site's settings, each a page of its own. */
export default function SettingsLayout() {
  const { pathname } = useLocation()
  return (
    <>
      {pathname === '/admin/settings' && <AdminHeading title="Site Settings" />}
      <TabRow label="Site settings" tabs={TABS} />
      <Outlet />
    </>
  )
}
