import type { Booking } from '#app/bookings/find-booking.server'
import { businessDay } from '#app/clock.server'
import type { Day } from '#app/days'
import { type Cents, cents } from '#app/money'
import { type LedgerEntry, ledgerOf } from '#app/payments/ledger.server'

/** An entry of a booking's ledger as the traveler sees it: amounts in cents, days the business's. */
export type Receipt = {
  id: number
  /** The booking's reference and the entry's place in its ledger, as 'TS-ABC123-2'. */
  number: string
  kind: LedgerEntry['kind']
  method: LedgerEntry['method']
  /** Of a correction: what it corrects. */
  corrects: Correction | null
  day: Day
  /** Negative for money that went back. */
  amountCents: Cents
  /** Paid in all, up to and with this entry, and what was left of today's price then. */
  paidCents: Cents
  leftCents: Cents
}

type Correction = 'refund-failed' | 'dispute-lost' | 'dispute-won'

/** By the mark that stands on it (`stripe_refund_id`). */
function corrects({ stripeRefundId }: LedgerEntry): Correction {
  if (stripeRefundId?.endsWith(':failed')) return 'refund-failed'
  return stripeRefundId?.endsWith(':won') ? 'dispute-won' : 'dispute-lost'
}

/** Every movement of a booking's money, oldest first. */
export function receiptsOf(booking: Booking): Receipt[] {
  let paid = 0
  return ledgerOf(booking.id).map((entry, index) => {
    const { id, kind, method, amountCents, createdAt } = entry
    paid += amountCents
    return {
      id,
      number: receiptNumber(booking.reference, index + 1),
      kind,
      method,
      corrects: kind === 'adjustment' ? corrects(entry) : null,
      day: businessDay(createdAt),
      amountCents,
      paidCents: cents(paid),
      leftCents: cents(Math.max(0, booking.totalCents - paid)),
    }
  })
}

/** What a movement's receipt is called: by its place in the booking's ledger, counted from 1. */
export const receiptNumber = (reference: string, place: number): string => `${reference}-${place}`

/** The receipt with that id, if it is one of this booking's. */
export const receiptOf = (booking: Booking, id: number): Receipt | undefined =>
  receiptsOf(booking).find((receipt) => receipt.id === id)

/** The receipt of the card payment that an intent made for this booking. */
export function receiptOfIntent(booking: Booking, stripeIntentId: string): Receipt | undefined {
  const entry = ledgerOf(booking.id).find(
    (entry) => entry.kind === 'payment' && entry.stripeIntentId === stripeIntentId,
  )
  return entry && receiptOf(booking, entry.id)
}
