import { advanceBooking } from '#app/bookings/advance-booking.server'
import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import { type Booking, bookingWithId, type PaymentType } from '#app/bookings/find-booking.server'
import { storeInstallments } from '#app/bookings/installments/party-installments.server'
import { planFor } from '#app/bookings/installments/plan'
import { movedInstallments } from '#app/bookings/installments/reprice-installments.server'
import {
  installmentsOf,
  scheduleInstallments,
  settleInstallments,
} from '#app/bookings/installments/settle-installments.server'
import { isPaid, lostItsSeat } from '#app/bookings/status'
import { liveOfferOf, seatsInOffer } from '#app/bookings/waitlist/entries.server'
import { acceptsNoPayments } from '#app/money/books/amounts-owed.server'
import { type AskedBefore, askAnew, askedOf } from '#app/money/books/ask-anew.server'
import { giveBankDiscount, takeBackBankDiscount } from '#app/money/books/bank-discount.server'
import { changePrice } from '#app/money/books/change-price.server'
import {
  cardPayment,
  keptCents,
  type LedgerEntry,
  lastEntryId,
  ledgerOf,
  remainingCents,
} from '#app/money/books/ledger.server'
import { receiptsOf } from '#app/money/books/receipts.server'
import { settleFor } from '#app/money/books/shares.server'
import { isOfFormer, whoPaid, whoPays } from '#app/money/books/who-paid.server'
import {
  mailPaymentRefused,
  mailPaymentTaken,
  mailUnknownPayment,
} from '#app/money/letters/payment-mail.server'
import { mailReceipt } from '#app/money/letters/receipt-mail.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay, HOUR_MS } from '#app/platform/clock.server'
import { type Cents, CHARGEABLE, CURRENCY, cents, isTooSmallToAsk } from '#app/platform/money'
import { recordAct, recordBookingAct } from '#app/staff/audit-log.server'
import { hasBegun } from '#app/tours/departure'
import { departureIn, departureOf, seatsLeft } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { changeRow, insertRow } from '#db/prepared.server'
import { paymentIntents, payments, refunds } from '#db/schema/money'
import { type IntentRecord, intentRecordFor, isFirstPayment, isOnItsWay } from './intent-records.server'

/** The outcome for money that arrived. `given-back` is owed to the payer in full; a worker pays it back. */
export type Recorded =
  | { outcome: 'taken' | 'known'; booking: Booking }
  | { outcome: 'given-back'; booking: Booking | null }
  | { outcome: 'unknown' }

/**
 * What follows from a first payment in its own transaction: it sells a place, or comes after its departure
 * was postponed. Who takes the payment hands it over.
 */
export type FollowFirst = (paid: Booking, now: Date, tx: Tx) => void

/**
 * The one path by which card money enters the ledger (rules 2.3), in any order and any number of times: the
 * intent's id makes it count once. For a booking that lost its seat it takes a free one; where that cannot
 * be, it is owed back in full. Throws unless Stripe says that it succeeded.
 */
export function recordPayment(intent: Intent, follow: FollowFirst, now: Date): Recorded {
  if (intent.status !== 'succeeded') throw new Error(`Intent ${intent.id} has not succeeded`)

  return immediately((tx) => {
    const record = intentRecordFor(intent)
    const waited = record && isOnItsWay(record) ? bookingWithId(record.bookingId) : undefined
    const before = waited && record ? askedOf(waited, record) : null
    // Money in another currency belongs to no booking until staff look: its amount says nothing about what
    // is owed.
    if (!record || intent.currency !== CURRENCY) return strangeMoney(intent, now)

    // A second report of it writes nothing.
    if (record.state !== 'succeeded' || record.stripeIntentId !== intent.id) {
      changeRow(
        paymentIntents,
        record.id,
        { state: 'succeeded', stripeIntentId: intent.id, updatedAt: now },
        tx,
      )
    }

    const booking = record.bookingId === null ? null : bookingOf(record.bookingId)
    if (cardPayment(intent.id)) {
      return booking ? { outcome: 'known', booking } : { outcome: 'given-back', booking }
    }

    const kept = booking ? keptCents(booking.id) : cents(0)
    const entry = enterInLedger(intent, record, now, tx)
    const isUsed = booking && isWanted(record.purpose, booking, kept, intent.receivedCents, now)
    // A traveler who has left pays for nobody else, and nobody pays for them.
    if (!isUsed || isOfFormer(booking, record)) {
      return giveBack(intent, { booking, record, before }, now, tx)
    }
    settleFor(
      { booking, travelerId: record.forTravelerId, byCents: intent.receivedCents },
      { kept, paymentId: entry.id },
      now,
      tx,
    )
    giveBankDiscount(record, now, tx)
    return {
      outcome: 'taken',
      booking: credit(
        bookingOf(booking.id),
        {
          purpose: record.purpose,
          receivedCents: intent.receivedCents,
          by: {
            actor: 'stripe',
            detail: { intent: intent.id, ...(record.method === 'off-session' && { isAutomatic: true }) },
          },
        },
        follow,
        now,
        tx,
      ),
    }
  })
}

