import { ROOM_NAMES } from '#app/tour/room-type'
import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { DeskTable } from '#app/ui/desk/desk-table'
import { Link } from '#app/ui/link'
import type { ShownRoom, ShownSleeper } from './rooms-page.server'

type Props = { rooms: ShownRoom[]; page: string }

/** Who sleeps with whom; `page` is the list's own address, to which a dialog's words are added. */
export const RoomTable = ({ rooms, page }: Props) => (
  <DeskTable
    stacks
    caption="Rooms, those with somebody alone in a double first"
    columns={[
      'Room',
      'Kind',
      'Who sleeps in it',
      { label: 'Change', className: 'desk-no-print', hidden: true },
    ]}
  >
    {rooms.map((room, index) => (
      <tr key={room.id}>
        <th scope="row" className="whitespace-nowrap">
          Room {index + 1}
        </th>
        <td data-label="Kind" className="whitespace-nowrap">
          {ROOM_NAMES[room.roomType]}
        </td>
        <td data-label="Who" className="sm:min-w-72">
          <ul className="grid gap-2">
            {room.sleepers.map((sleeper) => (
              <SleeperLine key={sleeper.travelerId} sleeper={sleeper} isAlone={room.hasFreeBed} />
            ))}
          </ul>
        </td>
        <td className="desk-no-print sm:text-right">
          <Change room={room} page={page} />
        </td>
      </tr>
    ))}
  </DeskTable>
)

/** What somebody wishes is over once they share a room. */
const SleeperLine = ({ sleeper, isAlone }: { sleeper: ShownSleeper; isAlone: boolean }) => (
  <li className="[overflow-wrap:anywhere]">
    <bdi className="font-semibold">{sleeper.name}</bdi>{' '}
    <Link
      to={`/admin/bookings/${sleeper.reference}`}
      className="whitespace-nowrap text-umber underline underline-offset-3"
    >
      {sleeper.reference}
    </Link>
    {isAlone && (
      <>
        {' '}
        <Badge tone="wait">Alone</Badge>
        {sleeper.wish && <span className="block text-desk-soft text-xs">{sleeper.wish}</span>}
      </>
    )}
  </li>
)

function Change({ room, page }: { room: ShownRoom; page: string }) {
  const [first, second] = room.sleepers
  if (first && room.hasFreeBed)
    return <ChangeLink to={`${page}&pair=${first.travelerId}`} does="Pair" names={[first]} />
  if (first && second)
    return <ChangeLink to={`${page}&part=${second.travelerId}`} does="Part" names={[first, second]} />
  return null
}

const ChangeLink = ({ to, does, names }: { to: string; does: string; names: ShownSleeper[] }) => (
  <Link to={to} preventScrollReset className={deskButton('plain')}>
    {does}
    <span className="sr-only"> {names.map(({ name }) => name).join(' and ')}</span>
  </Link>
)
