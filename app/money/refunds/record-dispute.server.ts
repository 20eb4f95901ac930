import { eq } from 'drizzle-orm'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { askAnew, askedOf } from '#app/money/books/ask-anew.server'
import { giveBankDiscount, takeBackBankDiscount } from '#app/money/books/bank-discount.server'
import { isBounce } from '#app/money/books/bank-failures'
import {
  beforeUndoing,
  changePrice,
  lowerPriceBy,
  settlePromises,
  undoPriceChange,
} from '#app/money/books/change-price.server'
import { disputeSubject, endsOf, logDisputeClosed, logDisputeOpened } from '#app/money/books/disputes.server'
import {
  cardPayment,
  insertOnce,
  keptCents,
  type LedgerEntry,
  paidCents,
} from '#app/money/books/ledger.server'
import { partsOf, settleFor } from '#app/money/books/shares.server'
import type { Owed } from '#app/money/books/shares-owed.server'
import { payerOfIntent, whoPaid } from '#app/money/books/who-paid.server'
import { type ChargedBy, mailBankTookBack } from '#app/money/letters/bank-mail.server'
import {
  type LedgerEffect,
  mailDisputeClosed,
  mailDisputeOpened,
} from '#app/money/letters/dispute-mail.server'
import { mailEndedByDispute } from '#app/money/letters/refund-mail.server'
import { chargedFor, liveConsentOf } from '#app/money/payments/autopay-consents.server'
import { autopayAddress } from '#app/money/payments/autopay-links.server'
import { intentRecordWithStripeId } from '#app/money/payments/intent-records.server'
import type { StripeDispute } from '#app/money/stripe/refunds.server'
import { type Cents, cents } from '#app/platform/money'
import { immediately, type Tx } from '#db/connection.server'
import { payments } from '#db/schema/money'
import { giveUp, notifyOfFound, outstandingOrdersOf, type RefundOrder } from './orders.server'

const ENDS = ['won', 'lost', 'warning_closed', 'prevented']

/**
 * Enters what Stripe says of a dispute at this moment, once for each state that matters here. Its payment
 * must have been asked for; one that is not ours is only told to staff.
 */
export function recordDispute(dispute: StripeDispute, now: Date): void {
  if (ENDS.includes(dispute.status)) recordEnd(dispute, now)
  else recordBeginning(dispute, now)
}

/**
 * A cardholder asked the bank to take a payment back: staff get a mail, and the ledger stays as it is until
 * the end.
 */
function recordBeginning(dispute: StripeDispute, now: Date): void {
  immediately(() => {
    const { paid, booking, subject } = disputedBy(dispute)
    if (endsOf(subject, dispute.id).length > 0) return
    if (logDisputeOpened(subject, dispute, paid, now)) mailDisputeOpened(booking, dispute, now)
  })
}

/**
 * A dispute was decided: mail to staff, once for each outcome, and to the traveler where the booking ends
 * with it. What was lost leaves the ledger, once; won on appeal afterward, it comes back. What was won is
 * not lost anymore: who says so has asked Stripe before the appeal.
 */
function recordEnd(dispute: StripeDispute, now: Date): void {
  immediately((tx) => {
    const { paid, booking, subject } = disputedBy(dispute)
    if (endsOf(subject, dispute.id).includes('won')) return
    if (!logDisputeClosed(subject, dispute, paid, now)) return
    const effect = paid ? settleDispute(dispute, paid, booking, now, tx) : 'none'
    mailDisputeClosed(booking, dispute, effect, now)
  })
}

/** The payment is not known where it was made past this site, or after the backup that was restored. */
function disputedBy(dispute: StripeDispute) {
  const { intentId } = dispute
  const paid = intentId === null ? undefined : cardPayment(intentId)
  const booking = paid && bookingWithId(paid.bookingId)
  return {
    paid,
    booking,
    subject: disputeSubject(booking, dispute),
  }
}

function settleDispute(
  dispute: StripeDispute,
  paid: LedgerEntry,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): LedgerEffect {
  if (dispute.status === 'lost') {
    const effect = enterLost(dispute, paid, booking, now, tx)
    // Also of a booking that has ended.
    if (hasBounced(dispute, paid)) takeBackDiscountOf(paid, now, tx)
    return effect
  }
  return dispute.status === 'won' ? enterWonBack(dispute, booking, now, tx) : 'none'
}

/** Money from a bank account that was not there; a card's holder, or another, asks for theirs back. */
const hasBounced = (dispute: StripeDispute, paid: LedgerEntry): boolean =>
  paid.method === 'bank-account' && isBounce(dispute.reason)

const isOfWhoLeft = ({ stripeIntentId }: LedgerEntry, booking: Booking | undefined): boolean =>
  booking !== undefined && payerOfIntent(booking, stripeIntentId ?? '').isFormers

