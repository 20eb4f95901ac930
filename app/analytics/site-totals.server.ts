import { and, count, eq, inArray, sql } from 'drizzle-orm'
import { subscriberTotals } from '#app/people/subscriber-totals.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings, totals } from '#db/schema'

const kept = db
  .select()
  .from(totals)
  .where(inArray(totals.name, ['contacts', 'bookings:deposit_paid', 'bookings:completed']))
  .prepare()

const ofDeparture = db
  .select({ total: count() })
  .from(bookings)
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking))
  .prepare()

/** The bookings of one departure whose deposit is there. */
export const bookingsOn = (departureId: number): number => ofDeparture.get({ departureId })?.total ?? 0

/** The dashboard's three totals, kept by triggers. A booking counts once its deposit is there, a subscriber until they leave. */
export function siteTotals() {
  const amounts = new Map(kept.all().map(({ name, amount }) => [name, amount]))
  const amount = (name: string) => amounts.get(name) ?? 0
  return {
    totalContacts: amount('contacts'),
    totalBookings: amount('bookings:deposit_paid') + amount('bookings:completed'),
    totalNewsletterSubscribers: subscriberTotals().subscribers,
  }
}
