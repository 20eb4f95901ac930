import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { type BegunIntent, intentsBegunAfter } from '#app/stripe/begun-intents.server'
import { bookingNamedBy } from './booking-named-by'
import { intentRecordFor } from './intent-records.server'

/** A payment that this site asked for and has no record of, and the booking that it names, where we have that. */
export type UnknownPayment = { intent: BegunIntent; named: string | null; booking: Booking | null }

export type UnknownPayments = {
  /** Paid, or being processed; oldest first. */
  payments: UnknownPayment[]
  /** How many payments were begun and not made: they may still be. */
  open: number
  isAll: boolean
}

/**
 * What Stripe has and a restored database does not: payments of this site, begun after the newest that the database
 * knew. Nothing is entered. Throws StripeUnavailable.
 */
export async function unknownPayments(newestKnown: string | null): Promise<UnknownPayments> {
  const { intents, isAll } = await intentsBegunAfter(newestKnown)
  const strange = intents.filter((intent) => intent.key !== null && !intentRecordFor(intent))
  const isMade = ({ status }: BegunIntent) => status === 'succeeded' || status === 'processing'
  return {
    payments: strange.filter(isMade).map(withBooking),
    open: strange.filter((intent) => !isMade(intent) && intent.status !== 'canceled').length,
    isAll,
  }
}

function withBooking(intent: BegunIntent): UnknownPayment {
  const named = bookingNamedBy(intent)
  return { intent, named, booking: (named && findBooking(named)) || null }
}
