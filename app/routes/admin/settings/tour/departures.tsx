import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { runningStatus } from '#app/tours/departure'
import { listDepartures } from '#app/tours/departure-list.server'
import { isDepartureAhead, seatsTakenOn } from '#app/tours/departures.server'
import { theTour } from '#app/tours/tour-lists.server'
import { watcherCount } from '#app/tours/watchers.server'
import { AdminHeading, AdminLink, AdminRow, AdminTable, adminHead } from '#app/ui/admin/admin-parts'
import { NoDepartureAhead } from '#app/ui/admin/attention'
import { RunningBadge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { DepartureBadge } from './departure-parts'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request, 'see tour')
  return {
    name: theTour().name,
    isAhead: isDepartureAhead(today()),
    watchers: watcherCount(),
    departures: listDepartures(today()).map((departure) => ({
      id: departure.id,
      dates: showDays(departure.startsOn, departure.endsOn),
      state: departure.state,
      opensOn: departure.salesOpenOn,
      running: runningStatus(departure, seatsTakenOn(departure.id).paid, today()),
      seats: departure.seats,
      taken: departure.taken,
      collected: showCents(departure.collectedCents),
      outstanding: showCents(departure.outstandingCents),
      overdue: departure.overdueCents > 0 ? showCents(departure.overdueCents) : null,
    })),
  }
}

export const meta = () => adminHead('Departures')

const COLUMNS = ['Departure', 'State', 'Seats taken', 'Collected', 'Outstanding', 'Overdue', 'Actions']

export default function DeparturesPage() {
  const { name, isAhead, watchers, departures } = useLoaderData<typeof loader>()
  return (
    <>
      <AdminHeading title="Departures" lead={name}>
        <AdminLink to="/admin/settings/tour/codes">Discount codes</AdminLink>
        <AdminLink to="/admin/settings/tour/lodges">Lodges</AdminLink>
        <AdminLink to="/admin/settings/tour/words">The tour page</AdminLink>
      </AdminHeading>
      {!isAhead && departures[0] && (
        <NoDepartureAhead
          copyTo={`/admin/settings/tour/${departures[0].id}/copy`}
          label="Copy the last one for next season"
        />
      )}
      {watchers > 0 && (
        <p className="mb-4 text-sm">
          {`${counted(watchers, 'person is', 'people are')} waiting to be told when the next departure opens. Each gets one email.`}
        </p>
      )}
      <AdminTable caption="Departures, the latest first" columns={COLUMNS}>
        {departures.map(({ id, dates, state, opensOn, running, ...departure }) => (
          <AdminRow key={id}>
            <th scope="row">
              <Link
                to={`/admin/settings/tour/${id}`}
                className="font-semibold underline-offset-4 hover:underline"
              >
                {dates}
              </Link>
            </th>
            <td>
              <span className="flex flex-wrap gap-1.5">
                <DepartureBadge state={state} opensOn={opensOn} />
                <RunningBadge running={running} />
              </span>
            </td>
            <td>
              {departure.taken} of {departure.seats}
            </td>
            <td>{departure.collected}</td>
            <td>{departure.outstanding}</td>
            <td>{departure.overdue ?? 'Nothing'}</td>
            <td>
              <span className="flex flex-wrap gap-2">
                <AdminLink to={`/admin/settings/tour/${id}`} aria-label={`Edit ${dates}`}>
                  Edit
                </AdminLink>
                <AdminLink
                  to={`/admin/settings/tour/${id}/copy`}
                  aria-label={`Copy ${dates} to a new departure`}
                >
                  Copy
                </AdminLink>
              </span>
            </td>
          </AdminRow>
        ))}
      </AdminTable>
    </>
  )
}
