import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now, today } from '#app/platform/clock.server'
import { choicesFor } from '#app/server/guards/named-rows.server'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import { runningStatus } from '#app/tours/departure'
import { seatsTakenOn } from '#app/tours/departures.server'
import {
  AdminHeading,
  AdminLink,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminButton,
  adminHead,
  EmptyState,
  ExportLink,
} from '#app/ui/admin/admin-parts'
import { BackToList, BookingLink } from '#app/ui/admin/admin-shell'
import { DepartureFilter, PrintButton } from '#app/ui/admin/list-controls'
import { Badge, RunningBadge } from '#app/ui/badge'
import { manifest } from '#app/views/manifest.server'
import {
  type AboardDay,
  aboardDays,
  requestedDeparture,
  type ShownPassport,
  type ShownRoom,
  type ShownTraveler,
  shownManifest,
  shownPassports,
} from './shown-manifest.server'

/** Opens what travelers sealed: that it was opened is in the audit log. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = requestedDeparture(request, staff)
  recordAct(now(), { ...byStaff(staff), action: 'manifest-opened', subject: `departure:${departure.id}` })
  const rooms = manifest(departure)
  return {
    id: departure.id,
    departures: choicesFor(staff, departure.id),
    running: departure.canceledAt
      ? CANCELED
      : runningStatus(departure, seatsTakenOn(departure.id).paid, today()),
    passports: shownPassports(departure, rooms),
    // From the first day on: before, there is nothing to say.
    aboard: aboardDays(departure).filter(({ day }) => day <= today()),
    ...shownManifest(departure, rooms, staff, now()),
  }
}

const CANCELED = { tone: 'failed' as const, words: 'Canceled' }

export const meta = () => adminHead('Manifest')

/** No link leads here with `prefetch`: fetching is opening. */
export default function ManifestPage() {
  const { id, departures, tourName, days, asOf, totals, rooms, passports, running, aboard } =
    useLoaderData<typeof loader>()
  const lead = [`${tourName}, ${days}. As of ${asOf}.`, ...totals]
  return (
    <div className="print-wide">
      <AdminHeading
        title="Guide’s manifest"
        badge={<RunningBadge running={running} />}
        lead={lead.map((line) => (
          <span key={line} dir="auto" className="block">
            {line}
          </span>
        ))}
      >
        <BackToList />
        <AdminLink to={`/admin/rooms?departure=${id}`}>Room list</AdminLink>
        <AdminLink to={`/admin/departures/${id}/letters`}>Letters</AdminLink>
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
          <Passports passports={passports} departure={id} />
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
          <Badge tone={by ? 'success' : 'quiet'}>{by ?? 'Not checked'}</Badge>
        </li>
      ))}
    </ul>
  </AdminPanel>
)

const Files = ({ departure }: { departure: number }) => (
  <>
    <ExportLink of="manifest" query={{ departure: String(departure) }} />
    <a href={`/admin/manifest-phone/${departure}`} className={adminButton('plain')}>
      Keep on this phone
    </a>
    <a href={`/admin/manifest-offline?departure=${departure}`} className={adminButton('plain')} download>
      For a phone
    </a>
  </>
)

const COLUMNS = [
  'Room',
  'Traveler',
  'Diet and health',
  'Emergency contact',
  'Flights',
  'Contact and home',
  'Booking',
] as const

/** Who travels, a room after the other: on paper none is cut in two. */
const ManifestTable = ({ rooms }: { rooms: ShownRoom[] }) => (
  <AdminTable caption="Paid travelers, by room" columns={COLUMNS} grouped>
    {rooms.map((room) => (
      <tbody key={room.number} className="manifest-room">
        {room.travelers.map((traveler, bed) => (
          <tr key={traveler.id}>
            {bed === 0 && <RoomCell room={room} />}
            <TravelerCells traveler={traveler} />
          </tr>
        ))}
      </tbody>
    ))}
  </AdminTable>
)

const RoomCell = ({ room: { number, kind, hasFreeBed, travelers } }: { room: ShownRoom }) => (
  <th scope="rowgroup" rowSpan={travelers.length} data-label="Room" className="sm:min-w-20">
    <div>
      {number}
      <span className="block font-normal">{kind}</span>
      {hasFreeBed && (
        <span className="manifest-mark block">
          <Badge tone="wait">Bed free</Badge>
        </span>
      )}
    </div>
  </th>
)

