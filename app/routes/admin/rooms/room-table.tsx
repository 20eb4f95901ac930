import { Form, useNavigation } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { ROOM_NAMES } from '#app/tours/party'
import { AdminLink, AdminPanel, AdminRow, AdminTable, EmptyState } from '#app/ui/admin/admin-parts'
import { BookingLink } from '#app/ui/admin/admin-shell'
import { ConfirmDialog, DialogActions, RouteDialog } from '#app/ui/admin/route-dialog'
import { Badge } from '#app/ui/badge'
import { SelectField } from '#app/ui/field'
import type { RoomsPage, ShownRoom, ShownSleeper } from './rooms-page.server'

type Props = { rooms: ShownRoom[]; page: string | null }

/**
 * Who sleeps with whom; `page` is the list's own address, to which a dialog's words are added; null where
 * nothing may be changed.
 */
export const RoomTable = ({ rooms, page }: Props) => (
  <AdminTable
    caption="Rooms, those with someone alone in a double first"
    columns={[
      'Room',
      'Kind',
      'Who sleeps in it',
      ...(page === null ? [] : [{ label: 'Change', className: 'admin-no-print', hidden: true }]),
    ]}
  >
    {rooms.map((room, index) => (
      <AdminRow key={room.id}>
        <th scope="row" className="whitespace-nowrap">
          Room {index + 1}
        </th>
        <td className="whitespace-nowrap">{ROOM_NAMES[room.roomType]}</td>
        <td className="sm:min-w-72">
          <ul className="grid gap-2">
            {room.sleepers.map((sleeper) => (
              <SleeperLine key={sleeper.travelerId} sleeper={sleeper} isAlone={room.hasFreeBed} />
            ))}
          </ul>
        </td>
        {page !== null && (
          <td className="admin-no-print sm:text-right">
            <Change room={room} page={page} />
          </td>
        )}
      </AdminRow>
    ))}
  </AdminTable>
)

/** What someone wishes is over once they share a room. */
const SleeperLine = ({ sleeper, isAlone }: { sleeper: ShownSleeper; isAlone: boolean }) => (
  <li className="[overflow-wrap:anywhere]">
    <bdi className="font-semibold">{sleeper.name}</bdi> <BookingLink reference={sleeper.reference} />
    {isAlone && (
      <>
        {' '}
        <Badge tone="wait">Alone</Badge>
        {sleeper.wish && <span className="block text-admin-soft text-xs">{sleeper.wish}</span>}
      </>
    )}
  </li>
)

function Change({ room, page }: { room: ShownRoom; page: string }) {
  const [first, second] = room.sleepers
  if (first && room.hasFreeBed)
    return <ChangeLink to={`${page}?pair=${first.travelerId}`} does="Put together" names={[first]} />
  if (first && second)
    return <ChangeLink to={`${page}?part=${second.travelerId}`} does="Separate" names={[first, second]} />
  return null
}

const ChangeLink = ({ to, does, names }: { to: string; does: string; names: ShownSleeper[] }) => (
  <AdminLink to={to} preventScrollReset>
    {does}
    <span className="sr-only"> {names.map(({ name }) => name).join(' and ')}</span>
  </AdminLink>
)

type ProposalsProps = { proposals: RoomsPage['proposals']; page: string | null }

/** Who are alone in double rooms and could share one: the next step shows it in full. */
export const Proposals = ({ proposals, page }: ProposalsProps) =>
  proposals.length > 0 && (
    <AdminPanel title="Rooms to settle" className="admin-no-print mb-5 p-5">
      <ul className="grid gap-4">
        {proposals.map(({ one, other, because }) => (
          <li
            key={one.travelerId}
            className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 text-sm [overflow-wrap:anywhere]"
          >
            <span className="min-w-0">
              <Who sleeper={one} /> and <Who sleeper={other} />
              <span className="block text-admin-soft text-xs">{because}.</span>
            </span>
            {page !== null && (
              <ChangeLink
                to={`${page}?pair=${one.travelerId}&with=${other.travelerId}`}
                does="Put together"
                names={[one, other]}
              />
            )}
          </li>
        ))}
      </ul>
    </AdminPanel>
  )

