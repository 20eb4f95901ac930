import { and, count, eq, ne, sql } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { isHeld, isPaidBooking } from '#db/booking-queries.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { bookings, departures } from '#db/schema'
import type { DepartureTerms } from './departure-form'
import { type Departure, departureIn } from './departures.server'

export type DepartureSaved =
  | { departure: Departure; changed: (keyof DepartureTerms)[] }
  | { refused: 'changed-meanwhile'; departure: Departure }
  | { refused: 'too-few-seats'; taken: number }
  | { refused: 'gone' | 'date-taken' | 'has-bookings' | 'only-one' }

export type SeatsTaken = { held: number; paid: number }

/** Seats of a departure that are held for somebody who is paying now, and those that are paid for. */
export function seatsTakenOn(departureId: number, outer: Db = db): SeatsTaken {
  const seats = (held: boolean) =>
    outer
      .select({ seats: sql<number>`coalesce(sum(${bookings.numberOfGuests}), 0)` })
      .from(bookings)
      .where(and(eq(bookings.departureId, departureId), held ? isHeld : isPaidBooking))
      .get()?.seats ?? 0
  return { held: seats(true), paid: seats(false) }
}

/**
 * Changes a departure for those who book from now on; bookings keep the amounts, due dates and days they agreed to, which
 * stand in their own rows. Refuses fewer seats than are taken, a first day on which another one begins, a draft that has
 * bookings or would leave the site without a departure, and one that was changed since `version` was opened: then the
 * answer is the departure as it is now.
 */
export function saveDeparture(
  id: number,
  { version, offerNamesWorth: _, ...terms }: DepartureTerms & { version: number; offerNamesWorth?: boolean },
  actor: Actor,
  now: Date,
  outer: Db = db,
): DepartureSaved {
  return immediately(outer, (tx) => {
    const before = departureIn(tx, id)
    if (!before) return { refused: 'gone' }
    if (before.version !== version) return { refused: 'changed-meanwhile', departure: before }

    const { held, paid } = seatsTakenOn(id, tx)
    if (terms.seats < before.seats && terms.seats < held + paid) {
      return { refused: 'too-few-seats', taken: held + paid }
    }
    if (isDateTaken(before, terms.startsOn, tx)) return { refused: 'date-taken' }
    const kept = terms.sales === 'draft' && before.sales !== 'draft' ? whyKept(before, tx) : null
    if (kept) return { refused: kept }
    const changed = changesBetween(before, terms)
    if (changed.length === 0) return { departure: before, changed }

    tx.update(departures)
      .set({ ...terms, version: version + 1, updatedAt: now })
      .where(eq(departures.id, id))
      .run()
    recordAct(
      {
        ...byStaff(actor),
        action: 'departure-changed',
        subject: `departure:${id}`,
        detail: Object.fromEntries(
          changed.map((field) => [field, { from: before[field], to: terms[field] }]),
        ),
      },
      now,
      tx,
    )
    return { departure: { ...before, ...terms, version: version + 1, updatedAt: now }, changed }
  })
}

/** Whether another departure of the journey begins on that day. */
export const isDateTaken = ({ id, tourId }: Pick<Departure, 'id' | 'tourId'>, startsOn: string, tx: Tx) =>
  tx
    .select({ id: departures.id })
    .from(departures)
    .where(and(eq(departures.tourId, tourId), eq(departures.startsOn, startsOn), ne(departures.id, id)))
    .get() !== undefined

/** Why a departure must stay, and be seen: somebody has booked it, or it is the only one that the site can show. */
export function whyKept({ id, tourId, sales }: Departure, tx: Tx): 'has-bookings' | 'only-one' | null {
  const booked = tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(eq(bookings.departureId, id))
    .limit(1)
    .get()
  if (booked) return 'has-bookings'
  const others = tx
    .select({ total: count() })
    .from(departures)
    .where(and(eq(departures.tourId, tourId), ne(departures.id, id), ne(departures.sales, 'draft')))
    .get()
  return sales !== 'draft' && others?.total === 0 ? 'only-one' : null
}

/** The fields in which the departure would differ. */
const changesBetween = (departure: Departure, terms: DepartureTerms): (keyof DepartureTerms)[] =>
  (Object.keys(terms) as (keyof DepartureTerms)[]).filter((field) => departure[field] !== terms[field])
