import { completeBooking } from '#app/bookings/advance-booking.server'
import { type Booking, bookingWithId, findBooking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { isGivenBack } from '#app/payments/refunds/owed-refunds.server'
import { becameOfIntent } from './became-of-intent.server'
import {
  type IntentRecord,
  intentRecordForSession,
  intentRecordNow,
  intentRecordWithStripeId,
} from './intent-records.server'

export type Returned =
  | { booking: Booking; intentId: string }
  | { refused: 'not-found' }
  /** not-standing: the money was taken, and the booking ended afterwards. */
  | { refused: 'not-paid' | 'processing' | 'given-back' | 'not-standing'; booking: Booking }

/**
 * A traveler comes back and says that an intent was paid. The provider's word decides: unless it is on file already,
 * Stripe is asked, and the money recorded, before anything is believed (rules 2.4). An intent that no booking stands
 * behind is not found without asking. Throws StripeUnavailable.
 */
export async function believeReturn(intentId: string, now: () => Date): Promise<Returned> {
  const record = intentRecordWithStripeId(intentId)
  return record ? settleReturn(record, now) : { refused: 'not-found' }
}

/** The same for a traveler who comes back from Stripe's hosted page. Throws StripeUnavailable. */
export async function believeHostedReturn(sessionId: string, now: () => Date): Promise<Returned> {
  const record = intentRecordForSession(sessionId)
  return record ? settleReturn(record, now) : { refused: 'not-found' }
}

/**
 * The status call: the intent must exist, have succeeded at Stripe, and belong to that booking.
 * Anything else is refused and completes nothing. Throws StripeUnavailable.
 */
export async function confirmReturn(
  idOrReference: string,
  intentId: string,
  now: () => Date,
): Promise<Returned> {
  const booking = findBooking(idOrReference)
  const record = intentRecordWithStripeId(intentId)
  if (!booking || record?.bookingId !== booking.id) return { refused: 'not-found' }
  const returned = await settleReturn(record, now)
  return 'refused' in returned ? returned : { ...returned, booking: completeBooking(returned.booking, now()) }
}

async function settleReturn(record: IntentRecord, now: () => Date): Promise<Returned> {
  if (record.bookingId === null) return { refused: 'not-found' }
  const settled = await becameOfIntent(record, now)
  const current = intentRecordNow(record)
  const booking = bookingWithId(record.bookingId)
  if (!booking || !current?.stripeIntentId) return { refused: 'not-found' }
  if (settled !== 'paid') return { refused: settled === 'processing' ? 'processing' : 'not-paid', booking }
  if (isGivenBack(current.stripeIntentId)) return { refused: 'given-back', booking }
  if (!isPaid(booking.status)) return { refused: 'not-standing', booking }
  return { booking, intentId: current.stripeIntentId }
}
