import { type SQL, sql } from 'drizzle-orm'
import { PAID_STATUSES, SEAT_STATUSES } from '../app/bookings/booking-statuses'
import { bookings } from './schema'

// The statuses as text of the query, not as parameters: only then does SQLite use indexes of such bookings alone.

const isAmong = (statuses: readonly string[]): SQL<number> =>
  sql`${bookings.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`

/** Of a booking in a query: paid for, wholly or by its deposit. */
export const isPaidBooking = isAmong(PAID_STATUSES)

/** Of a booking in a query: it keeps a seat, held or paid for. */
export const keepsSeat = isAmong(SEAT_STATUSES)

/** Of bookings under this name in a query, the state of their money: `moneyStateOf`, for a question. */
export const moneyStateIn = (table: 'bookings' | 'b'): SQL =>
  sql.raw(
    `iif(${table}.money_state = 'paid-in-full' and ${table}.written_off_cents > 0, 'written-off', ${table}.money_state)`,
  )

/** Of a booking in a query: its rest was written off. Few are, so that they are found by what was. */
export const isWrittenOff = sql`${bookings.id} in (select booking_id from write_offs)
  and ${moneyStateIn('bookings')} = 'written-off'`

/** Of a booking in a query: its seat is kept for a while, and nothing was paid. In the words of the index of such ones. */
export const isHeld = sql`${bookings.status} = 'pending'`