/** Lines of a cell stand in one text: of hundreds of travelers each element counts. */
const TravelerCells = ({ traveler }: { traveler: ShownTraveler }) => (
  <>
    <th scope="row" data-label="Traveler" className="sm:min-w-36">
      <div className="whitespace-pre-line">
        <bdi className="block">{traveler.name}</bdi>
        <span className="block font-normal">{traveler.who}</span>
        {traveler.earlyBird && (
          <span className="block font-normal text-admin-soft text-xs">{traveler.earlyBird}</span>
        )}
      </div>
    </th>
    <td data-label="Diet and health" className="sm:min-w-36">
      <Health traveler={traveler} />
    </td>
    <td data-label="Emergency" className="sm:min-w-34">
      <div dir="auto" className="whitespace-pre-line">
        {traveler.emergency || 'Not given'}
        <span className="block sm:whitespace-nowrap">{traveler.emergencyPhone}</span>
      </div>
    </td>
    <td data-label="Flights" dir="auto" className="whitespace-pre-line sm:min-w-28">
      {traveler.flights || 'Not given'}
    </td>
    <td
      data-label="Contact"
      dir="auto"
      className="manifest-contact whitespace-pre-line wrap-anywhere sm:min-w-44"
    >
      {[traveler.email ?? 'No email', traveler.phone ?? 'No phone', traveler.home].join('\n')}
    </td>
    <td data-label="Booking" className="sm:min-w-28">
      <div>
        <BookingLink reference={traveler.reference} />
        {traveler.balance && <span className="block font-medium">{traveler.balance}</span>}
        {traveler.missing && <span className="block text-admin-soft text-xs">{traveler.missing}</span>}
      </div>
    </td>
  </>
)

const Health = ({ traveler: { diet, medical } }: { traveler: ShownTraveler }) => (
  <div>
    {diet && (
      <p className="manifest-mark whitespace-pre-line">
        <Badge tone="wait">Diet</Badge> <bdi>{diet}</bdi>
      </p>
    )}
    {medical && (
      <p className="manifest-mark mt-1 whitespace-pre-line">
        <Badge tone="failed">Medical</Badge> <bdi>{medical}</bdi>
      </p>
    )}
    {!diet && !medical && 'None given'}
  </div>
)

const PASSPORT_COLUMNS = [
  'Traveler',
  'Name in the passport',
  'Nationality',
  'Date of birth',
  'Passport number',
  'Valid until',
] as const

/**
 * What gates and hotels ask for, apart: on paper it begins a page of its own, which need not be with the
 * list.
 */
const Passports = ({ passports, departure }: { passports: ShownPassport[]; departure: number }) => (
  <section aria-labelledby="passports" className="manifest-passports mt-8">
    <h2 id="passports" className="mb-3 font-semibold text-control">
      Passports
    </h2>
    <AdminTable caption="Passports, by room" columns={PASSPORT_COLUMNS}>
      {passports.map((passport) => (
        <AdminRow key={passport.id}>
          <th scope="row" dir="auto">
            {passport.name}
          </th>
          <td dir="auto">{passport.passportName ?? MISSING}</td>
          <td dir="auto">{passport.nationality ?? MISSING}</td>
          <td>{passport.bornOn ?? MISSING}</td>
          <td className="break-words">{passport.number ?? MISSING}</td>
          <td>
            <div>
              {passport.endsOn ?? MISSING}
              {passport.endsTooSoon && (
                <span className="manifest-mark block">
                  <Badge tone="failed">{passport.endsTooSoon}</Badge>
                </span>
              )}
            </div>
          </td>
        </AdminRow>
      ))}
    </AdminTable>
    <div className="admin-no-print mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
      <ExportLink
        of="manifest"
        query={{ departure: String(departure), with: 'passports' }}
        className={adminButton('danger')}
      >
        CSV with passport numbers and medical notes
      </ExportLink>
      <p className="max-w-prose text-admin-soft text-sm">
        Anyone who gets this file can read all of it. Keep it where you would keep the passports, do not email
        it, and delete it after the journey. The audit log records who took it.
      </p>
    </div>
  </section>
)

const MISSING = 'Missing'
