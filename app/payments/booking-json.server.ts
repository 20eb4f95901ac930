import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { cents, dollarsOf } from '#app/money'
import { keptCents } from '#app/payments/ledger.server'
import { db } from '#db/connection.server'
import { paymentIntents } from '#db/schema'

/** A booking as the confirmation reads it (spec §3): whole dollars, the customer-prefixed names. */
export function bookingJson(booking: Booking) {
  const paid = keptCents(booking.id)
  return {
    id: booking.id,
    bookingReference: booking.reference,
    tourType: booking.tourType,
    roomType: booking.roomType,
    paymentType: booking.paymentType,
    paymentStatus: booking.status,
    customerName: booking.customerName,
    customerEmail: booking.customerEmail,
    customerPhone: booking.customerPhone,
    customerAddress: booking.customerAddress,
    customerCity: booking.customerCity,
    customerState: booking.customerState,
    customerZipCode: booking.customerZipCode,
    customerCountry: booking.customerCountry,
    numberOfGuests: booking.numberOfGuests,
    totalAmount: dollarsOf(booking.totalCents),
    depositAmount: dollarsOf(booking.depositCents),
    paidAmount: dollarsOf(paid),
    remainingAmount: dollarsOf(cents(booking.totalCents - paid)),
    installments: installmentsOf(booking.id).map(({ number, amountCents, dueOn, paidAt }) => ({
      number,
      amount: dollarsOf(amountCents),
      dueDate: dueOn,
      paidAt: paidAt?.toISOString() ?? null,
    })),
    stripePaymentIntentId: intentOf(booking.id),
    refundTerms: booking.refundTerms,
    createdAt: booking.createdAt.toISOString(),
    updatedAt: booking.updatedAt.toISOString(),
  }
}

const intentOf = (bookingId: number): string | null =>
  db
    .select({ id: paymentIntents.stripeIntentId })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.bookingId, bookingId), isNotNull(paymentIntents.stripeIntentId)))
    .orderBy(desc(eq(paymentIntents.state, 'succeeded')), desc(paymentIntents.id))
    .get()?.id ?? null
