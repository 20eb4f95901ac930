import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema'
import type { Booking } from './find-booking.server'

const byToken = db
  .select()
  .from(bookings)
  .where(eq(bookings.linkToken, sql.placeholder('token')))
  .prepare()

/** The booking behind the token of a traveler's own link; null for an unknown one. */
export const bookingByLink = (token: string): Booking | null =>
  /^[\w-]{16,64}$/.test(token) ? (byToken.get({ token }) ?? null) : null
