import { and, eq, sql } from 'drizzle-orm'
import { KEPT_CENTS } from '#app/payments/kept-cents.server'
import { theTour } from '#app/tour/tour.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema'

/** A departure has 500 seats at most. */
const AT_MOST = 500

const travellers = db
  .select({
    reference: bookings.reference,
    name: bookings.customerName,
    roomType: bookings.roomType,
    guests: bookings.numberOfGuests,
    email: bookings.customerEmail,
    phone: bookings.customerPhone,
    city: bookings.customerCity,
    state: bookings.customerState,
    country: bookings.customerCountry,
    totalCents: bookings.totalCents,
    paidCents: KEPT_CENTS,
  })
  .from(bookings)
  .where(
    and(
      eq(bookings.tourId, sql.placeholder('tourId')),
      sql`${bookings.status} in ('deposit_paid', 'completed')`,
    ),
  )
  .limit(AT_MOST)
  .prepare()

/** Who travels: the guide's list of the departure's paid travelers, by name; amounts in cents. */
export function manifest() {
  const tour = theTour()
  const byName = new Intl.Collator('en')
  const rows = travellers.all({ tourId: tour.id }).toSorted((a, b) => byName.compare(a.name, b.name))
  return { tour, travellers: rows }
}

export type ManifestTraveller = ReturnType<typeof manifest>['travellers'][number]
