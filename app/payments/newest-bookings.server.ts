import { desc, sql } from 'drizzle-orm'
import type { Cents } from '#app/money'
import { db } from '#db/connection.server'
import { bookings, payments } from '#db/schema'

const AT_MOST = 20

const newest = db
  .select({
    reference: bookings.reference,
    customerName: bookings.customerName,
    customerEmail: bookings.customerEmail,
    roomType: bookings.roomType,
    status: bookings.status,
    totalCents: bookings.totalCents,
    paidCents: sql<Cents>`(select coalesce(sum(${payments.amountCents}), 0) from ${payments} where ${payments.bookingId} = ${bookings.id})`,
    createdAt: bookings.createdAt,
  })
  .from(bookings)
  .orderBy(desc(bookings.id))
  .limit(AT_MOST)
  .prepare()

/** The last twenty bookings with what their ledgers add up to, newest first. */
export const newestBookings = () => newest.all()
