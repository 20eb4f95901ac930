import { hkdfSync } from 'node:crypto'
import { asc, eq, gt, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { partyOf } from '#app/bookings/party.server'
import type { Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { openSealed, sealBytes } from '#app/platform/keys.server'
import { ofEach } from '#app/platform/typed/fields'
import { departureDates, nextDepartureId } from '#app/tours/departure-list.server'
import { departureOf } from '#app/tours/departures.server'
import { departureInWords } from '#app/tours/tours.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared, rowBy } from '#db/prepared.server'
import { bookings, travelerDetails, travelers } from '#db/schema/bookings'
import {
  ASKED_FIELDS,
  DETAILS,
  type DetailColumn,
  type DetailField,
  detailColumn,
  isSealed,
  passportEndsTooSoon,
  SEALED_FIELDS,
  type SealedField,
  type TravelerDetails,
  travelerWords,
} from './detail-fields'
import { unsignedOf } from './signatures.server'

export type DetailsRow = typeof travelerDetails.$inferSelect

/** What a row says of its traveler. */
export type StoredDetails = Omit<DetailsRow, 'travelerId' | 'version' | 'updatedAt'>

/** What the row has of a detail, sealed where it is. */
export const storedOf = (row: StoredDetails | undefined, field: DetailField): string | null =>
  row?.[detailColumn(field)] ?? null

/** What stands sealed: it opens for that traveler and that field alone. */
type Place = { travelerId: number; field: SealedField }

const KEY_BYTES = 32

/** Seals and opens what travelers tell us, by keys as DATA_KEY has them: the first seals, all open. */
export function sealingWith(dataKeys: readonly string[]) {
  const keys = dataKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'traveler details', KEY_BYTES)))
  const opened = (sealed: string, place: Place) => openSealed(sealed, inWords(place), keys)

  return {
    /** Throws where there is no key: ask `canSeal` first. */
    seal: (text: string, place: Place): string => sealBytes(Buffer.from(text), inWords(place), keys),

    /** Null where no key opens it. */
    open(sealed: string, place: Place): string | null {
      const found = opened(sealed, place)
      return found && Buffer.from(found.bytes).toString()
    },

    /** Sealed again with the first key, where another one opens it; null where there is nothing to do. */
    resealed(sealed: string, place: Place): string | null {
      const found = opened(sealed, place)
      return found?.isOld ? sealBytes(found.bytes, inWords(place), keys) : null
    },
  }
}

const inWords = ({ travelerId, field }: Place): string => `traveler ${travelerId} ${field}`

export type Sealing = ReturnType<typeof sealingWith>

export const sealing: Sealing = sealingWith(env.dataKeys)

/** Whether what must be sealed can be kept at all: in production, where DATA_KEY is set. */
export const canSeal: boolean = env.dataKeys.length > 0

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
export function standingOf(row: DetailsRow | undefined, endsOn: Day) {
  const missing = missingIn(row)
  return {
    /** They have given us something, however little. */
    hasAnswers: row !== undefined,
    missing,
    /** '3 of 10'. */
    answered: `${ASKED.length - missing.length} of ${ASKED.length}`,
    passportEndsTooSoon: passportEndsTooSoon(row, endsOn),
  }
}

export type TravelerStanding = ReturnType<typeof partyStanding>[number]

/** Of everyone who travels on a booking, the lead traveler first. */
export function partyStanding(booking: Booking) {
  const party = partyOf(booking.id)
  const { endsOn } = departureOf(booking)
  const rows = detailsRows(party.map(({ id }) => id))
  const unsigned = unsignedOf(booking.id)
  return party.map((traveler) => ({
    position: traveler.position,
    called: travelerWords(traveler),
    email: traveler.email,
    roomType: traveler.roomType,
    /** Documents by title. */
    toSign: unsigned.get(traveler.id) ?? [],
    ...standingOf(rows.get(traveler.id), endsOn),
  }))
}

/** How complete the details of the present or next departure are; null while no one travels on it. */
export function detailsOfNextDeparture(today: Day) {
  const departureId = nextDepartureId(today)
  const dates = departureId === null ? undefined : departureDates().get(departureId)
  if (departureId === null || !dates || dates.endsOn < today) return null
  const progress = detailsProgress(departureId)
  if (progress.travelers === 0) return null
  return { departureId, dates: departureInWords(dates), startsOn: dates.startsOn, ...progress }
}

const AT_ONCE = 200

const isSealedRow = or(...SEALED_FIELDS.map((field) => isNotNull(travelerDetails[detailColumn(field)])))

const anySealed = db
  .select({ travelerId: travelerDetails.travelerId })
  .from(travelerDetails)
  .where(isSealedRow)
  .limit(1)
  .prepare()

/** Throws where something sealed is stored and there is no key: no one could read it. */
export function ensureDataKey(dataKeys: readonly string[] = env.dataKeys): void {
  if (dataKeys.length > 0 || anySealed.get() === undefined) return
  throw new Error(
    'DATA_KEY is missing, and passport numbers or medical notes of travelers are stored: set the key that sealed them.',
  )
}

/**
 * Seals again with the first DATA_KEY what an older one sealed, so that the older one can be dropped;
 * `unreadable` counts the values that none opens. Quick: what there is belongs to the present journeys alone.
 */
export function reseal(by: Sealing = sealing): { resealed: number; unreadable: number } {
  const counts = { resealed: 0, unreadable: 0 }
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = immediately((tx) => {
      const rows = sealedAfter(from, tx)
      for (const row of rows) {
        const { values, unreadable } = resealedIn(row, by)
        counts.unreadable += unreadable
        const changed = Object.keys(values).length
        if (changed === 0) continue
        counts.resealed += changed
        tx.update(travelerDetails).set(values).where(eq(travelerDetails.travelerId, row.travelerId)).run()
      }
      return rows.length < AT_ONCE ? null : (rows.at(-1)?.travelerId ?? null)
    })
  }
  return counts
}

const sealedAfter = (travelerId: number, tx: Tx): DetailsRow[] =>
  tx
    .select()
    .from(travelerDetails)
    .where(sql`${gt(travelerDetails.travelerId, travelerId)} and ${isSealedRow}`)
    .orderBy(asc(travelerDetails.travelerId))
    .limit(AT_ONCE)
    .all()

function resealedIn(row: DetailsRow, by: Sealing) {
  const values: Partial<Pick<DetailsRow, DetailColumn>> = {}
  let unreadable = 0
  for (const field of SEALED_FIELDS) {
    const stored = storedOf(row, field)
    if (stored === null) continue
    const place = { travelerId: row.travelerId, field }
    const resealed = by.resealed(stored, place)
    if (resealed) values[detailColumn(field)] = resealed
    else if (by.open(stored, place) === null) unreadable += 1
  }
  return { values, unreadable }
}