function takeBackDiscountOf({ stripeIntentId }: LedgerEntry, now: Date, tx: Tx): void {
  const record = intentRecordWithStripeId(stripeIntentId ?? '')
  if (record) takeBackBankDiscount(record, now, tx)
}

/**
 * As money that was given back in Stripe's dashboard: the price of a booking that stands is lowered by it, so
 * that no one is asked to pay it again; what bounced from a bank account never came, and is asked for again
 * while its payer is on the booking. What was ordered of the payment is given up first.
 */
function enterLost(
  dispute: StripeDispute,
  paid: LedgerEntry,
  booking: Booking | undefined,
  now: Date,
  tx: Tx,
): LedgerEffect {
  const isOwedAgain = hasBounced(dispute, paid) && !isOfWhoLeft(paid, booking)
  const before = booking && askedOf(booking, paid)
  const entry = insertOnce(
    {
      bookingId: paid.bookingId,
      kind: 'adjustment',
      method: paid.method,
      amountCents: cents(-dispute.amountCents),
      stripeIntentId: paid.stripeIntentId,
      stripeRefundId: dispute.id,
      note: isOwedAgain ? 'Taken back by the bank' : 'Dispute lost',
      isOwedAgain,
      createdAt: now,
    },
    tx,
  )
  if (!entry) return 'none'
  const orders = outstandingOrdersOf(paid.stripeIntentId ?? '', tx)
  for (const order of orders) giveUp(order, now, tx, { movement: entry })
  for (const order of orders) notifyOfFound(order, now)
  const standing = booking && bookingWithId(booking.id)
  if (!standing) return 'entered'
  settlePromises(standing, now, tx)
  if (paidCents(standing.id) <= 0) {
    if (!advanceBooking(standing.id, { status: 'refunded' }, now)) return 'entered'
    mailEndedByDispute(standing, dispute, now)
    return 'booking-ended'
  }
  if (!isPaid(standing.status)) return 'entered'
  if (isOwedAgain && before) {
    const byCents = cents(-dispute.amountCents)
    const kept = cents(keptCents(standing.id) + dispute.amountCents)
    const bounced = { booking: standing, travelerId: paid.forTravelerId, byCents }
    settleFor(bounced, { kept, paymentId: entry.id }, now, tx)
    changePrice(standing.id, cents(0), { kind: 'dispute', paymentId: entry.id }, now, tx)
    takeBackDiscountOf(paid, now, tx)
    const asked = askAnew(standing, before, now, tx)
    const who = whoPaid(standing, paid)
    const charged = chargedBy(standing, before.travelerId, asked)
    const again = { asked, before: before.owed, who, chargedBy: charged, failed: null }
    mailBankTookBack(bookingWithId(standing.id) ?? standing, dispute, again, now)
    return 'asked-again'
  }
  lowerPriceBy(lostOfPrice(dispute, orders), entry, standing, now, tx)
  return 'price-lowered'
}

/** What is agreed is charged after a bounce, too, which is no objection; its announcement follows. */
function chargedBy(
  booking: Booking,
  travelerId: number | null,
  installments: Owed['installments'],
): ChargedBy | null {
  const consent = liveConsentOf(chargedFor(booking, travelerId))
  if (consent?.paysFrom !== 'card' || installments.some(({ waits }) => waits)) return null
  return { consent, stopAddress: autopayAddress(consent), isAnnounced: false }
}

/** Money that was never credited did not count as paid: its loss lowers no price. */
function lostOfPrice(dispute: StripeDispute, orders: RefundOrder[]): Cents {
  const neverTaken = orders.filter(({ reason }) => reason === 'no-place')
  const neverCredited = neverTaken.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return cents(Math.max(0, dispute.amountCents - neverCredited))
}

function enterWonBack(dispute: StripeDispute, booking: Booking | undefined, now: Date, tx: Tx): LedgerEffect {
  const lost = tx.select().from(payments).where(eq(payments.stripeRefundId, dispute.id)).get()
  if (!lost) return 'none'
  const before = beforeUndoing(booking, tx)
  const entry = insertOnce(
    {
      bookingId: lost.bookingId,
      kind: 'adjustment',
      method: lost.method,
      amountCents: cents(-lost.amountCents),
      stripeIntentId: lost.stripeIntentId,
      stripeRefundId: `${dispute.id}:won`,
      note: 'Dispute won on appeal',
      createdAt: now,
    },
    tx,
  )
  if (!entry) return 'none'
  const undoing = { taken: partsOf({ paymentId: lost.id }), before }
  if (booking) undoPriceChange(booking.id, undoing, { kind: 'dispute', paymentId: entry.id }, now, tx)
  const record = lost.isOwedAgain ? intentRecordWithStripeId(lost.stripeIntentId ?? '') : undefined
  if (record) giveBankDiscount(record, now, tx)
  return 'won-back'
}
