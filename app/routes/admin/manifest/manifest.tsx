import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
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
import { Call } from '#app/ui/admin/attention'
import { PrintButton } from '#app/ui/admin/list-controls'
import { Badge, type BadgeTone } from '#app/ui/badge'
import { telHref } from '#app/ui/link'
import { manifest } from '#app/views/manifest.server'
import type { Line } from './manifest-facts.server'
import { PARTS } from './manifest-parts'
import {
  type AboardDay,
  aboardDays,
  requestedDeparture,
  type ShownManifest,
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
  const { id, asOf, medical, totals, rooms, passports, aboard } = useLoaderData<typeof loader>()
  return (
    <div className="print-wide">
      <AdminHeading title="Manifest" lead={`As of ${asOf}.`}>
        {rooms.length > 0 && <Files departure={id} />}
        <PrintButton />
      </AdminHeading>
      {rooms.length === 0 ? (
        <EmptyState title="No travelers yet">Travelers who have paid will appear here.</EmptyState>
      ) : (
        <>
          <Totals medical={medical} totals={totals} />
          {aboard.length > 0 && <Aboard days={aboard} />}
          <ManifestTable rooms={rooms} />
          <TravelerCards rooms={rooms} />
          <Passports passports={passports} departure={id} />
        </>
      )}
    </div>
  )
}

/** The party at a glance; what someone’s life may depend on comes first. */
const Totals = ({ medical, totals }: Pick<ShownManifest, 'medical' | 'totals'>) => (
  <ul aria-label="The party in short" className="mb-4 flex flex-wrap gap-2" dir="auto">
    <li className="manifest-mark">
      <Badge tone={medical.length > 0 ? 'failed' : 'quiet'}>
        {medical.length > 0
          ? `Medical ${medical.length}: ${medical.map(({ name }) => name).join(', ')}`
          : 'Medical: none given'}
      </Badge>
    </li>
    {totals.map(({ words, isMarked }) => (
      <li key={words} className="manifest-mark">
        <Badge tone={isMarked ? 'wait' : 'quiet'}>{words}</Badge>
      </li>
    ))}
  </ul>
)

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
      Open the phone view
    </a>
    <a href={`/admin/manifest-offline?departure=${departure}`} className={adminButton('plain')} download>
      Download for offline
    </a>
  </>
)

const COLUMNS = ['Room', ...Object.values(PARTS).map(({ label }) => label)]

/** Who travels, a room after the other: on paper none is cut in two. A phone has the cards instead. */
const ManifestTable = ({ rooms }: { rooms: ShownRoom[] }) => (
  <div className="max-sm:hidden print:block">
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
  </div>
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

const TravelerCells = ({ traveler: { name, lines } }: { traveler: ShownTraveler }) =>
  namesOf(PARTS).map((part) => {
    const { label, none, className } = PARTS[part]
    const Cell = part === 'who' ? 'th' : 'td'
    const isUnknown = part !== 'who' && lines[part].length === 0
    return (
      <Cell key={part} scope={part === 'who' ? 'row' : undefined} data-label={label} className={className}>
        <div dir="auto" className="whitespace-pre-line font-normal">
          {part === 'who' && <bdi className="block font-semibold">{name}</bdi>}
          {isUnknown ? <Unknown words={none} /> : lines[part].map(lineShown)}
        </div>
      </Cell>
    )
  })

const Unknown = ({ words }: { words: string }) => (
  <>
    <span aria-hidden="true" className="text-admin-soft">
      –
    </span>
    <span className="sr-only">{words}</span>
  </>
)

/** On a phone a card says what one looks for on the way; the rest opens. */
const TravelerCards = ({ rooms }: { rooms: ShownRoom[] }) => (
  <ul aria-label="Travelers" className="admin-rows sm:hidden print:hidden">
    {rooms.flatMap((room) =>
      room.travelers.map((traveler) => <TravelerCard key={traveler.id} room={room} traveler={traveler} />),
    )}
  </ul>
)

const CARD_BUTTON = adminButton('plain', 'cursor-pointer list-none')

const TravelerCard = ({ room, traveler }: { room: ShownRoom; traveler: ShownTraveler }) => {
  const { name, lines, phone, email, lacking } = traveler
  return (
    <li className="px-3.5 py-3" dir="auto">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere font-bold text-control leading-snug">
          <bdi>{name}</bdi>
        </h3>
        <Badge tone={room.hasFreeBed ? 'wait' : 'quiet'}>
          Room {room.number} · {room.roomType}
          {room.hasFreeBed && ' · bed free'}
        </Badge>
      </div>
      {lines.health.length > 0 && (
        <div className="wrap-anywhere whitespace-pre-line text-sm">{lines.health.map(lineShown)}</div>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {phone && (
          <a href={telHref(phone.number)} className={CARD_BUTTON}>
            {phone.isOfLead ? 'Call lead traveler' : 'Call'}
            <span className="sr-only"> {name}</span>
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className={CARD_BUTTON}>
            Email<span className="sr-only"> {name}</span>
          </a>
        )}
        <details className="admin-menu open:basis-full">
          <summary className={CARD_BUTTON}>
            All details<span className="sr-only"> of {name}</span>
          </summary>
          <AllDetails lines={lines} />
        </details>
      </div>
      <p className="wrap-anywhere mt-2 text-2xs text-admin-soft">
        {lines.booking.filter(isOnCard).map((line, place) => (
          <Fragment key={wordsOf(line)}>
            {place > 0 && ' · '}
            {typeof line !== 'string' && line.look === 'reference' ? lineShown(line) : wordsOf(line)}
          </Fragment>
        ))}
        {lacking && ` · ${lacking}`}
      </p>
    </li>
  )
}

const wordsOf = (line: Line) => (typeof line === 'string' ? line : line.words)

/** What is missing is said in short there. */
const isOnCard = (line: Line) => typeof line === 'string' || line.look !== 'quiet'

const AllDetails = ({ lines }: Pick<ShownTraveler, 'lines'>) => (
  <dl className="mt-3 grid gap-2 text-sm">
    {namesOf(PARTS)
      .filter((part) => part !== 'health' && lines[part].length > 0)
      .map((part) => (
        <div key={part} className="wrap-anywhere">
          <dt className="text-2xs text-admin-soft">{PARTS[part].label}</dt>
          <dd className="whitespace-pre-line">{lines[part].map(lineOnCard)}</dd>
        </div>
      ))}
  </dl>
)

/** There a number is called by a tap. */
const lineOnCard = (line: Line) =>
  typeof line !== 'string' && line.look === 'phone' ? (
    <span key={line.words} className="block">
      <Call phone={line.words} />
    </span>
  ) : (
    lineShown(line)
  )

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
        <AdminTable caption="Passports, by room" columns={PASSPORT_COLUMNS} pairs>
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
