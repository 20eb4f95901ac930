import { eq, sql } from 'drizzle-orm'
import { type Db, db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings } from '#db/schema'
import { asReference } from './reference.server'

export type Booking = typeof bookings.$inferSelect
export type PaymentType = Booking['paymentType']

/** Finds a booking by its reference or its number, as it may stand in an address. */
export function findBooking(idOrReference: string, outer: Db = db): Booking | undefined {
  const reference = asReference(idOrReference)
  const number = /^\d{1,15}$/.test(idOrReference.trim()) ? Number(idOrReference) : null
  if (!reference && number === null) return undefined
  return reference ? withReference(outer).get({ reference }) : withId(outer).get({ id: number })
}

/** The booking of that id; undefined where there is none, as of money that belongs to no booking. */
export const bookingWithId = (id: number | null, outer: Db = db): Booking | undefined =>
  id === null ? undefined : withId(outer).get({ id })

const withReference = prepared(() =>
  db
    .select()
    .from(bookings)
    .where(eq(bookings.reference, sql.placeholder('reference')))
    .prepare(),
)
const withId = prepared(() =>
  db
    .select()
    .from(bookings)
    .where(eq(bookings.id, sql.placeholder('id')))
    .prepare(),
)
