import { and, eq, sql } from 'drizzle-orm'
import { theTour } from '#app/tour/tour.server'
import { SEATS_AT_MOST } from '#app/tour/tour-form'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema'

/** What the words on a booking's money are made of. */
const MONEY = {
  status: bookings.status,
  moneyState: bookings.moneyState,
  totalCents: bookings.totalCents,
  depositCents: bookings.depositCents,
  keptCents: bookings.keptCents,
  goingBackCents: bookings.goingBackCents,
  stuckBackCents: bookings.stuckBackCents,
  staysCents: bookings.staysCents,
}

const travelers = db
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
    earlyBirdOffer: bookings.earlyBirdOffer,
    ...MONEY,
  })
  .from(bookings)
  .where(
    and(
      eq(bookings.tourId, sql.placeholder('tourId')),
      sql`${bookings.status} in ('deposit_paid', 'completed')`,
    ),
  )
  .limit(SEATS_AT_MOST)
  .prepare()

/** Who travels: the guide's list of the departure's paid travelers, by name; amounts in cents. */
export function manifest() {
  const tour = theTour()
  const byName = new Intl.Collator('en')
  const rows = travelers.all({ tourId: tour.id }).toSorted((a, b) => byName.compare(a.name, b.name))
  return { tour, travelers: rows }
}

export type ManifestTraveler = ReturnType<typeof manifest>['travelers'][number]
