import { bookingWithId } from '#app/bookings/find-booking.server'
import { askedNow } from './asked-now.server'
import { type IntentRecord, unsettledIntents } from './intent-records.server'
import { withdraw } from './settle.server'

/**
 * Withdraws at Stripe what asks for more than is left to pay by now: the bank sent a refund back, an appeal was won, an
 * order was given up. A traveler who paid it would get all of it back, and owe the rest still. Throws StripeUnavailable.
 */
export async function withdrawUnowed(now: () => Date): Promise<void> {
  for (const record of unsettledIntents()) {
    if (isBeyondOwed(record)) await withdraw(record, now)
  }
}

/** First payments are for what was agreed when the seat was held. */
function isBeyondOwed({ bookingId, purpose, amountCents }: IntentRecord): boolean {
  if (purpose !== 'installment' && purpose !== 'balance') return false
  const booking = bookingId === null ? undefined : bookingWithId(bookingId)
  return booking !== undefined && amountCents > askedNow(booking).remainingCents
}
