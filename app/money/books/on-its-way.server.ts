import { sql } from 'drizzle-orm'
import { arrivesAbout, type OnItsWay } from '#app/bookings/on-its-way'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents } from '#app/platform/money'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { ON_ITS_WAY, paymentIntents } from '#db/schema/money'

const ofBooking = sql.placeholder('bookingId')

const sum = prepared(() =>
  db
    .select({ cents: bookings.onItsWayCents })
    .from(bookings)
    .where(sql`${bookings.id} = ${ofBooking}`)
    .prepare(),
)

/** What is on its way for a booking from bank accounts; triggers on the intents keep it. */
export const onItsWayCents = (bookingId: number): Cents => sum().get({ bookingId })?.cents ?? cents(0)

const each = prepared(() =>
  db
    .select({
      amountCents: paymentIntents.amountCents,
      since: paymentIntents.processingAt,
      payerTravelerId: paymentIntents.payerTravelerId,
    })
    .from(paymentIntents)
    .where(sql`${paymentIntents.bookingId} = ${ofBooking} and ${sql.raw(ON_ITS_WAY)}`)
    .orderBy(paymentIntents.id)
    .prepare(),
)

/** Each payment of it, with the day on which it is about to come. */
export const onItsWayOf = (bookingId: number): OnItsWay[] =>
  each()
    .all({ bookingId })
    .map(({ amountCents, since, payerTravelerId }) => ({
      amountCents,
      aboutOn: arrivesAbout(businessDay(since ?? new Date(0))),
      ...(payerTravelerId !== null && { isCompanions: true as const }),
    }))
