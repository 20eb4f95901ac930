import { and, eq, sql } from 'drizzle-orm'
import { SEATS_AT_MOST } from '#app/tour/departure-form'
import type { Departure } from '#app/tour/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
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
  .where(and(eq(bookings.departureId, sql.placeholder('departureId')), isPaidBooking))
  .limit(SEATS_AT_MOST)
  .prepare()

/** Who travels: the guide's list of the departure's paid travelers, by name; amounts in cents. */
export function manifest(departure: Departure) {
  const byName = new Intl.Collator('en')
  const rows = travelers.all({ departureId: departure.id }).toSorted((a, b) => byName.compare(a.name, b.name))
  return rows
}

export type ManifestTraveler = ReturnType<typeof manifest>[number]
