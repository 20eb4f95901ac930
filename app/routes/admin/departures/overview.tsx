import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { now, today } from '#app/platform/clock.server'
import { namedDeparture, openTo } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { may } from '#app/staff/rights'
import { listDepartures } from '#app/tours/departure-list.server'
import { seatsTakenOn } from '#app/tours/departures.server'
import { AdminLink, AdminPanel, adminHead } from '#app/ui/admin/admin-parts'
import { useMay } from '#app/ui/admin/admin-shell'
import { BookingAttention } from '#app/ui/admin/attention'
import { ToDoRows } from '#app/ui/admin/to-do-rows'
import { Badge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { departureFacts, departureInShort, departureToDo } from '#app/views/departure-overview.server'
import { runningOf } from './departure-decisions.server'
import { GuaranteeLink, GuaranteeNotice, SeatsBar } from './departure-parts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see departures')
  const departure = openTo(staff, namedDeparture(params))
  const listed = listDepartures(today()).filter(({ id }) => id === departure.id)
  const sees = ({ right }: { right: Parameters<typeof may>[1] }) => may(staff, right)
  const taken = seatsTakenOn(departure.id)
  const decided = may(staff, 'see bookings') ? runningOf(departure) : null
  const mayGuarantee = Boolean(decided?.decision.canGuarantee) && may(staff, 'change tour')
  const isAsked = mayGuarantee && Boolean(decided?.decision.isMinimumPaid)
  return {
    ...{ id: departure.id, seats: departure.seats, taken },
    inShort: listed.flatMap((one) => departureInShort(one, today())),
    toDo: listed
      .flatMap((one) => departureToDo(one, today(), now()))
      // Asked above already.
      .filter((row) => sees(row) && !(isAsked && row.isDecision)),
    facts: listed.flatMap((one) => departureFacts(one, today())).filter(sees),
    ...{ isAsked, mayGuarantee },
    mayReschedule: Boolean(decided?.decision.canChange) && may(staff, 'change money'),
    ...{ canceledOn: decided?.canceledOn ?? null, choices: decided?.choices ?? [] },
  }
}

export const meta = () => adminHead('Departure')

/** What a departure needs next, how it stands, and where staff decide whether it runs. */
export default function OverviewPage() {
  const { id, seats, taken, inShort, toDo, facts, choices, ...loaded } = useLoaderData<typeof loader>()
  const page = `/admin/departures/${id}`
  return (
    <>
      <Outlet />
      {loaded.canceledOn && (
        <Notice tone="info" title={`Canceled on ${loaded.canceledOn}`} className="mb-5">
          Nothing about it can be changed anymore.
        </Notice>
      )}
      {loaded.isAsked && <GuaranteeNotice page={page} />}
      <section aria-labelledby="to-do" className="mb-5">
        <h2 id="to-do" className="mb-2 flex items-center gap-2.5 font-semibold text-control">
          To do next
          {toDo.length > 0 && <Badge tone="quiet">{toDo.length}</Badge>}
        </h2>
        {toDo.length === 0 ? (
          <p className="rounded-field border border-admin-line bg-white px-4 py-3 text-sm">
            Nothing is missing.
          </p>
        ) : (
          <ToDoRows label="To do next, late things first" rows={toDo} />
        )}
      </section>
      {inShort.length > 0 && <p className="mb-2 text-sm">{inShort.join(' · ')}</p>}
      <AdminPanel title="How it stands" className="mb-5 p-5">
        <SeatsBar {...taken} seats={seats} />
        <dl className="mt-3 grid gap-x-10 lg:grid-cols-2">
          {facts.map(({ label, words, page: tab }) => (
            <div
              key={label}
              className="flex items-center justify-between gap-4 border-admin-line border-t py-2.5 text-sm"
            >
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
      {choices.length > 0 && (
        <div id="choices">
          <AdminPanel title="Guests who have not chosen yet" className="mb-5 p-5">
            <ul>
              {choices.map((choice) => (
                <BookingAttention key={choice.reference} booking={choice} about={choice.about} />
              ))}
            </ul>
          </AdminPanel>
        </div>
      )}
      <Actions page={page} {...loaded} />
    </>
  )
}

type ActionsProps = Record<'isAsked' | 'mayGuarantee' | 'mayReschedule', boolean> & { page: string }

/** The last row: what one seldom does, and what cannot be undone at its end. */
function Actions({ page, isAsked, mayGuarantee, mayReschedule }: ActionsProps) {
  const sees = useMay()
  return (
    <p id="decide" className="flex flex-wrap gap-2.5">
      {sees('see journey') && <AdminLink to={`${page}/preview`}>Preview the tour page</AdminLink>}
      {sees('see tour') && (
        <AdminLink to={`${page}/copy`} preventScrollReset>
          Copy to a new departure
        </AdminLink>
      )}
      {mayGuarantee && !isAsked && <GuaranteeLink page={page} />}
      {mayReschedule && (
        <>
          <AdminLink to={`${page}/postpone`}>Postpone</AdminLink>
          <AdminLink to={`${page}/cancel`} tone="danger">
            Cancel this departure
          </AdminLink>
        </>
      )}
    </p>
  )
}
