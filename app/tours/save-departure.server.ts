import { and, count, eq, ne } from 'drizzle-orm'
import { addDays, type Day, daysFrom } from '#app/platform/days'
import { newLinkToken } from '#app/platform/keys.server'
import { namesOf } from '#app/platform/typed/fields'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { departureDays, departures, tripFiles, tripNotes } from '#db/schema/tours'
import { copyJourneyLetters } from './broadcasts.server'
import { ON_A_DAY_AT_MOST } from './departure'
import { DEPARTURE_DAYS, type DepartureTerms } from './departure-form'
import { type Departure, departureIn, seatsTakenOn } from './departures.server'
import { copyDocuments } from './documents.server'

/** A departure's terms, with what the form says beside them. */
type DepartureEdited = DepartureTerms & {
  version: number
  offerNamesWorth?: string | null
  savedOffer?: string | null
}

export type DepartureSaved =
  | { departure: Departure; changed: (keyof DepartureTerms)[] }
  | { refused: 'changed-since'; departure: Departure }
  | { refused: 'too-few-seats'; taken: number }
  | {
      refused: 'gone' | 'date-taken' | 'has-bookings' | 'only-one' | 'only-public' | 'canceled' | 'promised'
    }

/**
 * Changes a departure for those who book from now on. Refused: fewer seats than taken, another's first day, a
 * draft with bookings, one that would leave nothing public, a canceled one, a harder condition than guests
 * agreed to, and one changed since `version`, answered as it is now.
 */
export function saveDeparture(
  id: number,
  { version, offerNamesWorth: _, savedOffer: __, ...terms }: DepartureEdited,
  actor: Actor,
  now: Date,
): DepartureSaved {
  return immediately((tx) => {
    const before = departureIn(id)
    if (!before) return { refused: 'gone' }
    if (before.version !== version) return { refused: 'changed-since', departure: before }
    if (before.canceledAt !== null) return { refused: 'canceled' }

    const { held, paid, offered, kept: keptSeats } = seatsTakenOn(id)
    const taken = held + paid + offered + keptSeats
    if (terms.seats < before.seats && terms.seats < taken) return { refused: 'too-few-seats', taken }
    if (held + paid > 0 && isLessSure(before, terms)) return { refused: 'promised' }
    const numberOnDay = numberOn(terms.startsOn, before, terms.isPrivate, tx)
    if (numberOnDay === null) return { refused: 'date-taken' }
    const kept = terms.sales === 'draft' && before.sales !== 'draft' ? whyPublic(before, tx) : null
    if (kept) return { refused: kept }
    if (terms.isPrivate && isOnlyPublic(before, tx)) return { refused: 'only-public' }
    const changed = namesOf(terms).filter((field) => before[field] !== terms[field])
    if (changed.length === 0) return { departure: before, changed }

    tx.update(departures)
      .set({ ...terms, numberOnDay, linkKey: linkKeyOf(before, terms), version: version + 1, updatedAt: now })
      .where(eq(departures.id, id))
      .run()
    const detail = Object.fromEntries(
      changed.map((field) => [field, { from: before[field], to: terms[field] }]),
    )
    recordDepartureAct(now, id, byStaff(actor), 'departure-changed', detail)
    return { departure: departureIn(id) ?? before, changed }
  })
}

/** Gives a private departure another link: the one before opens nothing anymore. False where it is public. */
export const changePrivateLink = (id: number, actor: Actor, now: Date): boolean =>
  immediately((tx) => {
    const { changes } = tx
      .update(departures)
      .set({ linkKey: newLinkToken(), updatedAt: now })
      .where(and(eq(departures.id, id), eq(departures.isPrivate, true)))
      .run()
    if (changes > 0) recordDepartureAct(now, id, byStaff(actor), 'departure-link-changed', {})
    return changes > 0
  })

/** Whether it would need more travelers, or be decided later, than who has booked was told. */
function isLessSure(before: Departure, after: DepartureTerms): boolean {
  if (after.minimumTravelers === null || before.guaranteedAt !== null) return false
  const ahead = ({ decideOn, startsOn }: Pick<Departure, 'decideOn' | 'startsOn'>) =>
    decideOn === null ? Number.POSITIVE_INFINITY : daysFrom(decideOn, startsOn)
  return after.minimumTravelers > (before.minimumTravelers ?? 0) || ahead(after) < ahead(before)
}

/**
 * A departure's number among those that begin on a day: the one that it has, or the first free one. Null
 * where guests could not tell it from another of its journey, or the day is full.
 */
