import { eq } from 'drizzle-orm'
import { type Db, db } from '#db/connection.server'
import { bookings } from '#db/schema'
import { asReference } from './reference.server'

export type Booking = typeof bookings.$inferSelect
export type PaymentType = Booking['paymentType']

/** Finds a booking by its reference or its number, as it may stand in an address. */
export function findBooking(idOrReference: string, outer: Db = db): Booking | undefined {
  const reference = asReference(idOrReference)
  const number = /^\d{1,15}$/.test(idOrReference.trim()) ? Number(idOrReference) : null
  if (!reference && number === null) return undefined
  return outer
    .select()
    .from(bookings)
    .where(reference ? eq(bookings.reference, reference) : eq(bookings.id, number ?? 0))
    .get()
}

/** The booking of that id; undefined where there is none, as of money that belongs to no booking. */
export const bookingWithId = (id: number | null, outer: Db = db): Booking | undefined =>
  id === null ? undefined : outer.select().from(bookings).where(eq(bookings.id, id)).get()
