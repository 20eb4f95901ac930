import { and, eq } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { OFF_FOR_BANK } from '#app/bookings/on-its-way'
import { partyMoney } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { GUEST_METHODS } from '#app/platform/ledger-words'
import { type Cents, cents, showCents, showSigned } from '#app/platform/money'
import { siteSettings } from '#app/site/settings.server'
import { type Company, companyOf } from '#app/site/settings-form'
import { travelerWords } from '#app/travelers/detail-fields'
import { db } from '#db/connection.server'
import { paymentIntents } from '#db/schema/money'
import { isThroughStripe } from '#db/values'
import { bankDiscountsOf } from './bank-discount.server'
import { firstPayment, type LedgerEntry, ledgerOf } from './ledger.server'
import { whoPaid } from './who-paid.server'

/** An entry of a booking's ledger as the traveler sees it: amounts in cents, days the business's. */
export type Receipt = {
  id: number
  /** The booking's reference and the entry's place in its ledger, as 'TS-ABC123-2'. */
  number: string
  /** 'Payment by card'. */
  name: string
  /** A correction is what the bank or the card took or gave back after all. */
  entry: 'payment' | 'refund' | 'correction'
  day: Day
  /** Negative for money that went back. */
  amountCents: Cents
  /** What the price was lowered by for it, as it came from a bank account; negative where it bounced. */
  discountCents: Cents
  /** Paid in all, up to and with this entry, and what was left of today's price then. */
  paidCents: Cents
  leftCents: Cents
  /** The name of the traveler whose share it paid, where it was for one alone. */
  share: string | null
  /** The name of who paid it, where that was not the lead traveler. */
  paidBy: string | null
}

/** Of a correction by the mark that stands on it (`stripe_refund_id`). */
function nameOf({ kind, method, stripeRefundId }: LedgerEntry, isAutomatic: boolean): string {
  if (kind === 'payment')
    return `Payment by ${GUEST_METHODS[method]}${isAutomatic ? ', charged automatically, as agreed' : ''}`
  if (kind === 'refund') return `Refund ${isThroughStripe(method) ? 'to' : 'by'} ${GUEST_METHODS[method]}`
  if (stripeRefundId?.endsWith(':failed')) return `Refund that your ${GUEST_METHODS[method]} did not take`
  return isWonBack({ stripeRefundId }) ? 'Paid again by your bank' : 'Taken back by your bank'
}

const isWonBack = ({ stripeRefundId }: Pick<LedgerEntry, 'stripeRefundId'>): boolean =>
  stripeRefundId?.endsWith(':won') ?? false

/** Every movement of a booking's money, oldest first. */
export function receiptsOf(booking: Booking): Receipt[] {
  let paid = 0
  const automatic = automaticIntentsOf(booking.id)
  const ledger = ledgerOf(booking.id)
  const discounts = discountsOf(booking.id, ledger)
  return ledger.map((entry, index) => {
    const { id, kind, amountCents, createdAt } = entry
    const { share, paidBy } = whoPaid(booking, entry)
    paid += amountCents
    return {
      id,
      number: receiptNumber(booking.reference, index + 1),
      name: nameOf(entry, automatic.has(entry.stripeIntentId)),
      entry: kind === 'adjustment' ? 'correction' : kind,
      day: businessDay(createdAt),
      amountCents,
      discountCents: discounts(entry),
      paidCents: cents(paid),
      leftCents: cents(Math.max(0, booking.totalCents - paid)),
      share: share && travelerWords(share),
      paidBy,
    }
  })
}

/**
 * What each entry brought with it: a payment its discount, unless it found no use; a bounce took it back, and
 * an appeal against that won it again.
 */
function discountsOf(bookingId: number, ledger: LedgerEntry[]): (entry: LedgerEntry) => Cents {
  const given = bankDiscountsOf(bookingId)
  const hasBounced = ({ kind, isOwedAgain }: LedgerEntry) => kind === 'adjustment' && isOwedAgain
  const bounced = new Set(ledger.filter(hasBounced).map(({ stripeIntentId }) => stripeIntentId))
  return (entry) => {
    const discount = given.get(entry.stripeIntentId ?? '')
    if (!discount) return cents(0)
    if (hasBounced(entry)) return cents(-discount.cents)
    const wasBounced = bounced.has(entry.stripeIntentId)
    const counted = isWonBack(entry)
      ? discount.stands && wasBounced
      : entry.kind === 'payment' && (discount.stands || wasBounced)
    return counted ? discount.cents : cents(0)
  }
}

