import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { now, today } from '#app/platform/clock.server'
import { namesOf } from '#app/platform/typed/fields'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { byStaff, recordAct } from '#app/staff/audit-log.server'
import { may } from '#app/staff/rights'
import { detailName, type ManifestLook, PASSPORT_FIELDS } from '#app/travelers/detail-fields'
import {
  AdminHeading,
  AdminPanel,
  AdminRow,
  AdminTable,
  adminButton,
  adminHead,
  EmptyState,
  ExportLink,
} from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { PrintButton } from '#app/ui/admin/list-controls'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { manifest } from '#app/views/manifest.server'
import type { Line } from './manifest-facts.server'
import { PARTS } from './manifest-parts'
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
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'see journey')
  const departure = requestedDeparture(request, staff, params)
  recordAct(now(), { ...byStaff(staff), action: 'manifest-opened', subject: `departure:${departure.id}` })
  const rooms = manifest(departure)
  return {
    id: departure.id,
    passports: shownPassports(departure, rooms),
    // From the first day on: before, there is nothing to say.
    aboard: aboardDays(departure).filter(({ day }) => day <= today()),
    ...shownManifest(departure, rooms, (right) => may(staff, right), now()),
  }
}

export const meta = () => adminHead('Manifest')

/** No link leads here with `prefetch`: fetching is opening. */
export default function ManifestPage() {
  const { id, asOf, totals, rooms, passports, aboard } = useLoaderData<typeof loader>()
  const [paid, ...others] = totals
  const lead = [`As of ${asOf}. ${paid}`, ...others]
  return (
    <div className="print-wide">
      <AdminHeading
        title="Manifest"
        lead={lead.map((line) => (
          <span key={line} dir="auto" className="block">
            {line}
          </span>
        ))}
      >
        {rooms.length > 0 && <Files departure={id} />}
        <PrintButton />
      </AdminHeading>
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

const COLUMNS = ['Room', ...Object.values(PARTS).map(({ label }) => label)]

/** Who travels, a room after the other: on paper none is cut in two. */
const ManifestTable = ({ rooms }: { rooms: ShownRoom[] }) => (
  <AdminTable caption="Paid travelers, by room" columns={COLUMNS} grouped dense>
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
  <th scope="rowgroup" rowSpan={travelers.length} data-label="Room" className="sm:min-w-25">
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

/** On a phone what is not known takes no line: the last part says what is missing. */
const TravelerCells = ({ traveler: { name, lines } }: { traveler: ShownTraveler }) =>
  namesOf(PARTS).map((part) => {
    const { label, none, className } = PARTS[part]
    const Cell = part === 'who' ? 'th' : 'td'
    const isUnknown = part !== 'who' && lines[part].length === 0
    return (
      <Cell
        key={part}
        scope={part === 'who' ? 'row' : undefined}
        data-label={label}
        className={`${className} ${isUnknown ? 'max-sm:hidden' : ''}`}
      >
        <div dir="auto" className="whitespace-pre-line font-normal">
          {part === 'who' && <bdi className="block font-semibold">{name}</bdi>}
          {isUnknown ? none : lines[part].map(lineShown)}
        </div>
      </Cell>
    )
  })

function lineShown(line: Line) {
  if (typeof line === 'string') return line
  const { look, words } = line
  if (look === 'reference') return <BookingLink key={words} reference={words} />
  const badge = BADGES[look]
  return (
    <span key={words} className={LOOKS[look]}>
      {badge ? (
        <>
          <Badge tone={badge.tone}>{badge.words}</Badge> <bdi>{words}</bdi>
        </>
      ) : (
        words
      )}
    </span>
  )
}

const BADGES: Partial<Record<ManifestLook, { tone: BadgeTone; words: string }>> = {
  diet: { tone: 'wait', words: 'Diet' },
  medical: { tone: 'failed', words: 'Medical' },
}

const LOOKS: Record<ManifestLook, string> = {
  diet: 'manifest-mark block',
  medical: 'manifest-mark mt-1 block',
  phone: 'block sm:whitespace-nowrap',
  reference: '',
  strong: 'block font-medium',
  quiet: 'block text-2xs text-admin-soft',
}

const PASSPORT_COLUMNS = ['Traveler', ...PASSPORT_FIELDS.map(detailName)]

/**
 * What gates and hotels ask for, apart: on paper it begins a page of its own, which need not be with the
 * list.
 */
function Passports({ passports, departure }: { passports: ShownPassport[]; departure: number }) {
  const given = passports.filter(({ fields }) => fields.some(({ words }) => words !== null))
  const lacking = passports.filter((one) => !given.includes(one))
  return (
    <section aria-labelledby="passports" className="manifest-passports mt-8">
      <h2 id="passports" className="mb-3 font-semibold text-control">
        Passports
      </h2>
      {given.length > 0 && (
        <AdminTable caption="Passports, by room" columns={PASSPORT_COLUMNS}>
          {given.map(({ id, name, fields }) => (
            <AdminRow key={id}>
              <th scope="row" dir="auto">
                {name}
              </th>
              {fields.map(({ field, words, warning }) => (
                <td key={field} dir="auto" className="break-words">
                  <div>
                    {words ?? 'Missing'}
                    {warning && (
                      <span className="manifest-mark block">
                        <Badge tone="failed">{warning}</Badge>
                      </span>
                    )}
                  </div>
                </td>
              ))}
            </AdminRow>
          ))}
        </AdminTable>
      )}
      {lacking.length > 0 && (
        <p className="mt-3 text-sm" dir="auto">
          Nothing given yet: {lacking.map(({ name }) => name).join(', ')}.
        </p>
      )}
      <div className="admin-no-print mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <ExportLink
          of="manifest"
          query={{ departure: String(departure), with: 'passports' }}
          className={adminButton('danger')}
        >
          CSV with passport numbers and medical notes
        </ExportLink>
        <p className="max-w-prose text-admin-soft text-sm">
          Anyone who gets this file can read all of it. Keep it where you would keep the passports, do not
          email it, and delete it after the journey. The audit log records who took it.
        </p>
      </div>
    </section>
  )
}
