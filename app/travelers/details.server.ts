import { eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import { type Day, showDays } from '#app/platform/days'
import { ofEach } from '#app/platform/typed/fields'
import { departureDates, travelsNext } from '#app/tours/departure-list.server'
import { departureOf } from '#app/tours/departures.server'
import type { RoomType } from '#app/tours/party'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { prepared, rowBy } from '#db/prepared.server'
import { bookings, travelerDetails, travelers } from '#db/schema'
import {
  ASKED_FIELDS,
  DETAILS,
  type DetailField,
  detailColumn,
  isSealed,
  type TravelerDetails,
  travelerWords,
} from './detail-fields'
import { passportEndsTooSoon } from './detail-rules'
import { canSeal, type DetailsRow, sealing, storedOf } from './sealed-details.server'

/** What travelers can be asked for: nothing that could not be kept. */
const ASKED = ASKED_FIELDS.filter((field) => canSeal || !isSealed(field))

export const missingIn = (row: DetailsRow | undefined): DetailField[] =>
  ASKED.filter((field) => storedOf(row, field) === null)

/** The row of a traveler; undefined where they have told us nothing. */
export const detailsRow = rowBy(travelerDetails, travelerDetails.travelerId)

const ofThese = prepared(() =>
  db
    .select()
    .from(travelerDetails)
    .where(sql`${travelerDetails.travelerId} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare(),
)

/** The rows of those who told us something, by traveler; nothing is opened. */
export const detailsRows = (travelerIds: number[]): Map<number, DetailsRow> =>
  new Map(
    ofThese()
      .all({ ids: JSON.stringify(travelerIds) })
      .map((row) => [row.travelerId, row]),
  )

/**
 * What travelers told us, by traveler, opened: for the guide's manifest alone. Null is what was not told, and
 * what no DATA_KEY opens. Who told nothing is not among them.
 */
export function detailsOf(travelerIds: number[]): Map<number, TravelerDetails> {
  const rows = detailsRows(travelerIds)
  return new Map([...rows].map(([travelerId, row]) => [travelerId, openedDetails(row)]))
}

const openedDetails = (row: DetailsRow): TravelerDetails =>
  ofEach(DETAILS, (field) => openedDetail(row, field))

function openedDetail(row: DetailsRow, field: DetailField): string | null {
  const stored = storedOf(row, field)
  return stored !== null && isSealed(field)
    ? sealing.open(stored, { travelerId: row.travelerId, field })
    : stored
}

/** What is still missing, for each of these travelers. Nothing is opened. */
export function missingOf(travelerIds: number[]): Map<number, DetailField[]> {
  const rows = detailsRows(travelerIds)
  return new Map(travelerIds.map((travelerId) => [travelerId, missingIn(rows.get(travelerId))]))
}

/** Of a traveler in a query that has joined their details, if any: all that is asked for is there. */
export const isComplete: SQL = sql.join(
  ASKED.map((field) => isNotNull(travelerDetails[detailColumn(field)])),
  sql` and `,
)

const progress = db
  .select({
    travelers: sql<number>`count(*)`,
    complete: sql<number>`coalesce(sum(${isComplete}), 0)`,
  })
  .from(bookings)
  .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
  .leftJoin(travelerDetails, eq(travelerDetails.travelerId, travelers.id))
  .where(sql`${bookings.departureId} = ${sql.placeholder('departureId')} and ${isPaidBooking}`)
  .prepare()

/** How many travel on a departure, and of how many nothing is missing. */
export const detailsProgress = (departureId: number): { travelers: number; complete: number } =>
  progress.get({ departureId }) ?? { travelers: 0, complete: 0 }

/** How far a traveler's details have come: what is missing by name, never what was told. */
export type Standing = {
  /** They have given us something, however little. */
  hasAnswers: boolean
  missing: DetailField[]
  /** '3 of 10'. */
  answered: string
  passportEndsTooSoon: boolean
}

export function standingOf(row: DetailsRow | undefined, endsOn: Day): Standing {
  const missing = missingIn(row)
  return {
    hasAnswers: row !== undefined,
    missing,
    answered: `${ASKED.length - missing.length} of ${ASKED.length}`,
    passportEndsTooSoon: passportEndsTooSoon(row, endsOn),
  }
}

export type TravelerStanding = Standing & {
  position: number
  /** Their name, or 'Traveler 2' while they have none. */
  called: string
  email: string | null
  roomType: RoomType
}

/** Of everyone who travels on a booking, the lead traveler first. */
export function partyStanding(booking: Booking): TravelerStanding[] {
  const party = partyOf(booking.id)
  const { endsOn } = departureOf(booking)
  const rows = detailsRows(party.map(({ id }) => id))
  return party.map((traveler) => ({
    position: traveler.position,
    called: travelerWords(traveler),
    email: traveler.email,
    roomType: traveler.roomType,
    ...standingOf(rows.get(traveler.id), endsOn),
  }))
}

/** How complete the details of the present or next departure are; null while no one travels on it. */
export function detailsOfNextDeparture(today: Day) {
  const departureId = travelsNext(today)
  const dates = departureId === null ? undefined : departureDates().get(departureId)
  if (departureId === null || !dates || dates.endsOn < today) return null
  const progress = detailsProgress(departureId)
  if (progress.travelers === 0) return null
  return { departureId, dates: showDays(dates.startsOn, dates.endsOn), startsOn: dates.startsOn, ...progress }
}
