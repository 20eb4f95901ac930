import { eq, sql } from 'drizzle-orm'
import type { Day } from '#app/days'
import { type Cents, cents } from '#app/money'
import { keepsSeat, TO_PAY_BACK } from '#db/booking-queries.server'
import { db, sqlite } from '#db/connection.server'
import { bookings, departures, tours } from '#db/schema'
import { hasBegun } from './departure'
import { type Departure, departureColumns, salesState, TOUR_TYPE } from './departures.server'

/** What staff read first of a departure. */
export type DepartureState = 'draft' | 'on-sale' | 'opens' | 'sold-out' | 'closed' | 'under-way' | 'past'

export type ListedDeparture = Departure & {
  state: DepartureState
  /** Seats that are held or paid for. */
  taken: number
  collectedCents: Cents
  outstandingCents: Cents
  overdueCents: Cents
}

const all = db
  .select(departureColumns)
  .from(departures)
  .innerJoin(tours, eq(tours.id, departures.tourId))
  .where(eq(tours.tourType, TOUR_TYPE))
  .orderBy(sql`${departures.startsOn} desc`)
  .prepare()

const sums = db
  .select({
    id: bookings.departureId,
    taken: sql<number>`sum(case when ${keepsSeat} then ${bookings.numberOfGuests} else 0 end)`,
    collected: sql<number>`sum(${bookings.keptCents} - coalesce(back.amountCents, 0))`,
    outstanding: sql<number>`sum(${bookings.askedCents})`,
  })
  .from(bookings)
  .leftJoin(sql`(${sql.raw(TO_PAY_BACK)}) as back`, sql`back.id = ${bookings.id}`)
  .groupBy(bookings.departureId)
  .prepare()

const overdue = sqlite.prepare<[Day], { id: number; sum: number }>(`
  select b.departure_id as id, sum(i.owed_cents) as sum
  from installments i join bookings b on b.id = i.booking_id
  where i.owed_cents > 0 and i.due_on < ? group by b.departure_id`)

/**
 * All departures, the latest first, with their seats and money: what is kept and stays, what is open, and what is past
 * its day.
 */
export function listDepartures(today: Day): ListedDeparture[] {
  const money = new Map(sums.all().map((row) => [row.id, row]))
  const late = new Map(overdue.all(today).map((row) => [row.id, row.sum]))
  return all.all().map((departure) => {
    const { taken = 0, collected = 0, outstanding = 0 } = money.get(departure.id) ?? {}
    return {
      ...departure,
      state: stateOf(departure, today),
      taken,
      collectedCents: cents(collected),
      outstandingCents: cents(outstanding),
      overdueCents: cents(late.get(departure.id) ?? 0),
    }
  })
}

export function stateOf(departure: Departure, today: Day): DepartureState {
  if (departure.sales === 'draft') return 'draft'
  if (today > departure.endsOn) return 'past'
  if (hasBegun(departure, today)) return 'under-way'
  switch (salesState(departure, today)) {
    case 'open':
      return 'on-sale'
    case 'not-yet':
      return 'opens'
    case 'sold-out':
      return 'sold-out'
    case 'closed':
      return 'closed'
  }
}