type DialogProps = { page: string; refused?: string | undefined }

type PairProps = DialogProps & { pairing: NonNullable<RoomsPage['pairing']> }

/** First with whom, then what will be done; both without scripts. */
export function PairDialog({ page, refused, pairing }: PairProps) {
  const { traveler, others, chosen } = pairing
  const busy = useNavigation().state !== 'idle'
  if (chosen) return <ConfirmPairing {...{ page, refused, traveler, chosen }} />
  return (
    <RouteDialog title={`Put ${traveler.name} together with another traveler`} closeTo={page}>
      {others.length === 0 ? (
        <EmptyState title="No one else is alone in a double room">
          Anyone who books a double room alone will be listed here.
        </EmptyState>
      ) : (
        <Form method="get" action={page} preventScrollReset className="grid gap-5">
          <input type="hidden" name="pair" value={traveler.travelerId} />
          {traveler.wish && <p className="text-sm [overflow-wrap:anywhere]">{traveler.wish}.</p>}
          <SelectField
            name="with"
            label="Share with"
            hint="Nothing happens yet: the next step shows it in full."
          >
            {others.map((other) => (
              <option key={other.travelerId} value={other.travelerId}>
                {[`${other.name}, ${other.reference}`, other.wish].filter(Boolean).join(': ')}
              </option>
            ))}
          </SelectField>
          <DialogActions cancelTo={page} busy={busy} label="Continue" busyLabel="Continuing..." />
        </Form>
      )}
    </RouteDialog>
  )
}

type Confirming = DialogProps & { traveler: ShownSleeper; chosen: ShownSleeper }

/** A dialog of its own, so that it begins with its focus where a dialog begins. */
const ConfirmPairing = ({ traveler, chosen, ...dialog }: Confirming) => (
  <ConfirmRooms
    {...dialog}
    title="Put these two together?"
    fields={{ intent: 'pair', travelerId: traveler.travelerId, withId: chosen.travelerId }}
    label="Put together"
    busyLabel="Putting together..."
  >
    <li>
      <Who sleeper={traveler} /> moves into the double room of <Who sleeper={chosen} />.
    </li>
    {isOneBooking(traveler, chosen) ? (
      <li>Both are on the same booking: no one gets an email.</li>
    ) : (
      <>
        <li>
          Each gets an email with the other’s first name, and nothing more: to {traveler.email} and to{' '}
          {chosen.email}.
        </li>
        <li>Prices and payments stay as they are. You can separate them again at any time.</li>
      </>
    )}
  </ConfirmRooms>
)

type PartProps = DialogProps & { parting: NonNullable<RoomsPage['parting']> }

export const PartDialog = ({ parting: { traveler, stays }, ...dialog }: PartProps) => (
  <ConfirmRooms
    {...dialog}
    title="Separate these two?"
    fields={{ intent: 'part', travelerId: traveler.travelerId }}
    label="Separate"
    busyLabel="Separating..."
  >
    <li>
      <Who sleeper={traveler} /> gets another double room. <Who sleeper={stays} /> stays. Each is alone.
    </li>
    {isOneBooking(traveler, stays) ? (
      <li>Both are on the same booking: no one gets an email.</li>
    ) : (
      <>
        <li>They no longer see each other’s contact details.</li>
        <li>
          Each gets an email: to {traveler.email} and to {stays.email}.
        </li>
      </>
    )}
    <li>Prices and payments stay as they are.</li>
  </ConfirmRooms>
)

const isOneBooking = (one: ShownSleeper, other: ShownSleeper): boolean => one.reference === other.reference

const Who = ({ sleeper }: { sleeper: ShownSleeper }) => (
  <>
    <bdi className="font-semibold">{sleeper.name}</bdi> ({sleeper.reference})
  </>
)

type ConfirmProps = DialogProps & Omit<ComponentProps<typeof ConfirmDialog>, 'closeTo'>

/** What will be done, line by line. */
const ConfirmRooms = ({ page, children, ...confirm }: ConfirmProps) => (
  <ConfirmDialog closeTo={page} {...confirm}>
    <ul className="grid list-disc gap-2 pl-5 text-sm [overflow-wrap:anywhere]">{children}</ul>
  </ConfirmDialog>
)
