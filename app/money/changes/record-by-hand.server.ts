import { advanceBooking } from '#app/bookings/advance-booking.server'
import { canHaveCodeAgain } from '#app/bookings/discount-codes.server'
import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { holdsSeat, isPaid, lostItsSeat } from '#app/bookings/status'
import { acceptsNoPayments } from '#app/money/books/amounts-owed.server'
import { changePrice } from '#app/money/books/change-price.server'
import { keptCents, type LedgerEntry, paidCents } from '#app/money/books/ledger.server'
import type { NotDone } from '#app/money/books/quotes'
import { settleFor, settleShares, sharesOf } from '#app/money/books/shares.server'
import { lowerWriteOff } from '#app/money/books/written-off.server'
import { mailPaidBackByHand } from '#app/money/letters/refund-mail.server'
import { credit, isWanted, leftWithout } from '#app/money/payments/record-payment.server'
import { type MoneyQuote, moneyQuote, owedAgainAtMost } from '#app/money/refunds/orders.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Cents, cents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import type { Tx } from '#db/connection.server'
import { payments } from '#db/schema/money'
import { changeBooking } from './change-booking.server'
import type { ChosenReason } from './money-forms'
import { followFirst } from './paying/take-payment.server'

export type HandWish = {
  reference: string
  amountCents: Cents
  method: Exclude<LedgerEntry['method'], 'card'>
  /** in: the traveler paid. out: the company paid back. */
  direction: 'in' | 'out'
  /**
   * Of money paid back while the booking stands: the price is lowered by it, or the traveler owes it again.
   */
  reason?: ChosenReason
  note: string
  /** Whose share it pays, where each pays their own (rules 2.26); else it counts for all. */
  forTravelerId?: number | undefined
  /** The day on which it came, or went back; today where it is not given. */
  receivedOn?: Day | undefined
  /** The booking's money as displayed (`moneyQuote`). */
  quoted: string
  formKey: string
}

/** Money for another journey, or a gift, may have come long before a booking was made. */
const RECEIVED_DAYS_BEFORE = 365

/** The days on which money of a booking may have come, by hand. */
export const receivedBetween = ({ createdAt }: Pick<Booking, 'createdAt'>, today: Day) => ({
  from: addDays(businessDay(createdAt), -RECEIVED_DAYS_BEFORE),
  until: today,
})

export type RecordedByHand =
  | { booking: Booking }
  | NotDone<MoneyQuote, 'being-given-back' | 'no-place' | 'code-used-up' | 'has-begun'>
  /** Not beyond what is owed, nor back beyond what is kept and not on its way back. */
  | { refused: 'too-much'; atMostCents: Cents }
  /** Of a share, more than is left of it; or whose it was travels no more. */
  | { refused: 'beyond-share'; atMostCents: Cents }
  | { refused: 'no-such-traveler' }
  /** Owed again, and promised to travelers who canceled. */
  | { refused: 'promised'; atMostCents: Cents }
  /** A first payment must be the deposit, or the whole price. */
  | { refused: 'too-little'; atLeastCents: Cents }
  | { refused: 'wrong-day'; from: Day; until: Day }

/**
 * Enters money that came, or went back, by check or otherwise. A first payment takes a held or free seat;
 * what was written off is lowered by what comes beyond the rest. The ledger has it on the day it was
 * received, the audit log on the day of entry. Throws StripeUnavailable, with nothing changed.
 */
export const recordByHand = (wish: HandWish, staff: Staff, clock: () => Date): Promise<RecordedByHand> =>
  changeBooking(wish, clock, {
    name: 'payment',
    plan: (booking, now) => {
      const received = receivedBetween(booking, businessDay(now))
      const { receivedOn = received.until } = wish
      const isWithin = receivedOn >= received.from && receivedOn <= received.until
      return isWithin ? { quote: moneyQuote(booking) } : { refused: 'wrong-day' as const, ...received }
    },
    // Money that goes back asks for nothing to be withdrawn, unless nothing is left with it.
    leavesOpen: ({ quote }) => wish.direction === 'out' && wish.amountCents !== quote.keptCents,
    change: (booking, _, now, tx): RecordedByHand =>
      wish.direction === 'out'
        ? payBackByHand(booking, wish, staff, now, tx)
        : takeByHand(booking, wish, staff, now, tx),
  })

