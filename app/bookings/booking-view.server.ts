import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { isHeld, isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, paymentIntents } from '#db/schema'
import { type Booking, findBooking } from './find-booking.server'

/** Who asks to see a booking: a browser by its signed key, the payer by the intent's id, or staff. */
export type Viewer = { browserDigest: string | null; intentId: string | null; isStaff: boolean }

/**
 * The booking, for the browser that made it, for somebody who presents its payment intent, or for staff; everyone
 * else gets nothing, as if it did not exist (rules 5.8).
 */
export function bookingFor(viewer: Viewer, idOrReference: string): Booking | null {
  const booking = findBooking(idOrReference)
  if (!booking) return null
  const mayLook =
    viewer.isStaff ||
    booking.browserDigest === viewer.browserDigest ||
    (viewer.intentId !== null && paysFor(viewer.intentId, booking.id))
  return mayLook ? booking : null
}

const paysFor = (intentId: string, bookingId: number): boolean =>
  db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.stripeIntentId, intentId), eq(paymentIntents.bookingId, bookingId)))
    .get() !== undefined

/** The seat that this browser holds; the newest, where there are several. */
export const heldBy = (browserDigest: string): Booking | undefined => newestHeld(db).get({ browserDigest })

/** What this browser booked last and paid for, wholly or by the deposit. */
export const newestPaidBy = (browserDigest: string): Booking | undefined =>
  newestPaid(db).get({ browserDigest })

const newestOfBrowser = (status: SQL) =>
  prepared(() =>
    db
      .select()
      .from(bookings)
      .where(and(eq(bookings.browserDigest, sql.placeholder('browserDigest')), status))
      .orderBy(desc(bookings.id))
      .limit(1)
      .prepare(),
  )
const newestHeld = newestOfBrowser(isHeld)
const newestPaid = newestOfBrowser(isPaidBooking)
