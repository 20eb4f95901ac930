import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { owedByInstallment } from '#app/installments/owed'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { type Cents, cents } from '#app/money'
import { openDisputes } from '#app/payments/dispute-log.server'
import { unsettledIntentOf } from '#app/payments/intent-records.server'
import { isOutstanding, keptCents, remainingCents } from '#app/payments/ledger.server'
import { refundableCents } from '#app/payments/refund-orders.server'
import { tourOf } from '#app/tour/tour.server'
import { db } from '#db/connection.server'
import { adminUsers, auditLog, outbox, payments, refunds } from '#db/schema'

/** All that the files know of a booking's money and mail, for its page in the staff area; amounts in cents. */
export function bookingDossier(booking: Booking) {
  const kept = keptCents(booking.id)
  const refundable = refundableCents(booking.id)
  const remaining = remainingCents(booking)
  return {
    tour: tourOf(booking),
    keptCents: kept,
    remainingCents: remaining,
    /** What can go back to cards through Stripe, and what was paid otherwise. */
    refundableCents: refundable,
    byHandCents: cents(Math.max(0, kept - refundable)),
    owedByHandCents: owedByHand(booking),
    ledger: ledgerWithStaff.all({ bookingId: booking.id }),
    installments: owedByInstallment(
      installmentsOf(booking.id),
      isPaid(booking.status) ? remaining : cents(0),
    ),
    refundsOnTheirWay: openRefunds.all({ bookingId: booking.id }),
    openDisputes: openDisputes(`booking:${booking.reference}`),
    openIntent: unsettledIntentOf(booking.id) ?? null,
    mails: mailsOf.all({ bookingId: booking.id }),
  }
}

const ofBooking = sql.placeholder('bookingId')

const ledgerWithStaff = db
  .select({
    id: payments.id,
    kind: payments.kind,
    method: payments.method,
    amountCents: payments.amountCents,
    stripeIntentId: payments.stripeIntentId,
    stripeRefundId: payments.stripeRefundId,
    note: payments.note,
    recordedBy: adminUsers.username,
    createdAt: payments.createdAt,
  })
  .from(payments)
  .leftJoin(adminUsers, eq(adminUsers.id, payments.recordedBy))
  .where(eq(payments.bookingId, ofBooking))
  .orderBy(asc(payments.id))
  .prepare()

const openRefunds = db
  .select({
    id: refunds.id,
    amountCents: refunds.amountCents,
    reason: refunds.reason,
    state: refunds.state,
    note: refunds.note,
    orderedBy: adminUsers.username,
    attempt: refunds.attempt,
    lastError: refunds.lastError,
    createdAt: refunds.createdAt,
  })
  .from(refunds)
  .leftJoin(adminUsers, eq(adminUsers.id, refunds.orderedBy))
  .where(and(eq(refunds.bookingId, ofBooking), isOutstanding))
  .orderBy(asc(refunds.id))
  .prepare()

const mailsOf = db
  .select({
    id: outbox.id,
    subject: outbox.subject,
    toAddress: outbox.toAddress,
    state: outbox.state,
    attempts: outbox.attempts,
    lastError: outbox.lastError,
    createdAt: outbox.createdAt,
    sentAt: outbox.sentAt,
  })
  .from(outbox)
  .where(eq(outbox.bookingId, ofBooking))
  .orderBy(desc(outbox.id))
  .limit(100)
  .prepare()

const cancellation = db
  .select({ detail: auditLog.detail })
  .from(auditLog)
  .where(and(eq(auditLog.subject, sql.placeholder('subject')), sql`${auditLog.action} = 'booking-cancelled'`))
  .orderBy(desc(auditLog.createdAt))
  .prepare()

const paidBackByHand = db
  .select({ amount: sql<number>`coalesce(-sum(${payments.amountCents}), 0)` })
  .from(payments)
  .where(
    and(
      eq(payments.bookingId, ofBooking),
      isNull(payments.stripeIntentId),
      sql`${payments.kind} = 'refund'`,
      sql`${payments.createdAt} >= ${sql.placeholder('since')}`,
    ),
  )
  .prepare()

/** What a cancelled booking was promised back otherwise than to a card, less what went back since. */
function owedByHand(booking: Booking): Cents {
  if (!booking.cancelledAt) return cents(0)
  const promised = cancellation.get({ subject: `booking:${booking.reference}` })?.detail.byHandCents
  if (typeof promised !== 'number') return cents(0)
  const back =
    paidBackByHand.get({ bookingId: booking.id, since: booking.cancelledAt.getTime() })?.amount ?? 0
  return cents(Math.max(0, promised - back))
}
