import { type Cents, cents, showCents } from '#app/platform/money'
import type { ROOM_TYPES } from '#db/values'

export type RoomType = (typeof ROOM_TYPES)[number]

export const ROOM_NAMES: Record<RoomType, string> = { double: 'Double room', single: 'Single room' }

/** How many sleep in one. */
export const ROOM_BEDS: Record<RoomType, number> = { double: 2, single: 1 }

/** A wrong or missing room type is a double. */
export const roomTypeOf = (value: unknown): RoomType => (value === 'single' ? 'single' : 'double')

/**
 * How many travel, the lead traveler's kind of room, and how many sleep in single rooms; left out, all have
 * the lead traveler's kind (rules 1.18).
 */
export type Party = { roomType: RoomType; travelers: number; singles?: number | undefined }

/** The kind of room of each traveler, by seat: the lead traveler's first, singles last. */
export function roomKindsOf({ roomType, travelers, singles }: Party): RoomType[] {
  const [least, most] = roomType === 'single' ? [1, travelers] : [0, travelers - 1]
  const alone = Math.max(least, Math.min(most, singles ?? (roomType === 'single' ? most : least)))
  const doubles = travelers - alone - (roomType === 'double' ? 1 : 0)
  const others = Array.from(
    { length: travelers - 1 },
    (_, seat): RoomType => (seat < doubles ? 'double' : 'single'),
  )
  return [roomType, ...others]
}

/** How many of a party have rooms of a kind. */
export const countOf = (party: Party, kind: RoomType): number =>
  roomKindsOf(party).filter((one) => one === kind).length

/** The party that a guest asks for. `singles` counts only where the lead traveler has a double room. */
export const requestedParty = (
  roomType: RoomType,
  { travelers = 1, singles }: { travelers?: number | undefined; singles?: number | undefined },
): Party => ({ roomType, travelers, singles: roomType === 'single' ? travelers : singles })

/** The party of a booking. */
export const bookedParty = (booking: { roomType: RoomType; travelers: number; singles: number }) =>
  ({ roomType: booking.roomType, travelers: booking.travelers, singles: booking.singles }) satisfies Party

/** '1 traveler', '2 travelers'. */
export const travelersInWords = (travelers: number): string =>
  travelers === 1 ? '1 traveler' : `${travelers} travelers`

/** '1 seat', '2 seats'. */
export const seatsInWords = (seats: number): string => `${seats} ${seats === 1 ? 'seat' : 'seats'}`

/** Whether some of a party share double rooms and others have single ones. */
export const isMixed = (party: Party): boolean => new Set(roomKindsOf(party)).size > 1

const MIXED_ROOMS = 'Double and single rooms'

/** The rooms of one kind in which so many sleep: 'Double room' for one or two, 'Double rooms' for three. */
const roomsFor = (kind: RoomType, travelers: number): string =>
  `${ROOM_NAMES[kind]}${travelers > ROOM_BEDS[kind] ? 's' : ''}`

/** 'Double room', for more than sleep in one 'Double rooms', and mixed 'Double and single rooms'. */
export const roomNameOf = (party: Party): string =>
  isMixed(party) ? MIXED_ROOMS : roomsFor(party.roomType, party.travelers)

/** 'Double room', 'Double rooms, 4 travelers', and mixed 'Double room for 2 and a single room'. */
export function roomsInWords(party: Party): string {
  if (party.travelers === 1) return ROOM_NAMES[party.roomType]
  if (!isMixed(party)) return `${roomNameOf(party)}, ${travelersInWords(party.travelers)}`
  const [doubles, singles] = [countOf(party, 'double'), countOf(party, 'single')]
  return `${roomsFor('double', doubles)} for ${doubles} and ${singles === 1 ? 'a single room' : `${singles} single rooms`}`
}

/**
 * '2 × $4,500', or '2 × $4,500 + $500 kept from a canceled traveler'. Null for one traveler alone, and where
 * the price is no longer the sum of what was agreed for each.
 */
export function sumOfShares(shares: readonly Cents[], staysCents: Cents, totalCents: Cents): string | null {
  const isAlone = shares.length < 2 && staysCents === 0
  if (isAlone || shares.reduce((sum: number, share) => sum + share, staysCents) !== totalCents) return null
  const counts = new Map<Cents, number>()
  for (const share of shares) counts.set(share, (counts.get(share) ?? 0) + 1)
  const parts = [...counts].map(([share, count]) => `${count} × ${showCents(share)}`)
  return [
    ...parts,
    ...(staysCents > 0 ? [`${showCents(staysCents)} kept from a canceled traveler`] : []),
  ].join(' + ')
}

/** What a letter says beside a price: how that of a party came about, and what of it staff wrote off. */
export type PriceNotes = { partySum?: string | null; writtenOffCents?: Cents }

/** '$9,000 (2 × $4,500; $4,000 written off)', and where there is nothing to explain '$4,500'. */
export function priceWithSum(totalCents: Cents, { partySum, writtenOffCents }: PriceNotes): string {
  const notes = [partySum, writtenOffCents ? `${showCents(writtenOffCents)} written off` : null].filter(
    Boolean,
  )
  return notes.length > 0 ? `${showCents(totalCents)} (${notes.join('; ')})` : showCents(totalCents)
}

/** The same of what is as much for each, as a deposit: '2 × $500'; null for one traveler. */
export const sumOfEqualShares = (totalCents: Cents, travelers: number): string | null =>
  travelers > 1 && totalCents % travelers === 0
    ? `${travelers} × ${showCents(cents(totalCents / travelers))}`
    : null
