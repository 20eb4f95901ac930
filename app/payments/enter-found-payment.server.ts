import { recordAct } from '#app/audit/audit-log.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { type BegunIntent, retrieveBegun } from '#app/stripe/begun-intents.server'
import { db, immediately } from '#db/connection.server'
import { paymentIntents } from '#db/schema'
import { bookingNamedBy } from './booking-named-by'
import { isWanted } from './credit.server'
import { intentRecordFor, unsettledIntentOf } from './intent-records.server'
import { keptCents } from './ledger.server'
import { recordPayment } from './record-payment.server'
import { type InTheWay, withdrawFirst } from './withdraw-first.server'

export type EnteredPayment =
  | { booking: Booking; intent: BegunIntent }
  | {
      refused:
        | 'not-at-stripe'
        | 'not-ours'
        | 'not-paid'
        | 'known'
        | 'no-booking'
        /** It names another one, which is here. */
        | 'another-booking'
        /** It names one that is not here, and nobody said that this one stands for it. */
        | 'lost-booking'
        | 'being-paid'
        /** The booking has no use for it: it is paid, or has no place to take. */
        | 'not-wanted'
    }

/**
 * Enters a card payment that only Stripe knows of, as after a restored backup, for the booking that somebody says it is
 * for: by the one path that all card money takes. What could still be paid for the booking is withdrawn first. Money
 * that the booking has no use for is not entered, so that a wrong reference sends nothing back; and what names a booking
 * that is lost only where `standsFor` says that this one was made in its place. Throws StripeUnavailable.
 */
export async function enterFoundPayment(
  intentId: string,
  reference: string,
  now: () => Date,
  standsFor: string | null = null,
): Promise<EnteredPayment> {
  const intent = await retrieveBegun(intentId)
  if (!intent) return { refused: 'not-at-stripe' }
  if (intent.key === null) return { refused: 'not-ours' }
  if (intent.status !== 'succeeded') return { refused: 'not-paid' }
  return withdrawFirst(
    reference,
    () => enter({ ...intent, key: String(intent.key) }, reference, standsFor, now()),
    now,
  )
}

function enter(
  intent: BegunIntent & { key: string },
  reference: string,
  standsFor: string | null,
  now: Date,
): EnteredPayment | InTheWay {
  return immediately(db, (tx) => {
    if (intentRecordFor(intent, tx)) return { refused: 'known' }
    const booking = findBooking(reference, tx)
    if (!booking) return { refused: 'no-booking' }
    const namedReference = bookingNamedBy(intent)
    const named = namedReference === null ? undefined : findBooking(namedReference, tx)
    if (named && named.id !== booking.id) return { refused: 'another-booking' }
    if (!named && namedReference !== null && standsFor !== namedReference) return { refused: 'lost-booking' }
    if (unsettledIntentOf(booking.id, tx)) return 'intent-in-the-way'

    const first = intent.receivedCents >= booking.totalCents ? ('full' as const) : ('deposit' as const)
    const purpose = isPaid(booking.status) ? ('balance' as const) : first
    if (!isWanted(purpose, booking, keptCents(booking.id, tx), intent.receivedCents, now, tx)) {
      return { refused: 'not-wanted' }
    }
    tx.insert(paymentIntents)
      .values({
        bookingId: booking.id,
        purpose,
        method: 'card-element',
        amountCents: intent.amountCents,
        state: 'open',
        idempotencyKey: intent.key,
        stripeIntentId: intent.id,
        createdAt: now,
        updatedAt: now,
      })
      .run()
    recordPayment(intent, now, tx)
    recordAct(
      {
        actor: 'machine',
        action: 'payment-found',
        subject: `booking:${booking.reference}`,
        detail: { amountCents: intent.receivedCents, intent: intent.id },
      },
      now,
      tx,
    )
    return { booking: findBooking(reference, tx) ?? booking, intent }
  })
}
