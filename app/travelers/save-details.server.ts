import { and, eq, inArray, sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import { type PartyTraveler, travelerWithId } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { noteGone } from '#app/platform/gone-for-good.server'
import { versionOf } from '#app/platform/lists/row-versions.server'
import { recordBookingAct, recordDepartureAct, recordRepeated } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { travelerDetails, travelers } from '#db/schema/bookings'
import { auditLog } from '#db/schema/staff'
import { SEAT_STATUSES } from '#db/values'
import {
  DETAIL_FIELDS,
  DETAILS_RETAINED_DAYS,
  type DetailField,
  detailColumn,
  fixedNames,
  isSealed,
  NAME_FIELDS,
  type NameField,
  type Names,
  removalOf,
  SEALED_FIELDS,
  type SealedField,
} from './detail-fields'
import {
  canSeal,
  type DetailsRow,
  detailsRow,
  type StoredDetails,
  sealing,
  standingOf,
  storedOf,
} from './details.server'
import type { DetailsWish } from './details-form'

type Dates = { startsOn: Day; endsOn: Day }

type OpenField = Exclude<DetailField, SealedField>

/** What the form of a traveler's details begins with; of what is sealed only whether something is there. */
export function formOf(traveler: PartyTraveler, dates: Dates, now: Date) {
  const row = detailsRow(traveler.id)
  const today = businessDay(now)
  return {
    name: traveler.name,
    details: Object.fromEntries(
      DETAIL_FIELDS.filter((field) => !isSealed(field)).map((field) => [field, storedOf(row, field)]),
    ) as Record<OpenField, string | null>,
    isOnFile: Object.fromEntries(
      SEALED_FIELDS.map((field) => [field, storedOf(row, field) !== null]),
    ) as Record<SealedField, boolean>,
    /** Whether a passport number and medical notes can be stored at all. */
    canSeal,
    fixed: fixedNames({ name: traveler.name, passportName: row?.passportName }, dates.startsOn, today),
    ...standingOf(row, dates.endsOn),
    version: versionOfForm(traveler, row),
    /** The journey is over: nothing is asked for anymore. */
    isOver: today > dates.endsOn,
  }
}

/** The version of what the form showed: also another one where a row was erased and written again. */
const versionOfForm = ({ name }: { name: string }, row: DetailsRow | undefined): string =>
  versionOf({ name, version: row?.version ?? 0, at: row?.updatedAt.getTime() ?? 0 })

/** A field in which something else is stored than was typed; of what is sealed not what. */
export type StoredSince = { field: DetailField | 'name'; stored: string | null }

type DetailsSaved =
  | { changed: boolean }
  /** The booking stands no more; the journey is over; without DATA_KEY nothing can be sealed. */
  | { refused: 'gone' | 'over' | 'cannot-seal' }
  | { refused: 'names-fixed'; fields: NameField[] }
  | { refused: 'changed-since'; stored: StoredSince[]; version: string }

/**
 * Keeps what a traveler, or the lead for them, tells. What is empty is taken out, but for the name, and for
 * what is sealed unless that was asked for. Refuses fixed names, a form over which someone else saved
 * something different, and what comes after the journey.
 */
export function saveDetails({ id }: Pick<PartyTraveler, 'id'>, wish: DetailsWish, now: Date): DetailsSaved {
  return immediately((tx) => {
    const traveler = travelerWithId(id)
    const booking = traveler && bookingWithId(traveler.bookingId)
    if (!traveler || !booking || !isPaid(booking.status)) return { refused: 'gone' }
    const { startsOn, endsOn } = departureOf(booking)
    const today = businessDay(now)
    if (today > endsOn) return { refused: 'over' }
    if (!canSeal && SEALED_FIELDS.some((field) => wish[field])) return { refused: 'cannot-seal' }

    const row = detailsRow(id)
    const names: Names = { name: traveler.name, passportName: row?.passportName }
    const fixed = fixedNames(names, startsOn, today)
    const fields = NAME_FIELDS.filter((field) => fixed[field] && isOther(names, wish, field))
    if (fields.length > 0) return { refused: 'names-fixed', fields }

    const asked = { ...wish, ...(fixed.passportName && { passportName: row?.passportName ?? undefined }) }
    const conflict = changedSince(traveler, row, asked)
    return conflict ?? put(traveler, row, asked, booking.reference, now, tx)
  })
}

const isOther = (names: Names, wish: DetailsWish, field: NameField): boolean =>
  wish[field] !== undefined && wish[field] !== (names[field] ?? '')

function changedSince(traveler: PartyTraveler, row: DetailsRow | undefined, wish: DetailsWish) {
  const version = versionOfForm(traveler, row)
  if (wish.version === undefined || wish.version === version) return null
  const stored = differences(traveler, row, wish)
  return stored.length > 0 ? { refused: 'changed-since' as const, stored, version } : null
}

function differences({ name }: PartyTraveler, row: DetailsRow | undefined, wish: DetailsWish): StoredSince[] {
  const differs = (field: DetailField): boolean =>
    isSealed(field)
      ? storedOf(row, field) !== null && (wish[field] !== undefined || wish[removalOf(field)])
      : (wish[field] ?? null) !== storedOf(row, field)
  const isRenamed = wish.name !== undefined && wish.name !== name
  const details = DETAIL_FIELDS.filter(differs).map((field) => ({
    field,
    stored: isSealed(field) ? null : storedOf(row, field),
  }))
  return isRenamed ? [{ field: 'name', stored: name || null }, ...details] : details
}

function put(
  { id, name }: PartyTraveler,
  row: DetailsRow | undefined,
  wish: DetailsWish,
  reference: string,
  now: Date,
  tx: Tx,
): { changed: boolean } {
  const details = nextDetails(id, row, wish)
  const isRenamed = wish.name !== undefined && wish.name !== name
  const isSame = DETAIL_FIELDS.every((field) => storedOf(details, field) === storedOf(row, field))
  if (isSame && !isRenamed) return { changed: false }

  if (isRenamed)
    tx.update(travelers).set({ name: wish.name, updatedAt: now }).where(eq(travelers.id, id)).run()
  const next = { ...details, travelerId: id, version: (row?.version ?? 0) + 1, updatedAt: now }
  tx.insert(travelerDetails)
    .values(next)
    .onConflictDoUpdate({ target: travelerDetails.travelerId, set: next })
    .run()
  recordRepeated({ actor: 'traveler', action: 'details-saved', subject: `booking:${reference}` }, now)
  return { changed: true }
}

/** What the row holds next. What an older DATA_KEY sealed is sealed again with the first one. */
function nextDetails(travelerId: number, row: DetailsRow | undefined, wish: DetailsWish): StoredDetails {
  const sealed = (field: SealedField): string | null => {
    const place = { travelerId, field }
    const text = wish[field]
    if (text) return sealing.seal(text, place)
    const before = wish[removalOf(field)] ? null : storedOf(row, field)
    return before && (sealing.resealed(before, place) ?? before)
  }
  const stored = (field: DetailField) => (isSealed(field) ? sealed(field) : (wish[field] ?? null))
  return Object.fromEntries(
    DETAIL_FIELDS.map((field) => [detailColumn(field), stored(field)]),
  ) as StoredDetails
}

/** Erases all details of a traveler at their request. False where there were none. */
export function eraseDetails({ id, bookingId }: PartyTraveler, now: Date): boolean {
  return immediately((tx) => {
    const { changes } = tx.delete(travelerDetails).where(eq(travelerDetails.travelerId, id)).run()
    const booking = bookingWithId(bookingId)
    if (changes === 0 || !booking) return false
    noteGone({ what: 'details', travelerId: id, booking: booking.reference }, now)
    recordBookingAct(now, booking, { actor: 'traveler' }, 'details-erased', { travelers: 1 })
    return true
  })
}

/**
 * Erases at most this many details of journeys that ended on the day of that instant or earlier, and of
 * bookings that came to nothing before it; answers how many it was. The audit log has their number for each
 * departure, and no more.
 */
export function eraseOldDetails(before: Date, atMost: number, tx: Tx): number {
  const over = tx.all<{ travelerId: number; departureId: number }>(overBy(before, atMost))
  if (over.length === 0) return 0
  const ids = over.map(({ travelerId }) => travelerId)
  tx.delete(travelerDetails).where(inArray(travelerDetails.travelerId, ids)).run()
  const at = new Date(before.getTime() + DETAILS_RETAINED_DAYS * DAY_MS)
  const counts = new Map<number, number>()
  for (const { departureId } of over) counts.set(departureId, (counts.get(departureId) ?? 0) + 1)
  for (const [departureId, travelers] of counts) countErased(departureId, travelers, at, tx)
  return over.length
}

const SEATED = sql.raw(SEAT_STATUSES.map((status) => `'${status}'`).join(', '))

/** Begins with the details, which are those of the present journeys alone, and looks the rest up. */
const overBy = (before: Date, atMost: number) => sql`
  select told.traveler_id as travelerId, bookings.departure_id as departureId
  from traveler_details as told
    cross join travelers on travelers.id = told.traveler_id
    cross join bookings on bookings.id = travelers.booking_id
    cross join departures on departures.id = bookings.departure_id
  where told.traveler_id > 0 and (
    departures.ends_on <= ${businessDay(before)}
    or (bookings.payment_status not in (${SEATED}) and bookings.updated_at < ${before.getTime()}))
  limit ${atMost}`

/** The portions of one run are one entry. */
function countErased(departureId: number, travelers: number, at: Date, tx: Tx): void {
  const { detail, subject, createdAt, action } = auditLog
  const { changes } = tx
    .update(auditLog)
    .set({ detail: sql`json_set(${detail}, '$.travelers', ${detail} ->> '$.travelers' + ${travelers})` })
    .where(and(eq(subject, `departure:${departureId}`), eq(createdAt, at), eq(action, 'details-erased')))
    .run()
  if (changes > 0) return
  recordDepartureAct(at, departureId, { actor: 'schedule' }, 'details-erased', { travelers })
}
