import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now, today } from '#app/platform/clock.server'
import { choicesFor } from '#app/server/named-rows.server'
import { requireStaff } from '#app/server/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import { runningShown } from '#app/tours/running'
import { seatsTakenOn } from '#app/tours/save-departure.server'
import { AdminHeading, AdminPanel, adminButton, adminHead, EmptyState } from '#app/ui/admin/admin-parts'
import { BackToList } from '#app/ui/admin/admin-shell'
import { DepartureFilter, PrintButton } from '#app/ui/admin/list-controls'
import { Badge, RunningBadge } from '#app/ui/badge'
import { Link } from '#app/ui/link'
import { manifest } from '#app/views/manifest.server'
import { ManifestTable, Passports } from './manifest-table'
import {
  type AboardDay,
  aboardDays,
  departureWanted,
  shownManifest,
  shownPassports,
} from './shown-manifest.server'

/** Opens what travelers sealed: that it was opened is in the audit log. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = departureWanted(request, staff)
  recordAct({ ...byStaff(staff), action: 'manifest-opened', subject: `departure:${departure.id}` }, now())
  const rooms = manifest(departure)
  return {
    id: departure.id,
    departures: choicesFor(staff, departure.id),
    running: departure.canceledAt
      ? CANCELED
      : runningShown(departure, seatsTakenOn(departure.id).paid, today()),
    passports: shownPassports(departure, rooms),
    // From the first day on: before, there is nothing to say.
    aboard: aboardDays(departure).filter(({ day }) => day <= today()),
    ...shownManifest(departure, rooms, staff, now()),
  }
}

const CANCELED = { tone: 'failed' as const, words: 'Canceled' }

export const meta: MetaFunction = () => adminHead('Manifest')

/** No link leads here with `prefetch`: fetching is opening. */
export default function ManifestPage() {
  const { id, departures, tourName, days, asOf, totals, rooms, passports, running, aboard } =
    useLoaderData<typeof loader>()
  const lead = [`${tourName}, ${days}. As of ${asOf}.`, ...totals]
  return (
    <div className="print-wide">
      <AdminHeading
        title="Guide's manifest"
        badge={<RunningBadge running={running} />}
        lead={lead.map((line) => (
          <span key={line} dir="auto" className="block">
            {line}
          </span>
        ))}
      >
        <BackToList />
        <Link to={`/admin/rooms?departure=${id}`} className={adminButton('plain')}>
          Room list
        </Link>
        <Link to={`/admin/departures/${id}/letters`} className={adminButton('plain')}>
          Letters
        </Link>
        {rooms.length > 0 && <Files departure={id} />}
        <PrintButton />
      </AdminHeading>
      <DepartureFilter departures={departures} chosen={id} />
      {rooms.length === 0 ? (
        <EmptyState title="No travelers yet">Travelers who have paid will appear here.</EmptyState>
      ) : (
        <>
          {aboard.length > 0 && <Aboard days={aboard} />}
          <ManifestTable rooms={rooms} />
          <Passports passports={passports} file={`/admin/manifest.csv?departure=${id}&with=passports`} />
        </>
      )}
    </div>
  )
}

/** What the guide ticked on the phone, as the office sees it. */
const Aboard = ({ days }: { days: AboardDay[] }) => (
  <AdminPanel title="All aboard" className="mb-6 p-5 print:hidden">
    <ul className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {days.map(({ day, name, by }) => (
        <li key={day} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
          <span>{name}</span>
          <Badge tone={by ? 'success' : 'quiet'}>{by ?? 'Not ticked'}</Badge>
        </li>
      ))}
    </ul>
  </AdminPanel>
)

const Files = ({ departure }: { departure: number }) => (
  <>
    <a href={`/admin/manifest.csv?departure=${departure}`} className={adminButton('plain')} download>
      Export CSV
    </a>
    <a href={`/admin/manifest-phone/${departure}`} className={adminButton('plain')}>
      Keep on this phone
    </a>
    <a href={`/admin/manifest-offline?departure=${departure}`} className={adminButton('plain')} download>
      For a phone
    </a>
  </>
)