const bookingOf = (id: number): Booking => {
  const booking = bookingWithId(id)
  if (!booking) throw new Error(`Booking ${id} is gone`)
  return booking
}

function enterInLedger(
  intent: Intent,
  { bookingId, forTravelerId }: IntentRecord,
  now: Date,
  tx: Tx,
): LedgerEntry {
  return insertRow(
    payments,
    {
      ...{ bookingId, forTravelerId },
      kind: 'payment',
      method: intent.paysFrom,
      amountCents: intent.receivedCents,
      stripeIntentId: intent.id,
      createdAt: now,
    },
    tx,
  )
}

function giveBack(
  intent: Intent,
  { booking, record, before }: { booking: Booking | null; record: IntentRecord; before: AskedBefore | null },
  now: Date,
  tx: Tx,
): Recorded {
  oweRefund(intent, booking, now, tx)
  takeBackBankDiscount(record, now, tx)
  // On its way from a bank account it was asked of nobody.
  if (booking && before) askAnew(booking, before, now, tx)
  const current = bookingWithId(booking?.id ?? null)
  if (current) mailPaymentRefused(current, intent, whoPays(current, record), now)
  else mailUnknownPayment(intent, { isReturned: true }, now)
  recordAct(now, {
    actor: 'stripe',
    action: 'payment-given-back',
    subject: booking ? `booking:${booking.reference}` : `intent:${intent.id}`,
    detail: { intent: intent.id, amountCents: intent.receivedCents },
  })
  return { outcome: 'given-back', booking }
}

/**
 * Writes down that an intent's whole amount is to be given back, because it found no place. Once; joins `tx`.
 */
function oweRefund(intent: Intent, booking: Booking | null, now: Date, tx: Tx): void {
  tx.insert(refunds)
    .values({
      bookingId: booking?.id ?? null,
      stripeIntentId: intent.id,
      amountCents: intent.receivedCents,
      reason: 'no-place',
      seenEntryId: lastEntryId(tx),
      nextAttemptAt: now,
      createdAt: now,
    })
    .onConflictDoNothing()
    .run()
}

/** Not one of ours, or from before a backup was restored: no one can tell which, so staff get a mail. */
function strangeMoney(intent: Intent, now: Date): Recorded {
  mailUnknownPayment(intent, { isReturned: false }, now)
  return { outcome: 'unknown' }
}

type Purpose = IntentRecord['purpose']

/** Money that is in the ledger: what for, how much in cents, and who brought it, for the audit log. */
export type Credited = {
  purpose: Purpose
  receivedCents: Cents
  by: {
    actor: string
    actorId?: number
    detail: { intent?: string; isAutomatic?: boolean; method?: string; note?: string }
  }
}

/**
 * Whether a booking has use for money: not beyond its price, nor while all is on its way back, and a first
 * payment only before the journey begins without it, for seats that are held, or where nothing was paid and
 * seats and code are free. `before` is what it had paid until then.
 */
export function isWanted(
  purpose: Purpose,
  booking: Booking,
  before: Cents,
  received: Cents,
  now: Date,
): boolean {
  if (before + received > booking.totalCents) return false
  if (!isFirstPayment(purpose)) return isPaid(booking.status) && !acceptsNoPayments(booking, before)
  if (leftWithout(booking, now) || acceptsNoPayments(booking, before)) return false
  // It may have money already: a refund that came back from the bank after its seats were held again.
  if (booking.status === 'pending') return true
  if (before > 0) return false

  const departure = lostItsSeat(booking.status) && departureIn(booking.departureId)
  if (!departure || !canHaveCodeAgain(booking)) return false
  const offer = liveOfferOf(booking)
  return (
    Math.max(seatsLeft(departure, booking.leaderId), offer ? seatsInOffer(offer) : 0) >= booking.travelers
  )
}

