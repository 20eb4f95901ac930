import { and, eq, sql } from 'drizzle-orm'
import { type Actor, byStaff, recordAct } from '#app/audit/audit-log.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings, tours } from '#db/schema'
import { type Tour, tourIn } from './tour.server'
import type { TourTerms } from './tour-form'

export type TourSaved =
  | { tour: Tour; changed: (keyof TourTerms)[] }
  | { refused: 'changed-meanwhile'; tour: Tour }
  | { refused: 'too-few-seats'; taken: number }

export type SeatsTaken = { held: number; paid: number }

/** Seats of a tour that are held for somebody who is paying now, and those that are paid for. */
export function seatsTakenOn(tourId: number, outer: Db = db): SeatsTaken {
  const seats = (held: boolean) =>
    outer
      .select({ seats: sql<number>`coalesce(sum(${bookings.numberOfGuests}), 0)` })
      .from(bookings)
      .where(
        and(
          eq(bookings.tourId, tourId),
          held
            ? sql`${bookings.status} = 'pending'`
            : sql`${bookings.status} in ('deposit_paid', 'completed')`,
        ),
      )
      .get()?.seats ?? 0
  return { held: seats(true), paid: seats(false) }
}

/**
 * Changes the tour for those who book from now on; bookings keep the amounts and due dates they agreed to, which
 * stand in their own rows. Refuses fewer seats than are taken, and a tour that was changed since `version` was
 * opened: then the answer is the tour as it is now.
 */
export function saveTour(
  id: number,
  { version, ...terms }: TourTerms & { version: number },
  actor: Actor,
  now: Date,
  outer: Db = db,
): TourSaved {
  return immediately(outer, (tx) => {
    const before = tourIn(tx, id)
    if (!before) throw new Error(`There is no tour ${id}`)
    if (before.version !== version) return { refused: 'changed-meanwhile', tour: before }

    const { held, paid } = seatsTakenOn(id, tx)
    if (terms.seats < before.seats && terms.seats < held + paid) {
      return { refused: 'too-few-seats', taken: held + paid }
    }
    const changed = changesBetween(before, terms)
    if (changed.length === 0) return { tour: before, changed }

    const tour = tx
      .update(tours)
      .set({ ...terms, version: version + 1, updatedAt: now })
      .where(eq(tours.id, id))
      .returning()
      .get()
    recordAct(
      {
        ...byStaff(actor),
        action: 'tour-changed',
        subject: `tour:${before.slug}`,
        detail: Object.fromEntries(
          changed.map((field) => [field, { from: before[field], to: terms[field] }]),
        ),
      },
      now,
      tx,
    )
    return { tour, changed }
  })
}

/** The fields in which the tour would differ. */
const changesBetween = (tour: Tour, terms: TourTerms): (keyof TourTerms)[] =>
  (Object.keys(terms) as (keyof TourTerms)[]).filter((field) => tour[field] !== terms[field])
