import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import { seatsTakenOn } from '#app/tours/departures.server'
import { AdminHeading, AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { BookingAttention } from '#app/ui/admin/attention'
import { runningOf } from './departure-decisions.server'
import { RunningPanel } from './departure-parts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see departures')
  const departure = openTo(staff, namedDeparture(params))
  return {
    id: departure.id,
    running: may(staff, 'see bookings') ? runningOf(departure, seatsTakenOn(departure.id).paid) : null,
  }
}

export const meta = () => adminHead('Departure')

/** What a departure needs next, and where staff decide whether it runs. */
export default function OverviewPage() {
  const { id, running } = useLoaderData<typeof loader>()
  const sees = useMay()
  const page = `/admin/departures/${id}`
  return (
    <>
      <AdminHeading
        title="Overview"
        lead={
          running?.canceledOn && `Canceled on ${running.canceledOn}. Nothing about it can be changed anymore.`
        }
      >
        {sees('see tour') && (
          <AdminLink to={`${page}/copy`} preventScrollReset>
            Copy to a new departure
          </AdminLink>
        )}
        {sees('see journey') && <AdminLink to={`${page}/preview`}>Preview</AdminLink>}
      </AdminHeading>
      <Outlet />
      {running && <RunningPanel page={page} running={running.running} {...running.decision} />}
      {running && running.choices.length > 0 && (
        <AdminPanel title="Guests who have not chosen yet" className="mb-5 p-5">
          <ul>
            {running.choices.map((choice) => (
              <BookingAttention key={choice.reference} booking={choice} about={choice.about} />
            ))}
          </ul>
        </AdminPanel>
      )}
    </>
  )
}
