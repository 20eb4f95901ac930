import { type Words, words } from '#app/mail/letter'
import type { Day } from '#app/platform/days'
import { departuresNotOver, liesAhead } from '#app/tours/departures.server'
import { departureInWords } from '#app/tours/tours.server'
import { type Room, roomList, type Sleeper } from './room-guests.server'
import { hasDeclined } from './room-wishes.server'

// Who could share a double room again, or at last: staff decide. Found from the rooms as they are, so that
// whatever left someone alone (a cancellation, a move, another kind of room) is seen.

/** Why two who are alone in doubles belong together; the strongest first. */
const REASONS = {
  'one-booking': (one: Sleeper, other: Sleeper) => one.bookingId === other.bookingId && !isParted(one, other),
  'parted-by-move': (one: Sleeper, other: Sleeper) =>
    one.bookingId !== other.bookingId && isParted(one, other),
  named: (one: Sleeper, other: Sleeper) => names(one, other) || names(other, one),
  introduction: (one: Sleeper, other: Sleeper) =>
    one.wish?.kind === 'introduction' && other.wish?.kind === 'introduction',
}

export type ProposalReason = keyof typeof REASONS
export type RoomProposal = { one: Sleeper; other: Sleeper; because: ProposalReason }

/** Of two bookings it was a move; of one, staff wanted it so. */
const isParted = (one: Sleeper, other: Sleeper): boolean =>
  one.partedFromId === other.travelerId || other.partedFromId === one.travelerId

const names = (one: Sleeper, other: Sleeper): boolean =>
  one.bookingId !== other.bookingId &&
  one.wish?.kind === 'companion' &&
  [other.reference, other.email.toLowerCase()].includes(one.wish.companion) &&
  !hasDeclined(other.reference, one.reference)

/** Pairs of travelers who are alone in double rooms, each traveler in one at most. */
export function proposedRooms(rooms: Room[]): RoomProposal[] {
  let alone = rooms.flatMap(({ hasFreeBed, sleepers }) => (hasFreeBed ? sleepers : []))
  const proposals: RoomProposal[] = []
  for (const because of Object.keys(REASONS) as ProposalReason[]) {
    for (const one of alone) {
      if (!alone.includes(one)) continue
      const other = alone.find((mate) => mate !== one && REASONS[because](one, mate))
      if (!other) continue
      proposals.push({ one, other, because })
      alone = alone.filter((left) => left !== one && left !== other)
    }
  }
  return proposals
}

/** The departures ahead on which travelers could share a room, the next first. */
export const roomsToSettle = (today: Day) =>
  departuresNotOver(today)
    .filter((departure) => liesAhead(departure, today))
    .map((departure) => ({
      departureId: departure.id,
      dates: departureInWords(departure),
      proposals: proposedRooms(roomList(departure.id)).length,
    }))
    .filter(({ proposals }) => proposals > 0)

/** What a letter to the lead traveler says of two of the party who are each alone in a double room now. */
export function roomsApart({ id, departureId }: { id: number; departureId: number }): Words[] {
  const apart = proposedRooms(roomList(departureId)).filter(
    ({ one, because }) => because === 'one-booking' && one.bookingId === id,
  )
  const nameOf = ({ position, name }: Sleeper) => (position === 1 ? 'you' : name || 'one of your party')
  return apart.map(({ one, other }) => {
    const both = `${nameOf(one)} and ${nameOf(other)}`
    const who = [one, other].some(({ position }) => position === 1) ? 'you' : 'they'
    return words`
      ${both.charAt(0).toUpperCase()}${both.slice(1)} are each alone in a double room now. We suggest that ${who}
      share one, and will arrange it unless you reply that you would rather not. The price stays the same.
    `
  })
}