function takeByHand(booking: Booking, wish: HandWish, staff: Staff, now: Date, tx: Tx): RecordedByHand {
  // Asked before the amount: of a booking that has ended, no other would be taken either.
  const unplaced = { refused: whyUnplaced(booking, now) } as const
  if (!holdsSeat(booking.status) && !lostItsSeat(booking.status)) return unplaced
  const purpose = isPaid(booking.status) ? 'balance' : isWhole(booking, wish) ? 'full' : 'deposit'
  const before = keptCents(booking.id)
  const atMostCents = handPayableCents(booking)
  if (wish.amountCents > atMostCents) return { refused: 'too-much', atMostCents }
  const beyond = wish.forTravelerId === undefined ? null : beyondShare(booking, wish.forTravelerId, wish)
  if (beyond) return beyond
  if (purpose === 'deposit' && wish.amountCents < booking.depositCents) {
    return { refused: 'too-little', atLeastCents: booking.depositCents }
  }
  if (acceptsNoPayments(booking)) return { refused: 'being-given-back' }
  const byCents = cents(Math.max(0, before + wish.amountCents - booking.totalCents))
  const asked = { ...booking, totalCents: cents(booking.totalCents + byCents) }
  if (!isWanted(purpose, asked, before, wish.amountCents, now)) return unplaced

  const lowered = byCents > 0 && { byCents, sharesBefore: sharesOf(booking) }
  const entry = enter(booking, wish, wish.amountCents, staff, now, tx)
  const forOne = { booking, travelerId: wish.forTravelerId ?? null, byCents: wish.amountCents }
  if (isPaid(booking.status) && !lowered) settleFor(forOne, { kept: before, paymentId: entry.id }, now, tx)
  const owing = lowered ? lowerWriteOff(booking, lowered, staff, now, tx) : booking
  const by = { ...byStaff(staff), detail: detailOf(wish, now) }
  return { booking: credit(owing, { purpose, receivedCents: wish.amountCents, by }, followFirst, now, tx) }
}

/** What was written off of a booking may come for any share. */
function beyondShare(booking: Booking, travelerId: number, { amountCents }: HandWish) {
  const share = sharesOf(booking).find(({ traveler }) => traveler.id === travelerId)
  if (!share) return { refused: 'no-such-traveler' } as const
  const atMostCents = cents(Math.max(0, share.shareCents - share.paidCents))
  if (booking.writtenOffCents > 0 || amountCents <= atMostCents) return null
  return { refused: 'beyond-share', atMostCents } as const
}

/** What may come by hand, in cents: what is left to pay, and what of it was written off. */
export const handPayableCents = (booking: Booking): Cents => payableOf(moneyQuote(booking))

export const payableOf = ({ totalCents, keptCents, writtenOffCents }: MoneyQuote): Cents =>
  cents(Math.max(0, totalCents - keptCents) + writtenOffCents)

function whyUnplaced(booking: Booking, now: Date) {
  if (leftWithout(booking, now)) return 'has-begun'
  return lostItsSeat(booking.status) && !canHaveCodeAgain(booking) ? 'code-used-up' : 'no-place'
}

const isWhole = (booking: Booking, wish: HandWish): boolean => wish.amountCents >= booking.totalCents

/**
 * Also what came by card: the card may not have taken it back. What is wired can no longer go back to it.
 */
function payBackByHand(booking: Booking, wish: HandWish, staff: Staff, now: Date, tx: Tx): RecordedByHand {
  const atMostCents = cents(Math.max(0, keptCents(booking.id)))
  if (wish.amountCents > atMostCents) return { refused: 'too-much', atMostCents }
  const isAll = wish.amountCents === atMostCents
  // A booking that has ended owes nothing again.
  const isOwedAgain = wish.reason !== 'goodwill' && isPaid(booking.status) && !isAll
  const owed = owedAgainAtMost(booking.id)
  if (isOwedAgain && wish.amountCents > owed) return { refused: 'promised', atMostCents: owed }

  const takesOfAll = wish.reason === 'goodwill' && isPaid(booking.status)
  if (takesOfAll) settleShares(booking, now, tx)
  const entry = enter(booking, { ...wish, isOwedAgain }, cents(-wish.amountCents), staff, now, tx)
  if (paidCents(booking.id) <= 0) advanceBooking(booking.id, { status: 'refunded' }, now)
  const change = cents(wish.reason === 'goodwill' ? -wish.amountCents : 0)
  changePrice(booking.id, change, { kind: 'refund', paymentId: entry.id }, now, tx, { withPaid: takesOfAll })
  mailPaidBackByHand(booking, wish, now)
  const detail = { amountCents: wish.amountCents, ...detailOf(wish, now) }
  recordBookingAct(now, booking, byStaff(staff), 'paid-back-by-hand', detail)
  return { booking: findBooking(booking.reference) ?? booking }
}

const detailOf = ({ method, note, receivedOn = '' }: HandWish, now: Date) => ({
  ...{ method, note },
  ...(receivedOn && receivedOn !== businessDay(now) && { receivedOn }),
})

/** At noon of a day that has passed. */
const received = ({ receivedOn }: HandWish, now: Date) =>
  receivedOn === undefined || receivedOn === businessDay(now)
    ? { createdAt: now }
    : { createdAt: instantAt(receivedOn, NOON, env.BUSINESS_TIMEZONE), enteredAt: now }

const NOON = 12

function enter(
  booking: Booking,
  wish: HandWish & { isOwedAgain?: boolean },
  amountCents: Cents,
  staff: Staff,
  now: Date,
  tx: Tx,
): LedgerEntry {
  return tx
    .insert(payments)
    .values({
      bookingId: booking.id,
      kind: amountCents > 0 ? 'payment' : 'refund',
      method: wish.method,
      amountCents,
      forTravelerId: amountCents > 0 ? (wish.forTravelerId ?? null) : null,
      note: wish.note || null,
      isOwedAgain: wish.isOwedAgain ?? false,
      recordedBy: staff.id,
      ...received(wish, now),
    })
    .returning()
    .get()
}