function numberOn(
  startsOn: Day,
  { id, tourId, ...has }: Pick<Departure, 'id' | 'tourId' | 'startsOn' | 'numberOnDay'>,
  isPrivate: boolean,
  tx: Tx,
): number | null {
  const others = tx
    .select()
    .from(departures)
    .where(and(eq(departures.startsOn, startsOn), ne(departures.id, id)))
    .all()
  if (!isPrivate && others.some((other) => other.tourId === tourId && !other.isPrivate)) return null
  if (startsOn === has.startsOn) return has.numberOnDay
  const taken = new Set(others.map(({ numberOnDay }) => numberOnDay))
  const free = Array.from({ length: ON_A_DAY_AT_MOST }, (_, at) => at + 1).find((at) => !taken.has(at))
  return free ?? null
}

/** Why a departure must stay public: it has bookings, or it is the only one that the site can show. */
export function whyPublic(departure: Departure, tx: Tx): 'has-bookings' | 'only-one' | null {
  const booked = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.departureId, departure.id))
    .limit(1)
    .get()
  if (booked) return 'has-bookings'
  return isOnlyPublic(departure, tx) ? 'only-one' : null
}

/** Whether no other departure is left that everybody sees. */
function isOnlyPublic({ id, tourId, sales, isPrivate }: Departure, tx: Tx): boolean {
  if (sales === 'draft' || isPrivate) return false
  const isPublic = and(ne(departures.sales, 'draft'), eq(departures.isPrivate, false))
  const others = tx
    .select({ total: count() })
    .from(departures)
    .where(and(eq(departures.tourId, tourId), ne(departures.id, id), isPublic))
    .get()
  return others?.total === 0
}

/** A key that was sent once stays, also while everybody sees the departure. */
const linkKeyOf = (before: { linkKey: string | null }, { isPrivate }: { isPrivate: boolean }) =>
  before.linkKey ?? (isPrivate ? newLinkToken() : null)

export type DepartureCopied = { id: number } | { refused: 'gone' | 'date-taken' }

/**
 * Copies a departure to `startsOn`, as a draft: all dates moved by as many days, with its days, trip book,
 * documents and the journey's own letters. It may become one of another journey.
 */
export function copyDeparture(
  id: number,
  startsOn: Day,
  actor: Actor,
  now: Date,
  toTour?: number,
): DepartureCopied {
  return immediately((tx) => {
    const from = departureIn(id)
    if (!from) return { refused: 'gone' }
    const tourId = toTour ?? from.tourId
    const its = { id: 0, tourId, startsOn: '', numberOnDay: 1 }
    const numberOnDay = numberOn(startsOn, its, from.isPrivate, tx)
    if (numberOnDay === null) return { refused: 'date-taken' }
    const days = daysFrom(from.startsOn, startsOn)
    const { id: _, name: __, tourType: ___, path: ____, ...terms } = from
    const copy = tx
      .insert(departures)
      .values({
        ...terms,
        ...movedDays(from, days),
        ...{ tourId, numberOnDay },
        guaranteedAt: null,
        canceledAt: null,
        linkKey: from.isPrivate ? newLinkToken() : null,
        sales: 'draft',
        version: 1,
        updatedAt: now,
      })
      .returning({ id: departures.id })
      .get()
    for (const table of [departureDays, tripNotes, tripFiles]) copyRows(table, id, copy.id, tx)
    const copied = departureIn(copy.id)
    if (copied) copyJourneyLetters(from, copied, now, tx)
    copyDocuments(id, copy.id, now, tx)
    const detail = { from: from.startsOn, to: startsOn }
    recordDepartureAct(now, copy.id, byStaff(actor), 'departure-copied', detail)
    return copy
  })
}

/** No one has read the copies yet: none of them counts as changed. */
function copyRows(
  table: typeof departureDays | typeof tripNotes | typeof tripFiles,
  from: number,
  to: number,
  tx: Tx,
): void {
  for (const { id: _, ...row } of tx.select().from(table).where(eq(table.departureId, from)).all())
    tx.insert(table)
      .values({ ...row, departureId: to, changedAt: null } as never)
      .run()
}

/** All dates of a departure, `days` later. */
const movedDays = (from: Departure, days: number) =>
  Object.fromEntries(
    DEPARTURE_DAYS.map((field) => [field, from[field] && addDays(from[field], days)]),
  ) as Partial<Departure>

/** The same of one that is postponed to a first day: sales that have opened stay open. */
export function postponedDays(from: Departure, startsOn: Day, today: Day): Partial<Departure> {
  const { salesOpenOn, ...days } = movedDays(from, daysFrom(from.startsOn, startsOn))
  return from.salesOpenOn !== null && from.salesOpenOn > today ? { ...days, salesOpenOn } : days
}
