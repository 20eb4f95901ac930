import { type Cents, cents, showCents } from '#app/platform/money'

/** How many may travel on one booking. Without imports: browser and database read it (rules 1.18). */
export const PARTY_AT_MOST = 6

/** Double: a bed in a shared room. Single: a room to oneself. Both are prices per traveler (rules 1.2). */
export type RoomType = 'double' | 'single'

export const ROOM_NAMES: Record<RoomType, string> = { double: 'Double room', single: 'Single room' }

/** How many sleep in one. */
export const ROOM_BEDS: Record<RoomType, number> = { double: 2, single: 1 }

/** A wrong or missing room type is a double. */
export const roomTypeOf = (value: unknown): RoomType => (value === 'single' ? 'single' : 'double')

/** For whom a price is asked: so many travelers, all in rooms of one kind (rules 1.18). */
export type Party = { roomType: RoomType; guests: number }

/** '1 traveler', '2 travelers'. */
export const travelersInWords = (guests: number): string =>
  guests === 1 ? '1 traveler' : `${guests} travelers`

/** '1 seat', '2 seats'. */
export const seatsInWords = (seats: number): string => `${seats} ${seats === 1 ? 'seat' : 'seats'}`

/** 'Double room', and for a party 'Double room, 2 travelers'. */
export const roomOfParty = (roomName: string, guests: number): string =>
  guests === 1 ? roomName : `${roomName}, ${travelersInWords(guests)}`

/**
 * How the price of a party came about, as '2 × $4,500', with what stays of those who left: '2 × $4,500 + $500
 * kept from a canceled traveler'. Null for one traveler alone, and where the price is another by now than
 * what was agreed for each.
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

/** The same of a sum that is as much for each: '2 × $500'; null for one traveler. */
export const sumOfEqualShares = (totalCents: Cents, guests: number): string | null =>
  guests > 1 && totalCents % guests === 0 ? `${guests} × ${showCents(cents(totalCents / guests))}` : null
