import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { today } from '#app/platform/clock.server'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import { listDepartures } from '#app/tours/departure-list.server'
import { seatsTakenOn } from '#app/tours/departures.server'
import { AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { BookingAttention } from '#app/ui/admin/attention'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { departureFacts, departureTasks } from '#app/views/departure-overview.server'
import { runningOf } from './departure-decisions.server'
import { RunningPanel, SeatsBar } from './departure-parts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see departures')
  const departure = openTo(staff, namedDeparture(params))
  const listed = listDepartures(today()).filter(({ id }) => id === departure.id)
  const sees = ({ right }: { right: Parameters<typeof may>[1] }) => may(staff, right)
  const taken = seatsTakenOn(departure.id)
  return {
    ...{ id: departure.id, seats: departure.seats, taken },
    tasks: listed.flatMap((one) => departureTasks(one, today())).filter(sees),
    facts: listed.flatMap((one) => departureFacts(one, today())).filter(sees),
    decided: may(staff, 'see bookings') ? runningOf(departure, taken.paid) : null,
  }
}

export const meta = () => adminHead('Departure')

/** What a departure needs next, how it stands, and where staff decide whether it runs. */
export default function OverviewPage() {
  const { id, seats, taken, tasks, facts, decided } = useLoaderData<typeof loader>()
  const sees = useMay()
  const page = `/admin/departures/${id}`
  const decision = decided && <RunningPanel page={page} running={decided.running} {...decided.decision} />
  const isAsked = decided?.decision.canGuarantee && decided.decision.isMinimumPaid
  return (
    <>
      <Outlet />
      {decided?.canceledOn && (
        <Notice tone="info" title={`Canceled on ${decided.canceledOn}`} className="mb-5">
          Nothing about it can be changed anymore.
        </Notice>
      )}
      {isAsked && decision}
      <div className="mb-5 grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <AdminPanel title="To do next">
            {tasks.length === 0 && <p className="text-admin-soft text-sm">Nothing is missing.</p>}
            <ul>
              {tasks.map(({ words, page: tab, isLate }) => (
                <li key={words} className={ROW}>
                  <Link
                    to={`${page}${tab}`}
                    className="font-medium underline underline-offset-3 hover:text-umber"
                  >
                    {words}
                  </Link>
                  {isLate && <Badge tone="failed">Late</Badge>}
                </li>
              ))}
            </ul>
          </AdminPanel>
          {!isAsked && decision}
        </div>
        <AdminPanel title="How it stands">
          <SeatsBar {...taken} seats={seats} />
          <dl className="mt-3">
            {facts.map(({ label, words, page: tab }) => (
              <div key={label} className={ROW}>
                <dt>
                  <Link to={`${page}${tab}`} className="underline underline-offset-3 hover:text-umber">
                    {label}
                  </Link>
                </dt>
                <dd className="text-right tabular-nums">{words}</dd>
              </div>
            ))}
          </dl>
        </AdminPanel>
      </div>
      {decided && decided.choices.length > 0 && (
        <AdminPanel title="Guests who have not chosen yet" className="mb-5 p-5">
          <ul>
            {decided.choices.map((choice) => (
              <BookingAttention key={choice.reference} booking={choice} about={choice.about} />
            ))}
          </ul>
        </AdminPanel>
      )}
      <p className="flex flex-wrap gap-2.5">
        {sees('see journey') && <AdminLink to={`${page}/preview`}>Preview the tour page</AdminLink>}
        {sees('see tour') && (
          <AdminLink to={`${page}/copy`} preventScrollReset>
            Copy to a new departure
          </AdminLink>
        )}
      </p>
    </>
  )
}

const ROW =
  'flex items-center justify-between gap-4 border-admin-line border-t py-2.5 text-sm first:border-t-0'
