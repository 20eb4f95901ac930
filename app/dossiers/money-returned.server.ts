import type { Booking } from '#app/bookings/find-booking.server'
import { partyMoney } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { type Cents, cents } from '#app/money'
import { type LedgerEntry, ledgerOf } from '#app/payments/ledger.server'
import { type Db, db } from '#db/connection.server'

export type MoneyReturned = {
  /** What went back and stayed there: a refund that failed does not count. */
  cameBackCents: Cents
  /** Ordered, and not carried out yet. */
  onItsWayCents: Cents
  /** What a card did not take: Stripe refused the refund, or the bank sent it back; not sent in another way yet. */
  failedCents: Cents
  /** The same of a booking that stands: what the bank sent back counts as paid again. */
  paidAgainCents: Cents
  /** What goes back in the way it was paid, not to a card. */
  otherwiseCents: Cents
}

/** What a traveler got back of a booking, what is on its way, and what failed: net of each payment. Cents. */
export function moneyReturned(booking: Booking, outer: Db = db): MoneyReturned {
  const ledger = ledgerOf(booking.id, outer)
  const sentBack = sentBackByBank(ledger)
  const notReturned = partyMoney(booking, outer).toPayBackCents
  const missing = Math.min(notReturned, sentBack)
  return {
    cameBackCents: cents(cameBack(ledger)),
    onItsWayCents: booking.goingBackCents,
    failedCents: cents(booking.stuckBackCents + missing),
    paidAgainCents: cents(isPaid(booking.status) ? sentBack - missing : 0),
    otherwiseCents: cents(notReturned - missing),
  }
}

/** Of each card payment by itself, and of all that was entered by hand. */
function cameBack(ledger: LedgerEntry[]): number {
  const back = new Map<string | null, number>()
  for (const { kind, stripeIntentId, amountCents } of ledger) {
    if (kind !== 'payment') back.set(stripeIntentId, (back.get(stripeIntentId) ?? 0) - amountCents)
  }
  return [...back.values()].reduce((sum, amount) => sum + Math.max(0, amount), 0)
}

/** What the bank sent back and nobody has given back since, in whatever way. */
function sentBackByBank(ledger: LedgerEntry[]): number {
  return ledger.reduce((open, { kind, amountCents, stripeRefundId }) => {
    if (stripeRefundId?.endsWith(':failed')) return open + amountCents
    return kind === 'refund' ? Math.max(0, open + amountCents) : open
  }, 0)
}
