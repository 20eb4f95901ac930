import { bookingWithId } from '#app/bookings/find-booking.server'
import { askAnew, askedOf } from '#app/money/books/ask-anew.server'
import { whoPays } from '#app/money/books/who-paid.server'
import { announceBy, chargedAgainBy } from '#app/money/changes/autopay/announce-charges.server'
import { recordFailedDebit } from '#app/money/changes/autopay/failed-debit.server'
import { tellPayerOfFailure } from '#app/money/letters/autopay-charge-mail.server'
import { mailBankPaymentFailed, mailOnItsWay } from '#app/money/letters/bank-mail.server'
import { failRecord, type IntentRecord, noteProcessing } from '#app/money/payments/intent-records.server'
import { cancelIntent, type Intent } from '#app/money/stripe/intents.server'
import { immediately } from '#db/connection.server'
import { takePayment } from './take-payment.server'

/** Notes that money is on its way, and tells the guest once where it comes from a bank account. */
export function noteOnItsWay(record: IntentRecord, intent: Intent, now: Date): void {
  immediately(() => {
    const isNews = noteProcessing(record, true, now)
    const booking = isNews && record.paysFrom === 'bank-account' && bookingWithId(record.bookingId)
    if (booking) mailOnItsWay(booking, intent, whoPays(booking, record), now)
  })
}

/** Whether the bank has answered that a payment does not come; an account can be refused before it is one. */
export const isFailedDebit = ({ paysFrom }: IntentRecord, intent: Intent): boolean =>
  paysFrom === 'bank-account' &&
  intent.declinedCharge !== null &&
  (intent.status === 'canceled' || intent.status === 'requires_payment_method')

/**
 * Ends a payment that did not come from a bank account: canceled at Stripe first, so that nothing can be paid
 * on it anymore, then it is asked for again. Throws StripeUnavailable.
 */
export async function endFailedDebit(
  record: IntentRecord,
  intent: Intent,
  now: () => Date,
): Promise<'paid' | 'processing' | 'canceled'> {
  const ended = intent.status === 'canceled' ? intent : await cancelIntent(intent.id)
  if (ended?.status === 'succeeded') {
    takePayment(ended, now())
    return 'paid'
  }
  if (ended?.status === 'processing') return 'processing'
  recordFailure(record, intent, now())
  return 'canceled'
}

function recordFailure(record: IntentRecord, intent: Intent, now: Date): void {
  immediately((tx) => {
    const booking = bookingWithId(record.bookingId)
    const before = booking && askedOf(booking, record)
    if (!failRecord(record, intent, now, tx) || !booking || !before) return
    const failed = recordFailedDebit(record, intent, now, tx)
    const asked = askAnew(booking, before, now, tx)
    const current = bookingWithId(booking.id) ?? booking
    const who = whoPays(booking, record)
    const chargedBy = chargedAgainBy(current, { asked, forTravelerId: before.travelerId }, now)
    const again = { asked, before: before.owed, who, chargedBy, failed }
    const mailId = mailBankPaymentFailed(current, intent, again, now)
    if (failed) tellPayerOfFailure(current, failed, intent, now)
    if (chargedBy?.isAnnounced && mailId !== null) announceBy(mailId, current, chargedBy, now, tx)
  })
}
