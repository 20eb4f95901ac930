import { and, eq } from 'drizzle-orm'
import { recordAct } from '#app/audit/audit-log.server'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import type { Booking, PaymentType } from '#app/bookings/find-booking.server'
import { isPaid, lostItsSeat } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import { planFor } from '#app/installments/plan'
import { scheduleInstallments } from '#app/installments/schedule-installments.server'
import { settleInstallments } from '#app/installments/settle-installments.server'
import { type Cents, cents } from '#app/money'
import { type IntentRecord, intentRecordFor } from '#app/payments/intent-records.server'
import { keptCents } from '#app/payments/ledger.server'
import { oweRefund } from '#app/payments/owed-refunds.server'
import { mailPaymentRefused, mailPaymentTaken, mailUnknownPayment } from '#app/payments/payment-mail.server'
import type { Intent } from '#app/stripe/intents.server'
import { seatsLeft, tourIn } from '#app/tour/tour.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings, paymentIntents, payments } from '#db/schema'

/** What became of money that arrived. `given-back` is owed to the payer in full; a worker pays it back. */
export type Recorded =
  | { outcome: 'taken' | 'known'; booking: Booking }
  | { outcome: 'given-back'; booking: Booking | null }
  | { outcome: 'unknown' }

/**
 * The one path by which card money enters the ledger (decisions §3): webhook, browser's return, status call and
 * reconcile all come here, in any order and any number of times; the intent's id makes it count once. Money for
 * a booking that lost its seat takes a free one; where there is none, or the booking was already paid, it is
 * owed back in full, and traveller and staff are told. Throws unless Stripe says that the intent succeeded.
 */
export function recordPayment(intent: Intent, now: Date, outer: Db = db): Recorded {
  if (intent.status !== 'succeeded') throw new Error(`Intent ${intent.id} has not succeeded`)

  return immediately(outer, (tx) => {
    const record = intentRecordFor(intent, tx)
    if (!record) return strangeMoney(intent, now, tx)

    tx.update(paymentIntents)
      .set({ state: 'succeeded', stripeIntentId: intent.id, updatedAt: now })
      .where(eq(paymentIntents.id, record.id))
      .run()

    const booking = record.bookingId === null ? null : bookingOf(record.bookingId, tx)
    if (isInLedger(intent.id, tx)) {
      return booking ? { outcome: 'known', booking } : { outcome: 'given-back', booking }
    }

    const before = booking ? keptCents(booking.id, tx) : cents(0)
    enterInLedger(intent, booking, now, tx)
    if (!booking || !isWanted(record, booking, before, intent.receivedCents, tx)) {
      return giveBack(intent, booking, now, tx)
    }
    return { outcome: 'taken', booking: credit(booking, record, intent, now, tx) }
  })
}

const bookingOf = (id: number, tx: Db): Booking => {
  const booking = tx.select().from(bookings).where(eq(bookings.id, id)).get()
  if (!booking) throw new Error(`Booking ${id} is gone`)
  return booking
}

const isInLedger = (intentId: string, tx: Db): boolean =>
  tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.stripeIntentId, intentId), eq(payments.kind, 'payment')))
    .get() !== undefined

function enterInLedger(intent: Intent, booking: Booking | null, now: Date, tx: Db): void {
  tx.insert(payments)
    .values({
      bookingId: booking?.id ?? null,
      kind: 'payment',
      method: 'card',
      amountCents: intent.receivedCents,
      stripeIntentId: intent.id,
      createdAt: now,
    })
    .run()
}

function isWanted(record: IntentRecord, booking: Booking, before: Cents, received: Cents, tx: Db): boolean {
  if (before + received > booking.totalCents) return false
  const isFirst = record.purpose === 'deposit' || record.purpose === 'full'
  if (!isFirst) return isPaid(booking.status)
  if (before > 0) return false
  if (booking.status === 'pending') return true

  const tour = lostItsSeat(booking.status) && tourIn(tx, booking.tourId)
  return Boolean(tour && seatsLeft(tour) >= booking.numberOfGuests)
}

function credit(booking: Booking, record: IntentRecord, intent: Intent, now: Date, tx: Db): Booking {
  const paid = keptCents(booking.id, tx)
  const status =
    paid >= booking.totalCents || booking.status === 'completed'
      ? ('completed' as const)
      : ('deposit_paid' as const)
  const credited = advanceBooking(booking.id, { status, ...agreedTerms(booking, record, tx) }, now, tx)
  if (!credited) throw new Error(`${booking.reference} cannot go from ${booking.status} to ${status}`)
  settleInstallments(booking.id, paid, booking.depositCents, now, tx)
  mailPaymentTaken(credited, record.purpose, intent, now, tx)
  recordAct(
    {
      actor: 'stripe',
      action: 'payment-taken',
      subject: `booking:${booking.reference}`,
      detail: { intent: intent.id, amountCents: intent.receivedCents, from: booking.status, to: status },
    },
    now,
    tx,
  )
  return credited
}

/**
 * What was paid for is what was agreed: a traveller who changed the payment option in another tab, while the
 * card was being charged, gets the plan that belongs to the payment.
 */
function agreedTerms(booking: Booking, record: IntentRecord, tx: Db): { paymentType?: PaymentType } {
  if (record.purpose !== 'deposit' && record.purpose !== 'full') return {}
  if (record.purpose === booking.paymentType) return {}
  const tour = tourIn(tx, booking.tourId)
  const plan = tour && planFor(tour, booking.totalCents, businessDay(booking.createdAt))
  scheduleInstallments(booking.id, record.purpose === 'deposit' ? (plan?.installments ?? []) : [], tx)
  return { paymentType: record.purpose }
}

function giveBack(intent: Intent, booking: Booking | null, now: Date, tx: Db): Recorded {
  oweRefund({ intent, booking }, now, tx)
  if (booking) mailPaymentRefused(booking, intent, now, tx)
  else mailUnknownPayment(intent, { isReturned: true }, now, tx)
  recordAct(
    {
      actor: 'stripe',
      action: 'payment-given-back',
      subject: booking ? `booking:${booking.reference}` : `intent:${intent.id}`,
      detail: { intent: intent.id, amountCents: intent.receivedCents },
    },
    now,
    tx,
  )
  return { outcome: 'given-back', booking }
}

/** Not one of ours, or from before a backup was restored: nobody's guess, so staff are told. */
function strangeMoney(intent: Intent, now: Date, tx: Db): Recorded {
  mailUnknownPayment(intent, { isReturned: false }, now, tx)
  return { outcome: 'unknown' }
}
