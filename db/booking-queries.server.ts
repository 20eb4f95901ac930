import { type SQL, sql } from 'drizzle-orm'
import type { Cents } from '#app/platform/money'
import { bookings, NOT_GIVEN_BACK } from './schema/bookings'
import { OF_FORMER } from './schema/money'
import { PAID_STATUSES, SEAT_STATUSES } from './values'

// The statuses as text of the query, not as parameters: only then does SQLite use indexes of such bookings
// alone.

const isAmong = (statuses: readonly string[]): SQL<number> =>
  sql`${bookings.status} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`

/** Of a booking in a query: paid for, wholly or by its deposit. */
export const isPaidBooking = isAmong(PAID_STATUSES)

/** Of a booking in a query: it keeps a seat, held or paid for. */
export const keepsSeat = isAmong(SEAT_STATUSES)

/** The same, for a query that is written out. */
export const KEEPS_SEAT = `payment_status in (${SEAT_STATUSES.map((status) => `'${status}'`).join(', ')})`

/** Of bookings under this name in a query, the state of their money: `moneyStateOf`, for a question. */
export const moneyStateIn = (table: 'bookings' | 'b'): SQL =>
  sql.raw(
    `iif(${table}.money_state = 'paid-in-full' and ${table}.written_off_cents > 0, 'written-off', ${table}.money_state)`,
  )

/** Of a booking in a query: its rest was written off. Few are, so that they are found by what was. */
export const isWrittenOff = sql`${bookings.id} in (select booking_id from charges where kind = 'written-off')
  and ${moneyStateIn('bookings')} = 'written-off'`

/**
 * Of a booking in a query: its seat is kept for a while, and nothing was paid. In the words of the index of
 * such ones.
 */
export const isHeld = sql`${bookings.status} = 'pending'`

/** Of a booking in a query: a guest's own hold that ended, and for which no money ever came. */
export const isUnfinished = sql`${bookings.status} = 'expired' and ${bookings.soldBy} is null
  and not exists (select 1 from payments where booking_id = bookings.id)`

/**
 * Of an installment in a query: it is of a departure of which no one knows yet whether it runs, so that it
 * does not fall due (`waitsForDecision`).
 */
export const WAITS_FOR_DECISION = `booking_id in (select b.id from departures d join bookings b on b.departure_id = d.id
  where d.minimum_travelers is not null and d.guaranteed_at is null)`

const PAID = PAID_STATUSES.map((status) => `'${status}'`).join(', ')

/**
 * What staff have to pay back by hand, of each booking (`toPayBackCents`): of those that ended, to canceled
 * travelers of those that stand, and what was paid beyond the price, which only a refund that failed can
 * bring about.
 */
export const TO_PAY_BACK = `
  select id, sum(cents) as amountCents from (
    select id, kept_cents - coalesce(iif(payment_status = 'cancelled', stays_cents, 0), 0) as cents
      from bookings indexed by bookings_not_given_back where ${NOT_GIVEN_BACK}
    union all
    select b.id, max(0, min(p.promised, b.kept_cents - p.stays))
      from (select booking_id, sum(iif(kind = 'promised', price_cents, 0)) as promised,
          sum(iif(kind = 'retained', price_cents, 0)) as stays
        from charges indexed by charges_of_former where ${OF_FORMER} group by booking_id) p
      join bookings b on b.id = p.booking_id and b.payment_status in (${PAID})
    union all
    select id, kept_cents - total_cents from bookings
      where id in (select booking_id from refunds) and payment_status in (${PAID}) and kept_cents > total_cents
  ) group by id having sum(cents) > 0`

/**
 * Of a booking in a query: its price as it was agreed, without what is promised back to canceled travelers
 * (`partyMoney`).
 */
export const agreedPriceIn = sql<Cents>`bookings.total_cents + bookings.written_off_cents - coalesce((
  select max(0, min(promised, kept_cents - max(0, min(stays, kept_cents)))) from (
    select sum(iif(kind = 'promised', price_cents, 0)) as promised,
      sum(iif(kind = 'retained', price_cents, 0)) as stays
    from charges where booking_id = bookings.id and ${sql.raw(OF_FORMER)})), 0)`
