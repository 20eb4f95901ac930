import { inWords } from '#app/numbers'
import type { Party } from '#app/tour/party'
import { travelersInWords } from '#app/tour/party'
import { ROOM_BEDS } from '#app/tour/room-type'
import { Button } from '#app/ui/button'
import { SelectField } from '#app/ui/select-field'

type Props = {
  party: Party
  atMost: number
  errors?: string[]
  /** Before scripts run, and without them, a button asks for the price. */
  hasScripts: boolean
  onChange: (guests: number) => void
}

/** How many travel on this booking, and which rooms they get. */
export const PartyField = ({ party, atMost, errors, hasScripts, onChange }: Props) => (
  <div className={`grid items-start gap-3 ${hasScripts ? '' : 'sm:grid-cols-[minmax(0,1fr)_auto]'}`}>
    <SelectField
      name="travelers"
      label="How many travelers?"
      value={String(party.guests)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      errors={errors}
      hint={roomsFor(party)}
    >
      {Array.from({ length: atMost }, (_, index) => index + 1).map((guests) => (
        <option key={guests} value={guests}>
          {travelersInWords(guests)}
        </option>
      ))}
    </SelectField>
    {!hasScripts && atMost > 1 && (
      <Button name="reprice" value="yes" tone="outline" formNoValidate className="sm:mt-6">
        Show the price
      </Button>
    )}
  </div>
)

/** One traveler alone reads nothing more than the room's name says. */
function roomsFor({ roomType, guests }: Party): string | undefined {
  if (guests === 1) return undefined
  const full = Math.floor(guests / ROOM_BEDS[roomType])
  const rooms = `${full === 1 ? 'One' : inWords(full)} ${roomType} ${full === 1 ? 'room' : 'rooms'}`
  const isOneOver = guests % ROOM_BEDS[roomType] > 0
  return `${rooms.charAt(0).toUpperCase()}${rooms.slice(1)}.${
    isOneOver ? ' One of you shares a double room with another traveler, whom we introduce to you.' : ''
  }`
}
