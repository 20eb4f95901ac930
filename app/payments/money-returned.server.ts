import type { Booking } from '#app/bookings/find-booking.server'
import { notReturnedCents } from '#app/bookings/money-words'
import { type Cents, cents } from '#app/money'
import { type LedgerEntry, ledgerOf } from '#app/payments/ledger.server'
import { type Db, db } from '#db/connection.server'

export type MoneyReturned = {
  /** What went back and stayed there: a refund that failed is none. */
  cameBackCents: Cents
  /** Ordered, and not carried out yet. */
  onItsWayCents: Cents
  /** What a card did not take: Stripe refused the refund, or the bank sent it back; not sent in another way yet. */
  failedCents: Cents
  /** What goes back in the way it was paid, not to a card. */
  otherwiseCents: Cents
}

/** What a traveler got back of a booking, what is on its way, and what failed: net of each payment. Cents. */
export function moneyReturned(booking: Booking, outer: Db = db): MoneyReturned {
  const payments = byPayment(ledgerOf(booking.id, outer))
  const notReturned = notReturnedCents(booking)
  const sentBack = Math.min(notReturned, sum(payments.map(failedOf)))
  return {
    cameBackCents: cents(sum(payments.map(backOf))),
    onItsWayCents: booking.goingBackCents,
    failedCents: cents(booking.stuckBackCents + sentBack),
    otherwiseCents: cents(notReturned - sentBack),
  }
}

/** The movements of each card payment; all that was entered by hand together. */
const byPayment = (ledger: LedgerEntry[]): LedgerEntry[][] => {
  const intents = [...new Set(ledger.map(({ stripeIntentId }) => stripeIntentId))]
  return intents.map((intent) => ledger.filter(({ stripeIntentId }) => stripeIntentId === intent))
}

const backOf = (entries: LedgerEntry[]): number =>
  Math.max(0, 0 - amountOf(entries.filter(({ kind }) => kind !== 'payment')))

/** What failed and was made by the card in another try is not missing any more. */
const failedOf = (entries: LedgerEntry[]): number =>
  Math.min(
    amountOf(entries.filter(({ stripeRefundId }) => stripeRefundId?.endsWith(':failed'))),
    Math.max(0, amountOf(entries)),
  )

const amountOf = (entries: LedgerEntry[]): number => sum(entries.map(({ amountCents }) => amountCents))

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