/** Stripe's ids of what was charged by itself, as the payer had agreed. */
const automaticIntentsOf = (bookingId: number): Set<string | null> =>
  new Set(
    db
      .select({ id: paymentIntents.stripeIntentId })
      .from(paymentIntents)
      .where(and(eq(paymentIntents.bookingId, bookingId), eq(paymentIntents.method, 'off-session')))
      .all()
      .map(({ id }) => id),
  )

/** What a movement's receipt is called: by its place in the booking's ledger, counted from 1. */
export const receiptNumber = (reference: string, place: number): string => `${reference}-${place}`

export type ReceiptLine = {
  /** The amounts, for which the letter has words of its own. */
  of?: 'amount' | 'paid' | 'left'
  label: string
  value: string
}

/** A receipt as it is printed and mailed; `lines` are what both say of money and of the company. */
export type CompanyReceipt = Receipt & { company: Company; lines: ReceiptLine[] }

/** What was off for a payment from a bank account, or is no longer; none where nothing was. */
export const discountLines = ({ discountCents }: Pick<Receipt, 'discountCents'>): ReceiptLine[] =>
  discountCents === 0
    ? []
    : [
        {
          label: discountCents > 0 ? OFF_FOR_BANK : 'Discount for it, taken back',
          value: showCents(cents(Math.abs(discountCents))),
        },
      ]

export const withCompany = (receipt: Receipt): CompanyReceipt => ({
  ...receipt,
  company: companyOf(siteSettings()),
  lines: [
    { of: 'amount', label: receipt.name, value: showSigned(receipt.amountCents) },
    ...discountLines(receipt),
    { of: 'paid', label: `Total paid after this ${receipt.entry}`, value: showSigned(receipt.paidCents) },
    { of: 'left', label: `Balance after this ${receipt.entry}`, value: showCents(receipt.leftCents) },
  ],
})

/** The receipt with that id, if it is one of this booking's. */
export function receiptOf(booking: Booking, id: number): CompanyReceipt | undefined {
  const receipt = receiptsOf(booking).find((receipt) => receipt.id === id)
  return receipt && withCompany(receipt)
}

/** The receipt of the card payment that an intent made for this booking. */
export function receiptOfIntent(booking: Booking, stripeIntentId: string): Receipt | undefined {
  const entry = ledgerOf(booking.id).find(
    (entry) => entry.kind === 'payment' && entry.stripeIntentId === stripeIntentId,
  )
  return entry && receiptOf(booking, entry.id)
}

/** Whether it is of the payment that made seats the guest's. */
export const isOfFirstPayment = (booking: Booking, { id }: Receipt): boolean =>
  firstPayment(booking.id)?.id === id

export type MoneyReturned = {
  /** What went back and stayed there: a refund that failed does not count. */
  cameBackCents: Cents
  /** Ordered, and not carried out yet. */
  onItsWayCents: Cents
  /**
   * What a card did not take: Stripe refused the refund, or the bank sent it back; not sent in another way
   * yet.
   */
  failedCents: Cents
  /** The same of a booking that stands: what the bank sent back counts as paid again. */
  paidAgainCents: Cents
  /** What goes back in the way it was paid, not to a card. */
  otherwiseCents: Cents
}

/** What a traveler got back of a booking, what is on its way, and what failed: net of each payment. Cents. */
export function moneyReturned(booking: Booking): MoneyReturned {
  const ledger = ledgerOf(booking.id)
  const sentBack = sentBackByBank(ledger)
  const notReturned = partyMoney(booking).toPayBackCents
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

/** What the bank sent back and no one has given back since, in whatever way. */
function sentBackByBank(ledger: LedgerEntry[]): number {
  return ledger.reduce((open, { kind, amountCents, stripeRefundId }) => {
    if (stripeRefundId?.endsWith(':failed')) return open + amountCents
    return kind === 'refund' ? Math.max(0, open + amountCents) : open
  }, 0)
}
