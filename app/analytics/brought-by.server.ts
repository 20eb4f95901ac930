import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { countsAsUse } from '#app/bookings/discount-codes.server'
import type { DateRange } from '#app/platform/lists/date-range'
import { type Cents, cents } from '#app/platform/money'
import { publishedTours, type Tour } from '#app/tours/tours.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { leaders } from '#db/schema/leaders'
import { charges, discountCodes } from '#db/schema/money'
import { instantsOf } from './visits.server'

/** Who or what brought paid bookings: how many, and what they have paid so far, less what goes back. */
export type Brought = { name: string; bookings: number; paidCents: Cents }

const SHOWN_AT_MOST = 10

function within(range: DateRange) {
  const { start, end } = instantsOf(range)
  return and(isPaidBooking, gte(bookings.createdAt, new Date(start)), lt(bookings.createdAt, new Date(end)))
}

const count = sql<number>`count(*)`
const paid = sql<Cents>`coalesce(sum(${bookings.keptCents}), 0)`

/** Of the bookings that were begun in a range of business days, by leader: the most bookings first. */
export const broughtByLeaders = (range: DateRange): Brought[] =>
  db
    .select({
      name: sql<string>`${leaders.name} || ' (' || ${leaders.code} || ')'`,
      bookings: count,
      paidCents: paid,
    })
    .from(bookings)
    .innerJoin(leaders, eq(leaders.id, bookings.leaderId))
    .where(and(isNotNull(bookings.leaderId), within(range)))
    .groupBy(leaders.id)
    .orderBy(desc(count), desc(paid))
    .limit(SHOWN_AT_MOST)
    .all()

/** The same by discount code. */
export function broughtByCodes(range: DateRange): Brought[] {
  const used = db
    .selectDistinct({ bookingId: charges.bookingId, codeId: charges.codeId })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.bookingId))
    .where(and(isNotNull(charges.codeId), countsAsUse))
    .as('used')
  return db
    .select({ name: discountCodes.code, bookings: count, paidCents: paid })
    .from(used)
    .innerJoin(discountCodes, eq(discountCodes.id, used.codeId))
    .innerJoin(bookings, eq(bookings.id, used.bookingId))
    .where(within(range))
    .groupBy(discountCodes.id)
    .orderBy(desc(count), desc(paid))
    .limit(SHOWN_AT_MOST)
    .all()
}

const bookedBy = db
  .select({ journey: bookings.tourType, source: bookings.source, bookings: count, paidCents: paid })
  .from(bookings)
  .where(
    and(
      isPaidBooking,
      gte(bookings.createdAt, sql.placeholder('start')),
      lt(bookings.createdAt, sql.placeholder('end')),
    ),
  )
  .groupBy(bookings.tourType, bookings.source)
  .prepare()

/** The same by the source of the guest who held the seats, and by journey where there are several. */
export function broughtBySources(range: DateRange): { sources: Brought[]; journeys: Brought[] } {
  const rows = bookedBy.all(instantsOf(range))
  const tours = publishedTours()
  const ofJourney = ({ tourType, shortName }: Tour) =>
    together(
      shortName,
      rows.filter(({ journey }) => journey === tourType),
    )
  return {
    sources: mostFirst(
      [...Map.groupBy(rows, ({ source }) => source)].map(([source, its]) => together(nameOf(source), its)),
    ),
    journeys: tours.length > 1 ? mostFirst(tours.map(ofJourney)) : [],
  }
}

const nameOf = (source: string | null): string => (source === null ? 'Held by staff' : source || 'Not known')

const together = (name: string, rows: Omit<Brought, 'name'>[]): Brought => ({
  name,
  bookings: rows.reduce((sum, row) => sum + row.bookings, 0),
  paidCents: cents(rows.reduce((sum, row) => sum + row.paidCents, 0)),
})

const mostFirst = (brought: Brought[]) =>
  brought
    .toSorted((one, other) => other.bookings - one.bookings || other.paidCents - one.paidCents)
    .slice(0, SHOWN_AT_MOST)
