import { and, asc, eq, sql } from 'drizzle-orm'
import { moneyOfEach } from '#app/bookings/party.server'
import { folded } from '#app/platform/typed/folded'
import type { Departure } from '#app/tours/departures.server'
import type { RoomType } from '#app/tours/party'
import { SEALED_FIELDS, travelerWords } from '#app/travelers/detail-fields'
import { detailsOf, detailsRows, missingIn, storedOf } from '#app/travelers/details.server'
import { roomList } from '#app/travelers/room-guests.server'
import { unsignedOn } from '#app/travelers/signatures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, travelers } from '#db/schema/bookings'

/** What the words on a booking's money are made of. */
const MONEY = {
  id: bookings.id,
  status: bookings.status,
  moneyState: bookings.moneyState,
  totalCents: bookings.totalCents,
  depositCents: bookings.depositCents,
  keptCents: bookings.keptCents,
  goingBackCents: bookings.goingBackCents,
  stuckBackCents: bookings.stuckBackCents,
  staysCents: bookings.staysCents,
  writtenOffCents: bookings.writtenOffCents,
  askedCents: bookings.askedCents,
  onItsWayCents: bookings.onItsWayCents,
}

/** In the order of the seats of each booking. */
const paidTravelers = db
  .select({
    id: travelers.id,
    position: travelers.position,
    name: travelers.name,
    email: travelers.email,
    reference: bookings.reference,
    phone: bookings.customerPhone,
    city: bookings.customerCity,
    state: bookings.customerState,
    country: bookings.customerCountry,
    earlyBirdOffer: bookings.earlyBirdOffer,
    money: MONEY,
  })
  .from(travelers)
  .innerJoin(bookings, eq(bookings.id, travelers.bookingId))
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking))
  .orderBy(asc(travelers.bookingId), asc(travelers.position))
  .prepare()

export type ManifestRoom = ReturnType<typeof manifest>[number]
export type ManifestTraveler = ManifestRoom['travelers'][number]

/**
 * Who travels, by room: what a guide works from, of the departure's paid travelers, with what is sealed in
 * their details. A few queries, however many they are.
 */
export function manifest({ id: departureId }: Departure) {
  const known = travelersOf(departureId)
  return roomList(departureId).map(({ roomType, hasFreeBed, sleepers }, index) => ({
    /** By which the admin area and the guide call it: its place in the room list. */
    number: index + 1,
    roomType,
    hasFreeBed,
    travelers: sleepers.flatMap(({ travelerId }) => known.get(travelerId) ?? []),
  }))
}

function travelersOf(departureId: number) {
  const rows = paidTravelers.all({ departureId })
  const promised = new Map(
    moneyOfEach(rows.map(({ money }) => money)).map(({ booking, promisedCents }) => [
      booking.id,
      promisedCents,
    ]),
  )
  const ids = rows.map(({ id }) => id)
  const unsigned = unsignedOn(departureId)
  const [stored, opened] = [detailsRows(ids), detailsOf(ids)]
  return new Map(
    rows.map(({ money, ...row }, index) => {
      const [storedRow, details] = [stored.get(row.id), opened.get(row.id)]
      const traveler = {
        ...row,
        name: row.name || `${travelerWords(row)} of ${row.reference}`,
        /** Of the booking, at the first of its travelers; null at the others. Amounts in cents. */
        money:
          rows[index - 1]?.reference === row.reference
            ? null
            : { ...money, promisedCents: promised.get(money.id) },
        details,
        missing: missingIn(storedRow),
        /** Documents that are still to be signed, by title. */
        toSign: unsigned.get(row.id) ?? [],
        /** Given, but sealed with a key that is gone: never taken for nothing. */
        unreadable: SEALED_FIELDS.filter((field) => storedOf(storedRow, field) !== null && !details?.[field]),
      }
      return [row.id, traveler] as const
    }),
  )
}

/** How many and what, for anyone who plans beds and meals. */
export function manifestTotals(rooms: ManifestRoom[]) {
  const everyone = rooms.flatMap((room) => room.travelers)
  const ofKind = (kind: RoomType) => rooms.filter(({ roomType }) => roomType === kind).length
  return {
    travelers: everyone.length,
    rooms: { double: ofKind('double'), single: ofKind('single') },
    /** Names of those who have a double room to themselves so far. */
    alone: rooms
      .filter(({ hasFreeBed }) => hasFreeBed)
      .flatMap((room) => room.travelers.map(({ name }) => name)),
    /** Travelers of whose details nothing is missing. */
    complete: everyone.filter(({ missing }) => missing.length === 0).length,
    diets: countedDiets(everyone.flatMap(({ details }) => details?.diet?.trim() || [])),
  }
}

/** Each diet as someone wrote it first, with how many wrote the same; the most frequent first. */
function countedDiets(diets: string[]): { diet: string; travelers: number }[] {
  const counts = new Map<string, { diet: string; travelers: number }>()
  for (const diet of diets) {
    const known = counts.get(folded(diet))
    if (known) known.travelers += 1
    else counts.set(folded(diet), { diet, travelers: 1 })
  }
  return [...counts.values()].toSorted((one, other) => other.travelers - one.travelers)
}
