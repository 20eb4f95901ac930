import type { LoaderFunctionArgs } from '@remix-run/node'
import { NavLink, Outlet, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { AdminHeading } from '#app/ui/admin/admin-parts'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return null
}

const TABS = [
  { to: '/admin/settings', label: 'Site' },
  { to: '/admin/settings/experiences', label: 'Experiences' },
  { to: '/admin/settings/stories', label: 'Traveler stories' },
  { to: '/admin/settings/reviews', label: 'Reviews' },
  { to: '/admin/settings/gallery', label: 'Gallery' },
  { to: '/admin/settings/films', label: 'Films' },
  { to: '/admin/settings/pages', label: 'Pages' },
  { to: '/admin/settings/tour', label: 'Tour' },
]

/** The tabs of the site's settings, each a page of its own. */
export default function Tabs() {
  const line = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the line is longer than the screen, on each page of it
  useEffect(() => {
    const here = line.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (line.current && here) line.current.scrollLeft = here.offsetLeft - 32
  }, [pathname])
  return (
    <>
      {pathname === '/admin/settings' && <AdminHeading title="Site Settings" />}
      <nav
        ref={line}
        aria-label="Site settings"
        className="admin-no-print relative mb-6 overflow-x-auto border-admin-line border-b"
      >
        <ul className="flex w-max gap-x-1 noscript:w-auto noscript:flex-wrap">
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
