import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import type { Right } from '#app/staff/rights'
import { runningStatus } from '#app/tours/departure'
import { stateOf } from '#app/tours/departure-list.server'
import { seatsTakenOn } from '#app/tours/departures.server'
import { AdminHeading, BelowHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { TabRow } from '#app/ui/admin/tab-row'
import { RunningBadge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { DepartureBadge, SeatsBadge } from './departure-parts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see departures')
  const departure = openTo(staff, namedDeparture(params))
  const taken = seatsTakenOn(departure.id)
  return {
    ...{ id: departure.id, name: departure.name, seats: departure.seats, taken },
    dates: showDays(departure.startsOn, departure.endsOn),
    state: stateOf(departure, today()),
    ...{ opensOn: departure.salesOpenOn, isPrivate: departure.isPrivate },
    running: runningStatus(departure, taken.paid, today()),
  }
}

const TABS: { path: string; label: string; right: Right }[] = [
  { path: '', label: 'Overview', right: 'see departures' },
  { path: '/bookings', label: 'Bookings', right: 'see bookings' },
  { path: '/rooms', label: 'Rooms', right: 'see journey' },
  { path: '/manifest', label: 'Manifest', right: 'see journey' },
  { path: '/waitlist', label: 'Waitlist', right: 'see tour' },
  { path: '/letters', label: 'Letters', right: 'see journey' },
  { path: '/trip-book', label: 'Trip book', right: 'see tour' },
  { path: '/settings', label: 'Settings', right: 'see tour' },
]

/** The head of a departure and its tabs, around all that is of this departure. */
export default function DepartureLayout() {
  const { id, name, dates, state, opensOn, isPrivate, running, taken, seats } = useLoaderData<typeof loader>()
  const may = useMay()
  return (
    <>
      <p className="admin-no-print text-xs">
        <Link to="/admin/departures" className="inline-flex min-h-11 items-center font-semibold text-umber">
          All departures
        </Link>
      </p>
      <AdminHeading
        title={dates}
        lead={name}
        badge={
          <>
            <DepartureBadge {...{ state, opensOn, isPrivate, seats }} />
            <RunningBadge running={running} />
            {state !== 'sold-out' && <SeatsBadge taken={taken} seats={seats} />}
          </>
        }
      />
      <TabRow
        label="This departure"
        tabs={TABS.filter(({ right }) => may(right)).map(({ path, label }) => ({
          ...{ to: `/admin/departures/${id}${path}`, label },
        }))}
      />
      <BelowHead.Provider value>
        <Outlet />
      </BelowHead.Provider>
    </>
  )
}
