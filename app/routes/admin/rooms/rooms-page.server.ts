import { businessTime, now, today } from '#app/platform/clock.server'
import { may } from '#app/staff/rights'
import type { Staff } from '#app/staff/sessions.server'
import { areRoomsOpen } from '#app/tours/departure'
import type { Departure } from '#app/tours/departures.server'
import { type Room, roomList, type Sleeper } from '#app/travelers/room-guests.server'
import { type ProposalReason, proposedRooms } from '#app/travelers/room-proposals.server'

/** The room list, and the dialog that its address opens: `?pair=…`, with whom `&with=…`, or `?part=…`. */
export function roomsPage(departure: Departure, query: URLSearchParams, staff: Staff) {
  const mayChange = may(staff, 'change travelers')
  const rooms = roomList(departure.id)
  const proposals = areRoomsOpen(departure, today()) ? proposedRooms(rooms) : []
  return {
    id: departure.id,
    mayChange,
    asOf: businessTime(now()),
    rooms: rooms.map((room) => ({ ...room, sleepers: room.sleepers.map(sleeperWords) })),
    proposals: proposals.map(({ one, other, because }) => ({
      ...{ one: sleeperWords(one), other: sleeperWords(other), because: BECAUSE[because] },
    })),
    pairing: mayChange ? requestedPairing(query, rooms) : null,
    parting: mayChange ? requestedParting(query, rooms) : null,
  }
}

const BECAUSE: Record<ProposalReason, string> = {
  'one-booking': 'They are on one booking, and each is alone',
  'parted-by-move': 'They shared a room until one of them was moved',
  named: 'One of them named the other',
  introduction: 'Both want to be introduced to someone',
}

export type RoomsPage = ReturnType<typeof roomsPage>
export type ShownRoom = RoomsPage['rooms'][number]
export type ShownSleeper = ShownRoom['sleepers'][number]

const sleeperWords = (sleeper: Sleeper) => ({
  travelerId: sleeper.travelerId,
  name: sleeper.name || `Companion of ${sleeper.payerName}`,
  reference: sleeper.reference,
  email: sleeper.email,
  wish: sleeper.wish && wishWords(sleeper.wish),
})

const wishWords = ({ kind, companion }: NonNullable<Sleeper['wish']>): string =>
  kind === 'companion' ? `Travels with ${companion}` : 'Wants to be introduced to someone'

/** Null where the address asks for no one, or for someone who is not alone anymore. */
function requestedPairing(query: URLSearchParams, rooms: Room[]) {
  const alone = rooms
    .filter(({ hasFreeBed }) => hasFreeBed)
    .flatMap(({ sleepers }) => sleepers.map(sleeperWords))
  const traveler = alone.find((one) => isNamed(one, query.get('pair')))
  if (!traveler) return null
  const others = alone.filter(({ travelerId }) => travelerId !== traveler.travelerId)
  return { traveler, others, chosen: others.find((one) => isNamed(one, query.get('with'))) ?? null }
}

function requestedParting(query: URLSearchParams, rooms: Room[]) {
  const asked = query.get('part')
  const room = rooms.find(({ sleepers }) => sleepers.some((one) => isNamed(one, asked)))
  const [stays, moves] = (room?.sleepers ?? []).toSorted(
    (one, other) => Number(isNamed(one, asked)) - Number(isNamed(other, asked)),
  )
  return stays && moves ? { traveler: sleeperWords(moves), stays: sleeperWords(stays) } : null
}

const isNamed = ({ travelerId }: { travelerId: number }, asked: string | null): boolean =>
  String(travelerId) === asked
