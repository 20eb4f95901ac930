import { eq } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { cardPayment, keptCents } from '#app/money/ledger.server'
import { oweRefund } from '#app/money/refunds/owed-refunds.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { CURRENCY, cents } from '#app/platform/money'
import { recordAct } from '#app/staff/audit-log.server'
import { immediately, type Tx } from '#db/connection.server'
import { insertRow } from '#db/prepared.server'
import { paymentIntents, payments } from '#db/schema'
import { credit, isWanted } from './credit.server'
import { intentRecordFor } from './intent-records.server'
import { mailPaymentRefused, mailUnknownPayment } from './payment-mail.server'

/** What became of money that arrived. `given-back` is owed to the payer in full; a worker pays it back. */
export type Recorded =
  | { outcome: 'taken' | 'known'; booking: Booking }
  | { outcome: 'given-back'; booking: Booking | null }
  | { outcome: 'unknown' }

/**
 * The one path by which card money enters the ledger (rules 2.3): webhook, browser's return, status call and
 * reconcile all come here, in any order and any number of times; the intent's id makes it count once. Money
 * for a booking that lost its seat takes a free one; where there is none, the journey has begun or the
 * booking was already paid, it is owed back in full, and traveler and staff get a mail. Throws unless Stripe
 * says that the intent succeeded.
 */
export function recordPayment(intent: Intent, now: Date): Recorded {
  if (intent.status !== 'succeeded') throw new Error(`Intent ${intent.id} has not succeeded`)

  return immediately((tx) => {
    const record = intentRecordFor(intent)
    // Other money than dollars is nobody's until staff look: its amount says nothing about what is owed.
    if (!record || intent.currency !== CURRENCY) return strangeMoney(intent, now)

    // Who hears of it second writes nothing.
    if (record.state !== 'succeeded' || record.stripeIntentId !== intent.id) {
      tx.update(paymentIntents)
        .set({ state: 'succeeded', stripeIntentId: intent.id, updatedAt: now })
        .where(eq(paymentIntents.id, record.id))
        .run()
    }

    const booking = record.bookingId === null ? null : bookingOf(record.bookingId)
    if (cardPayment(intent.id)) {
      return booking ? { outcome: 'known', booking } : { outcome: 'given-back', booking }
    }

    const before = booking ? keptCents(booking.id) : cents(0)
    enterInLedger(intent, booking, now, tx)
    if (!booking || !isWanted(record.purpose, booking, before, intent.receivedCents, now)) {
      return giveBack(intent, booking, now, tx)
    }
    return {
      outcome: 'taken',
      booking: credit(
        booking,
        {
          purpose: record.purpose,
          receivedCents: intent.receivedCents,
          by: { actor: 'stripe', detail: { intent: intent.id } },
        },
        now,
        tx,
      ),
    }
  })
}

const bookingOf = (id: number): Booking => {
  const booking = bookingWithId(id)
  if (!booking) throw new Error(`Booking ${id} is gone`)
  return booking
}

function enterInLedger(intent: Intent, booking: Booking | null, now: Date, tx: Tx): void {
  insertRow(
    payments,
    {
      bookingId: booking?.id ?? null,
      kind: 'payment',
      method: 'card',
      amountCents: intent.receivedCents,
      stripeIntentId: intent.id,
      createdAt: now,
    },
    tx,
  )
}

function giveBack(intent: Intent, booking: Booking | null, now: Date, tx: Tx): Recorded {
  oweRefund({ intent, booking }, now, tx)
  if (booking) mailPaymentRefused(booking, intent, now)
  else mailUnknownPayment(intent, { isReturned: true }, now)
  recordAct(
    {
      actor: 'stripe',
      action: 'payment-given-back',
      subject: booking ? `booking:${booking.reference}` : `intent:${intent.id}`,
      detail: { intent: intent.id, amountCents: intent.receivedCents },
    },
    now,
  )
  return { outcome: 'given-back', booking }
}

/** Not one of ours, or from before a backup was restored: nobody can tell which, so staff get a mail. */
function strangeMoney(intent: Intent, now: Date): Recorded {
  mailUnknownPayment(intent, { isReturned: false }, now)
  return { outcome: 'unknown' }
}
