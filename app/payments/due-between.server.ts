import { sql } from 'drizzle-orm'
import { bookingWithId } from '#app/bookings/find-booking.server'
import type { Day } from '#app/days'
import { type Cents, cents } from '#app/money'
import { db } from '#db/connection.server'
import { askedNow } from './asked-now.server'

/** Of more bookings than these the sum is of the first that are due. */
const SUMMED_AT_MOST = 300

/**
 * What is asked for in these days, both included, by what each booking owes now and not by its plan; cents. `isMore`
 * where there are more bookings than are summed.
 */
export function dueBetween(from: Day, to: Day): { dueCents: Cents; isMore: boolean } {
  const ids = db.all<{ id: number }>(sql`
    select distinct booking_id as id from installments indexed by installments_owed_by_due_date
    where paid_at is null and is_owed = 1 and due_on >= ${from} and due_on <= ${to} limit ${SUMMED_AT_MOST + 1}`)
  const dueCents = ids.slice(0, SUMMED_AT_MOST).reduce((sum, { id }) => sum + dueOf(id, from, to), 0)
  return { dueCents: cents(dueCents), isMore: ids.length > SUMMED_AT_MOST }
}

function dueOf(bookingId: number, from: Day, to: Day): number {
  const booking = bookingWithId(bookingId)
  if (!booking) return 0
  return askedNow(booking)
    .installments.filter(({ dueOn }) => dueOn >= from && dueOn <= to)
    .reduce((sum, { owedCents }) => sum + owedCents, 0)
}