/**
 * Whether the journey has begun and no one is seated on this booking anymore (rules 2.12). Who held a seat
 * when it began may finish; what was paid inside the hold is heard of within the hour, also where its webhook
 * is lost.
 */
export function leftWithout(booking: Booking, now: Date): boolean {
  if (isPaid(booking.status) || !hasBegun(departureOf(booking), businessDay(now))) return false
  return booking.status !== 'pending' || now.getTime() > booking.holdEndsAt.getTime() + HOUR_MS
}

/**
 * Credits money that the ledger has just got: status, installments, mail and audit log follow. The money must
 * be wanted.
 */
export function credit(booking: Booking, money: Credited, follow: FollowFirst, now: Date, tx: Tx): Booking {
  const paid = keptCents(booking.id)
  const isWhole = booking.totalCents - paid < CHARGEABLE.atLeast
  const status =
    isWhole || booking.status === 'completed' ? ('completed' as const) : ('deposit_paid' as const)
  const advanced = advanceBooking(
    booking.id,
    { status, ...agreedTerms(booking, money.purpose, now, tx) },
    now,
  )
  if (!advanced) throw new Error(`${booking.reference} cannot go from ${booking.status} to ${status}`)
  if (lostItsSeat(booking.status)) dueAsForLate(booking, now, tx)
  const credited = settlePrice(advanced, now, tx)
  if (isFirstPayment(money.purpose)) follow(credited, now, tx)
  mailMoney(credited, money, now)
  recordBookingAct(now, booking, money.by, 'payment-taken', {
    ...money.by.detail,
    amountCents: money.receivedCents,
    from: booking.status,
    to: status,
    ...(credited.paymentType !== booking.paymentType && { paymentType: credited.paymentType }),
  })
  return credited
}

/** Without its seats nothing of a booking fell due: what would have by now is due as for a late booking. */
function dueAsForLate(booking: Booking, now: Date, tx: Tx): void {
  const today = businessDay(now)
  const planned = installmentsOf(booking.id)
  if (planned.every(({ dueOn }) => dueOn > today)) return
  const rows = planned.map((row) => ({ ...row, isNew: false }))
  storeInstallments(booking.id, movedInstallments(rows, departureOf(booking), today), tx)
}

/**
 * Its installments follow, and a rest that no card can pay is forgiven, which is noted beside the money that
 * came.
 */
function settlePrice(booking: Booking, now: Date, tx: Tx): Booking {
  const left = remainingCents(booking)
  const isForgiven = isTooSmallToAsk(left)
  settleInstallments(booking.id, isForgiven ? cents(0) : left, now, tx)
  if (!isForgiven) return booking

  const paymentId = ledgerOf(booking.id).at(-1)?.id ?? null
  changePrice(booking.id, cents(0), { kind: 'forgiven', paymentId }, now, tx)
  return bookingWithId(booking.id) ?? booking
}

function mailMoney(booking: Booking, { purpose, by }: Credited, now: Date): void {
  const receipt = isFirstPayment(purpose) ? undefined : receiptsOf(booking).at(-1)
  const entry = ledgerOf(booking.id).at(-1)
  if (receipt && entry) {
    const isAutomatic = by.detail.isAutomatic === true
    mailReceipt(booking, receipt, { ...whoPaid(booking, entry), isAutomatic }, now)
  } else mailPaymentTaken(booking, now)
}

/**
 * What was paid for is what was agreed: a traveler who changed the payment option in another tab, while the
 * card was being charged, gets the plan that belongs to the payment.
 */
function agreedTerms(booking: Booking, purpose: Purpose, now: Date, tx: Tx): { paymentType?: PaymentType } {
  if (!isFirstPayment(purpose) || purpose === booking.paymentType) return {}
  const terms = { ...departureOf(booking), depositCents: booking.depositCents }
  // Staff may have held its seats for months: with them a plan begins when the guest chooses it.
  const agreedAt = booking.soldBy === null ? booking.createdAt : now
  const plan = planFor(terms, booking.totalCents, businessDay(agreedAt))
  scheduleInstallments({ ...booking, paymentType: purpose }, plan, tx)
  return { paymentType: purpose }
}
