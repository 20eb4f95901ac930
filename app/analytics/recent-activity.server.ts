import { desc, eq, sql } from 'drizzle-orm'
import type { Cents } from '#app/platform/money'
import { bookedParty, roomNameOf } from '#app/tours/party'
import { agreedPriceIn } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { contactInquiries, newsletterSubscriptions } from '#db/schema/people'
import { pageViews } from '#db/schema/running'
import { countryName, UNKNOWN_COUNTRY } from './visits.server'

export type Activity = {
  type: 'booking' | 'visitor' | 'other'
  /** Names no one: a booking goes by its reference. */
  description: string
  at: Date
  /** What was booked, in cents; null where no money is meant. */
  valueCents: Cents | null
}

const OF_EACH = 4

const paidBookings = (status: 'deposit_paid' | 'completed') =>
  db
    .select({
      reference: bookings.reference,
      roomType: bookings.roomType,
      travelers: bookings.travelers,
      singles: bookings.singles,
      valueCents: agreedPriceIn,
      createdAt: bookings.createdAt,
    })
    .from(bookings)
    .where(eq(bookings.status, sql.raw(`'${status}'`)))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(OF_EACH)
    .prepare()
const newestBookings = [paidBookings('deposit_paid'), paidBookings('completed')]

const newestViews = db
  .select({ path: pageViews.path, country: pageViews.country, createdAt: pageViews.createdAt })
  .from(pageViews)
  .orderBy(desc(pageViews.createdAt))
  .limit(OF_EACH)
  .prepare()

const newestOf = (table: typeof contactInquiries | typeof newsletterSubscriptions) =>
  db
    .select({ createdAt: table.createdAt })
    .from(table)
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(OF_EACH)
    .prepare()
const newestInquiries = newestOf(contactInquiries)
const newestSubscriptions = newestOf(newsletterSubscriptions)

/** The newest four of each: paid bookings, page views, inquiries or subscriptions. Newest first, no names. */
export const recentActivity = (): Activity[] =>
  newestFirst([...bookingsMade(), ...pagesViewed(), ...othersCame()])

const newestFirst = (activity: Activity[]) =>
  activity.sort((one, other) => other.at.getTime() - one.at.getTime())

const bookingsMade = (): Activity[] =>
  newestFirst(
    newestBookings
      .flatMap((statement) => statement.all())
      .map(({ reference, createdAt, valueCents, ...party }) => ({
        type: 'booking',
        description: `Booking ${reference}, ${roomNameOf(bookedParty(party)).toLowerCase()}`,
        at: createdAt,
        valueCents,
      })),
  ).slice(0, OF_EACH)

const pagesViewed = (): Activity[] =>
  newestViews.all().map(({ path, country, createdAt }) => ({
    type: 'visitor',
    description: `${path} viewed${country === UNKNOWN_COUNTRY ? '' : ` from ${countryName(country)}`}`,
    at: createdAt,
    valueCents: null,
  }))

const othersCame = (): Activity[] =>
  newestFirst([
    ...newestInquiries.all().map(({ createdAt }) => other('New inquiry', createdAt)),
    ...newestSubscriptions.all().map(({ createdAt }) => other('New newsletter subscriber', createdAt)),
  ]).slice(0, OF_EACH)

const other = (description: string, at: Date): Activity => ({
  type: 'other',
  description,
  at,
  valueCents: null,
})
