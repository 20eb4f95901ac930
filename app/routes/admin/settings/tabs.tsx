import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { AdminHeading } from '#app/ui/admin/admin-parts'
import { currentTab, type Tab, TabRow } from '#app/ui/admin/tab-row'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see content')
  return null
}

const TOUR_PAGE = '/admin/settings/tour-page'
/** The other journeys’ pages belong to the same tab. */
const JOURNEYS = '/admin/settings/journeys'

/** What the pages of the site show. */
const WEBSITE: [Tab, ...Tab[]] = [
  { to: '/admin/settings/pages', label: 'Pages' },
  { to: TOUR_PAGE, label: 'Tour page' },
  { to: '/admin/settings/lodges', label: 'Lodges' },
  { to: '/admin/settings/experiences', label: 'Experiences' },
  { to: '/admin/settings/stories', label: 'Traveler stories' },
  { to: '/admin/settings/reviews', label: 'Reviews' },
  { to: '/admin/settings/gallery', label: 'Gallery' },
  { to: '/admin/settings/films', label: 'Films' },
]

const TABS: Tab[] = [
  { to: '/admin/settings', label: 'Company' },
  { to: WEBSITE[0].to, label: 'Website' },
  { to: '/admin/settings/codes', label: 'Discount codes' },
]

/** The tabs of the settings, each a page of its own; those of the website have a row to themselves. */
export default function SettingsLayout() {
  const { pathname } = useLocation()
  const isOfJourneys = currentTab([{ to: JOURNEYS, label: '' }], pathname) !== undefined
  const isOfWebsite = isOfJourneys || currentTab(WEBSITE, pathname) !== undefined
  return (
    <>
      {pathname === '/admin/settings' && <AdminHeading title="Site Settings" />}
      <TabRow label="Site settings" tabs={TABS} current={isOfWebsite ? WEBSITE[0].to : undefined} />
      {isOfWebsite && (
        <div className="-mt-4">
          <TabRow label="Website" tabs={WEBSITE} current={isOfJourneys ? TOUR_PAGE : undefined} />
        </div>
      )}
      <Outlet />
    </>
  )
}
