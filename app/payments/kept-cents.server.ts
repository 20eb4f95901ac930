import { sql } from 'drizzle-orm'
import type { Cents } from '#app/money'

/**
 * keptCents as a column of a list of bookings: one question for a whole page. Written out, because in a selection
 * from one table Drizzle leaves the tables' names away, and "id" would be the payment's.
 */
export const KEPT_CENTS = sql<Cents>`(
  (select coalesce(sum(p.amount_cents), 0) from payments p where p.booking_id = bookings.id)
  - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.booking_id = bookings.id and r.state in ('owed', 'refused')))`
