import type { LoaderFunctionArgs } from '@remix-run/node'
import { NavLink, Outlet } from '@remix-run/react'
import { requireStaff } from '#app/server/staff-session.server'
import { AdminHeading } from '#app/ui/admin/admin-parts'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return null
}

const TABS = [
  { to: '/admin/settings', label: 'Site' },
  { to: '/admin/settings/experiences', label: 'Experiences' },
  { to: '/admin/settings/stories', label: 'Traveler stories' },
  { to: '/admin/settings/gallery', label: 'Gallery' },
  { to: '/admin/settings/films', label: 'Films' },
  { to: '/admin/settings/pages', label: 'Pages' },
  { to: '/admin/settings/tour', label: 'Tour' },
]

/** The parts of what the site says, each a page of its own below this heading. */
export default function Tabs() {
  return (
    <>
      <AdminHeading title="Site Settings" />
      <nav aria-label="Site settings" className="admin-no-print mb-6 border-admin-line border-b">
        <ul className="-mb-px flex flex-wrap gap-x-1">
          {TABS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/admin/settings'}
                className="flex min-h-11 items-center border-transparent border-b-2 px-3 text-admin-soft text-xs font-semibold hover:text-ink aria-[current=page]:border-umber aria-[current=page]:text-umber"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  )
}
