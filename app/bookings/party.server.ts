import { and, eq, inArray, sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import { newLinkToken } from '#app/platform/keys.server'
import { type Cents, cents, showCents } from '#app/platform/money'
import { ROOM_BEDS, type RoomType, sumOfShares } from '#app/tours/party'
import { earlyBirdWords } from '#app/tours/price'
import { db, immediately, type Tx } from '#db/connection.server'
import { insertRow, prepared, rowBy, rowsBy } from '#db/prepared.server'
import { rooms, travelers } from '#db/schema/bookings'
import { charges, roomChanges } from '#db/schema/money'
import {
  type AgreedSeat,
  agreedSeats,
  type ChargeKind,
  enterCharges,
  ofFormerTravelers,
  type Part,
  type PriceChange,
  priceChangesOf,
} from './charges.server'
import { type Booking, isToken } from './find-booking.server'
import type { SeatOffer } from './installments/plan'
import { agreedPriceCents, type BookingMoney, isPaid, toPayBackCents } from './status'

/** The traveler on one seat of a booking; the first is the lead traveler. */
export type PartyTraveler = typeof travelers.$inferSelect

/** Who travels on a booking, the lead traveler first. */
export const partyOf = rowsBy(travelers, travelers.bookingId, travelers.position)

/**
 * Writes down who travels on a booking that holds its seats: a row for each seat, with its room, its deposit
 * and its price before a code; a double room for every two. A hold renewed for as many in the same rooms
 * keeps its rows, and those who were named.
 */
export function seatParty(booking: Booking, seats: SeatOffer[], now: Date, tx: Tx): void {
  const before = partyOf(booking.id)
  const depositCents = cents(booking.agreedDepositCents / seats.length)
  const payer = { name: booking.customerName, email: booking.customerEmail }
  const isHoused =
    String(before.map(({ roomType }) => roomType)) === String(seats.map(({ roomType }) => roomType))
  if (before.length > 0 && !isHoused) tx.delete(travelers).where(eq(travelers.bookingId, booking.id)).run()
  const roomOf: Partial<Record<RoomType, number>> = {}
  const sleepers = { double: 0, single: 0 }
  const seated: number[] = []
  for (const [index, { roomType }] of seats.entries()) {
    const seat = { depositCents, ...(index === 0 && payer), updatedAt: now }
    const had = isHoused && before[index]
    if (had) {
      tx.update(travelers).set(seat).where(eq(travelers.id, had.id)).run()
      seated.push(had.id)
      continue
    }
    if (sleepers[roomType] % ROOM_BEDS[roomType] === 0) roomOf[roomType] = newRoom(booking.departureId)
    sleepers[roomType] += 1
    const added = insertRow(
      travelers,
      {
        ...seat,
        bookingId: booking.id,
        position: index + 1,
        roomType,
        roomId: roomOf[roomType] ?? newRoom(booking.departureId),
        linkToken: newLinkToken(),
        createdAt: now,
      },
      tx,
    )
    seated.push(added.id)
  }
  chargeSeats(booking.id, seated, seats, now, tx)
}

/** In place of what a hold was charged before: that alone is removed. */
function chargeSeats(bookingId: number, seated: number[], seats: SeatOffer[], now: Date, tx: Tx): void {
  deleteSeats().run({ bookingId })
  const parts = seats.flatMap(({ priceCents, offCents }, index): Part[] => {
    const travelerId = seated[index] as number
    const paidCents = cents(0)
    return [
      { travelerId, paidCents, kind: 'seat', priceCents: cents(priceCents + offCents) },
      { travelerId, paidCents, kind: 'early-bird', priceCents: cents(-offCents) },
    ]
  })
  enterCharges(bookingId, { kind: 'seat' }, parts, now, tx)
}

const deleteSeats = prepared(() =>
  db
    .delete(charges)
    .where(
      and(
        eq(charges.bookingId, sql.placeholder('bookingId')),
        inArray(charges.kind, ['seat', 'early-bird', 'code']),
      ),
    )
    .prepare(),
)

/** Who travels on a booking, with what was agreed for their seat. */
export function seatsOf(bookingId: number): (AgreedSeat & { traveler: PartyTraveler })[] {
  const agreed = agreedSeats(bookingId)
  return partyOf(bookingId).map((traveler) => ({
    traveler,
    ...(agreed.get(traveler.id) ?? { priceCents: cents(0), offCents: cents(0) }),
  }))
}

/** What a booking got for being early, in words (rules 1.5). */
export function earlyBirdOf({ id, earlyBirdOffer }: Pick<Booking, 'id' | 'earlyBirdOffer'>): string | null {
  const seats = seatsOf(id)
  const hasJoined = seats.some(({ traveler }) => traveler.joinedOn !== null)
  return earlyBirdWords({ earlyBirdOffer, seats: earlyBirdSeats(seats), hasJoined })
}

/** What those who were booked from the beginning have off for booking early, by the kind of their room. */
export const earlyBirdSeats = (seats: ReturnType<typeof seatsOf>) =>
  seats
    .filter(({ traveler }) => traveler.joinedOn === null)
    .map(({ traveler, offCents }) => ({ roomType: traveler.roomType, offCents }))

/** An empty room of a departure: someone has to move in before the transaction ends. */
export const newRoom = (departureId: number): number =>
  immediately((tx) => insertRow(rooms, { departureId }, tx)).id

/** Where one more of a party sleeps: in a free bed of its rooms of that kind, else in a room of their own. */
export const bedFor = (booking: Pick<Booking, 'id' | 'departureId'>, roomType: RoomType): number =>
  freeBedOf(booking.id, roomType) ?? newRoom(booking.departureId)

/** The room of a party in which a bed of a kind is free. */
export const freeBedOf = (bookingId: number, roomType: RoomType): number | undefined =>
  db.all<{ roomId: number }>(
    sql`select room_id as roomId from travelers
      where room_id in (select room_id from travelers where booking_id = ${bookingId} and room_type = ${roomType})
      group by room_id having count(*) < ${ROOM_BEDS[roomType]} order by min(position)`,
  )[0]?.roomId

export const travelerWithId = rowBy(travelers, travelers.id)

const withToken = rowBy(travelers, travelers.linkToken)

/** The traveler behind the token of their own link; null for an unknown one. */
export const travelerByLink = (token: string): PartyTraveler | null =>
  isToken(token) ? (withToken(token) ?? null) : null

/**
 * A traveler's own page: of money, only their own share. Unguessable; renewed with the booking's and with
 * their address.
 */
export const travelerAddress = ({ linkToken }: Pick<PartyTraveler, 'linkToken'>): string =>
  `${env.BASE_URL}/traveler/${linkToken}`

/** What a booking's price and payments are made of: one figure each, on every page and in every letter. */
export type PartyMoney = {
  /** The agreed price of those who travel, and what is retained from canceled travelers. */
  priceCents: Cents
  /** What was paid of it, without what is to be paid back by hand. */
  paidCents: Cents
  /** What staff have to pay back by hand: what is promised, and all that a booking which ended still owes. */
  toPayBackCents: Cents
  /** What of it staff wrote off. */
  writtenOffCents: Cents
  /** What the policy lets the company keep of canceled travelers' shares. */
  retainedCents: Cents
  /**
   * What is to be paid back by hand and has not gone back: promised to canceled travelers, in the stored
   * price until then, and what was paid beyond the price, because a refund failed after it was paid again.
   * Nothing of it is paid.
   */
  promisedCents: Cents
  /** As '2 × $4,500 − $900 “Choir discount”'; null where there is nothing to explain. */
  sum: string | null
  /** Whether someone joined later, at the price of that day. */
  hasJoined: boolean
}

type PriceChanged = { words: string; changeCents: number; isOver: boolean }

/**
 * What discounts and surcharges come to for those who travel; what was undone does not count, nor the part of
 * who has left. Over: that of a room that was given back since, which may be paid all the same.
 */
function priceChangesFor(party: PartyTraveler[]): PriceChanged[] {
  const bookingId = party[0]?.bookingId ?? 0
  const changes = priceChangesOf(bookingId)
  if (changes.length === 0) return []
  const aboard = new Set(party.map(({ id }) => id))
  const given = roomChangesOf(bookingId)
  const effectOf = (change: PriceChange | undefined) =>
    (change?.parts ?? [])
      .filter(({ travelerId }) => aboard.has(travelerId))
      .reduce((sum, part) => sum + part.cents, 0)
  return changes
    .filter(({ undoesId }) => undoesId === null)
    .map((change) => {
      const undo = changes.find(({ undoesId }) => undoesId === change.id)
      const isOver = isGivenBack(given, change.id, undo?.id)
      const changeCents = effectOf(change) + (isOver ? effectOf(undo) : 0)
      return { words: change.words, changeCents, isOver, undo }
    })
    .filter(({ changeCents, isOver, undo }) => changeCents !== 0 && (isOver || !undo))
}

/** Whether a room change was undone since, and its price only in part. */
function isGivenBack(given: (typeof roomChanges.$inferSelect)[], changeId: number, undoId?: number): boolean {
  const room = given.find(({ chargedActId }) => chargedActId === changeId)
  if (!room) return false
  const since = given.filter(({ id, travelerId }) => id > room.id && travelerId === room.travelerId)
  const priced = since.findIndex(({ chargedActId }) => chargedActId !== null && chargedActId !== undoId)
  const last = since.slice(0, priced < 0 ? undefined : priced).at(-1)
  return last !== undefined && last.roomType !== room.roomType
}

const roomChangesOf = rowsBy(roomChanges, roomChanges.bookingId, roomChanges.id)

/**
 * '2 × $4,500 − $900 “Choir discount”': the price before the changes, and each of them; of a room that was
 * given back, so much as the price still has of it.
 */
function sumOfPrice(
  shares: Cents[],
  { priceCents, retainedCents }: Pick<PartyMoney, 'priceCents' | 'retainedCents'>,
  all: PriceChanged[],
): string | null {
  const standing = withSameWords(all.filter(({ isOver }) => !isOver))
  let stillPaid = [...shares, ...standing.map(({ changeCents }) => changeCents)].reduce(
    (left, amount) => left - amount,
    priceCents - retainedCents,
  )
  const over = all.flatMap(({ words, changeCents, isOver }) => {
    const stays = isOver ? Math.max(0, Math.min(changeCents, stillPaid)) : 0
    stillPaid -= stays
    return stays > 0 ? { words, changeCents: stays, isOver } : []
  })
  const changes = [...standing, ...over]
  const beforeCents = cents(
    changes.reduce((price, { changeCents }) => price - changeCents, priceCents as number),
  )
  const before = sumOfShares(shares, retainedCents, beforeCents)
  if (changes.length === 0) return before
  const each = changes.map(
    ({ words, changeCents, isOver }) =>
      `${changeCents < 0 ? '−' : '+'} ${showCents(cents(Math.abs(changeCents)))} “${words}”${isOver ? ', given back' : ''}`,
  )
  return [before ?? showCents(beforeCents), ...each].join(' ')
}

/** What is off for each of several payments is read once, together. */
const withSameWords = (changes: PriceChanged[]): PriceChanged[] =>
  [...Map.groupBy(changes, ({ words }) => words)].flatMap(([words, same]) => {
    const changeCents = same.reduce((sum, one) => sum + one.changeCents, 0)
    return changeCents === 0 ? [] : { words, changeCents, isOver: false }
  })

type WithMoney = BookingMoney & Pick<Booking, 'id'>

export function partyMoney(booking: WithMoney): PartyMoney {
  const money = moneyOf(booking, heldWithin(booking.keptCents, ofFormerTravelers([booking.id])[0]))
  const seats = seatsOf(booking.id)
  const party = seats.map(({ traveler }) => traveler)
  const shares = seats.map(({ priceCents }) => priceCents)
  const changes = priceChangesFor(party)
  return {
    ...money,
    sum: sumOfPrice(shares, money, changes),
    hasJoined: party.some(({ joinedOn }) => joinedOn !== null),
  }
}

/** The same of many bookings in one question, without how a price came about. */
export function moneyOfEach<One extends WithMoney>(bookings: One[]) {
  const ids = bookings.map(({ id }) => id)
  const left = new Map(ofFormerTravelers(ids).map((row) => [row.bookingId, row]))
  return bookings.map((booking) => ({
    booking,
    ...moneyOf(booking, heldWithin(booking.keptCents, left.get(booking.id))),
  }))
}

function moneyOf(
  booking: WithMoney,
  held: ReturnType<typeof heldWithin>,
): Omit<PartyMoney, 'sum' | 'hasJoined'> {
  const { status, totalCents, keptCents, writtenOffCents } = booking
  const beyondPrice = isPaid(status) ? Math.max(0, keptCents - totalCents) : 0
  const promisedCents = cents(held.promisedCents + beyondPrice)
  const owedBackCents = toPayBackCents(booking, promisedCents)
  return {
    priceCents: cents(agreedPriceCents(booking) - held.promisedCents),
    paidCents: cents(keptCents - owedBackCents),
    toPayBackCents: owedBackCents,
    writtenOffCents,
    retainedCents: held.staysCents,
    promisedCents,
  }
}

/**
 * What the company still holds of travelers who have left: what stays by the policy, and what was promised
 * back and has not gone back. Together never more than it keeps, which may be less than was charged of them.
 * In cents; `changes` are about to be charged.
 */
export const heldOfFormerTravelers = (bookingId: number, kept: Cents, changes: Part[] = []) => {
  const charged = ofFormerTravelers([bookingId])[0] ?? { stays: 0, promised: 0 }
  const more = (kind: ChargeKind) =>
    changes.reduce((sum, part) => sum + (part.kind === kind ? part.priceCents : 0), 0)
  const [stays, promised] = [charged.stays + more('retained'), charged.promised + more('promised')]
  return { ...heldWithin(kept, { stays, promised }), chargedCents: cents(stays + promised) }
}

function heldWithin(kept: Cents, { stays, promised } = { stays: 0, promised: 0 }) {
  const atMost = (amount: number, most: number) => cents(Math.max(0, Math.min(amount, most)))
  const staysCents = atMost(stays, kept)
  return { staysCents, promisedCents: atMost(promised, kept - staysCents) }
}
