import { and, eq } from 'drizzle-orm'
import { advanceBooking } from '#app/bookings/advance-booking.server'
import { type Booking, bookingWithId, findBooking } from '#app/bookings/find-booking.server'
import { type PartyTraveler, partyMoney, partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { undoPriceChange } from '#app/money/books/change-price.server'
import { isOutstanding, keptCents, paidCents, refundableCents } from '#app/money/books/ledger.server'
import { digestOf } from '#app/money/books/quote-digest.server'
import type { NotDone, RefundQuote } from '#app/money/books/quotes'
import { portionOf, priceChangeOf, sharesOf } from '#app/money/books/shares.server'
import { mailRefundDropped, mailRefundOrdered } from '#app/money/letters/refund-mail.server'
import {
  carryOutBy,
  type FoundRefund,
  foundRefund,
  giveUp,
  type MoneyQuote,
  moneyQuote,
  notifyOfFound,
  owedAgainAtMost,
  oweToCards,
  type RefundOrder,
} from '#app/money/refunds/orders.server'
import { payOwedRefunds } from '#app/money/refunds/owed-refunds.server'
import { isWhollyMade } from '#app/money/refunds/record-refund.server'
import { type Cents, cents } from '#app/platform/money'
import { byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import type { Staff } from '#app/staff/sessions.server'
import { travelerWords } from '#app/travelers/detail-fields'
import { hasOwnAddress } from '#app/travelers/details-due.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { refunds } from '#db/schema/money'
import { changeBooking } from './change-booking.server'
import type { ChosenReason } from './money-forms'
import { withdrawUnowed } from './paying/settle.server'

export type RefundWish = {
  reference: string
  amountCents: Cents
  /** The booking's money as displayed (`moneyQuote`). */
  quoted: string
  /**
   * goodwill: the price is lowered by it. owed-again: the traveler still owes it. Of all that was paid:
   * neither.
   */
  reason: ChosenReason
  /** Of whose price and money alone, where each pays their own; of everybody's where it is left out. */
  forTravelerId?: number | undefined
  note: string
  /** The digest of what it would come to, as displayed. Absent where nothing is displayed. */
  shown?: string
  formKey: string
}

type NotRefunded =
  | { refused: 'nothing-paid' }
  | { refused: 'more-than-paid'; refundableCents: Cents }
  /** Owed again, and promised to travelers who canceled. */
  | { refused: 'promised'; atMostCents: Cents }
  /** Of the one it is for, so much can go back to cards that paid for them. */
  | { refused: 'more-than-theirs'; atMostCents: Cents }
  | { refused: 'not-theirs' }

export type RefundOrdered =
  | { ordered: Cents }
  | NotDone<MoneyQuote, never>
  | NotRefunded
  | { refused: 'effect-changed'; effect: RefundQuote }

/**
 * Gives money back to the cards that paid, never more than was captured, however many press at once. The
 * order is written first, and carried out at Stripe afterward, retried by itself. A refund of all that was
 * paid ends the booking. Throws StripeUnavailable, with nothing changed.
 */
export async function refundBooking(
  wish: RefundWish,
  staff: Staff,
  clock: () => Date,
): Promise<RefundOrdered> {
  let changed: RefundQuote | undefined
  try {
    const outcome: RefundOrdered = await changeBooking(wish, clock, {
      name: 'refund',
      // What comes after everything was ordered back is given back too.
      leavesOnItsWay: true,
      plan: refunding,
      leavesOpen: ({ quote }, booking) => !isWhole(booking, wish) || wish.amountCents > quote.refundableCents,
      change: (booking, { quote }, now, tx): RefundOrdered => {
        const refused = whyNotRefunded(booking, wish, quote)
        if (refused) return refused
        const effect = order(booking, wish, staff, now, tx)
        if (wish.shown !== undefined && wish.shown !== digestOf(effect)) {
          changed = effect
          tx.rollback()
        }
        return { ordered: wish.amountCents }
      },
    })
    if ('ordered' in outcome) await payOwedRefunds(clock)
    return outcome
  } catch (error) {
    if (changed) return { refused: 'effect-changed', effect: changed }
    throw error
  }
}

type NotQuoted = NotRefunded | { refused: 'not-found' } | { refused: 'quote-changed'; quote: MoneyQuote }

/** What a refund would come to, or why it is refused: it is ordered, read, and taken back at once. */
export function refundQuote(wish: RefundWish, staff: Staff, now: Date): RefundQuote | NotQuoted {
  let effect: RefundQuote | undefined
  try {
    return immediately((tx): NotQuoted => {
      const booking = findBooking(wish.reference)
      if (!booking) return { refused: 'not-found' }
      const found = refunding(booking)
      if ('refused' in found) return found
      const { quote } = found
      if (wish.quoted !== digestOf(quote)) return { refused: 'quote-changed', quote }
      const refused = whyNotRefunded(booking, wish, quote)
      if (refused) return refused
      effect = order(booking, wish, staff, now, tx)
      return tx.rollback()
    })
  } catch (error) {
    if (effect) return effect
    throw error
  }
}

function refunding(booking: Booking): { quote: MoneyQuote } | { refused: 'nothing-paid' } {
  const quote = moneyQuote(booking)
  return quote.refundableCents === 0 ? { refused: 'nothing-paid' } : { quote }
}

const isWhole = (booking: Booking, { amountCents }: RefundWish): boolean =>
  amountCents >= keptCents(booking.id)

/** A booking that has ended owes nothing again; of all that was paid nothing is. */
const isOwedAgain = (booking: Booking, wish: RefundWish): boolean =>
  wish.reason === 'owed-again' && isPaid(booking.status) && !isWhole(booking, wish)

function whyNotRefunded(
  booking: Booking,
  wish: RefundWish,
  { refundableCents }: MoneyQuote,
): NotRefunded | null {
  if (wish.amountCents > refundableCents) return { refused: 'more-than-paid', refundableCents }
  const ofOne = wish.forTravelerId === undefined ? null : whyNotOfOne(booking, wish, wish.forTravelerId)
  if (ofOne) return ofOne
  const atMostCents = owedAgainAtMost(booking.id)
  return isOwedAgain(booking, wish) && wish.amountCents > atMostCents
    ? { refused: 'promised', atMostCents }
    : null
}

/** Where each pays their own: what can go back of what each has paid, to cards that paid for them. */
export const refundableOfEach = (booking: Booking): { traveler: PartyTraveler; atMostCents: Cents }[] =>
  booking.eachPays && isPaid(booking.status)
    ? sharesOf(booking).map(({ traveler, shareCents, paidCents }) => ({
        traveler,
        atMostCents: cents(Math.min(shareCents, paidCents, refundableCents(booking.id, traveler.id))),
      }))
    : []

function whyNotOfOne(booking: Booking, { amountCents }: RefundWish, travelerId: number): NotRefunded | null {
  const theirs = refundableOfEach(booking).find(({ traveler }) => traveler.id === travelerId)
  // Of all that was paid nothing is one's alone: the booking ends with it.
  if (!theirs || amountCents >= keptCents(booking.id)) return { refused: 'not-theirs' }
  const { atMostCents } = theirs
  return amountCents > atMostCents ? { refused: 'more-than-theirs', atMostCents } : null
}

/** Writes the order down with the traveler's mail, and answers how the booking is then. */
function order(booking: Booking, wish: RefundWish, staff: Staff, now: Date, tx: Tx): RefundQuote {
  const stands = isPaid(booking.status)
  const chosen = stands ? wish.reason : 'goodwill'
  const reason = isWhole(booking, wish) ? 'whole' : chosen
  const endsBooking = reason === 'whole' && stands
  const before = partyMoney(booking)
  const share = partyOf(booking.id).find(({ id }) => id === wish.forTravelerId)
  oweToCards(booking, { ...wish, reason }, byStaff(staff), now, tx)
  mailRefundOrdered(booking, { ...wish, reason, endsBooking, share }, now)
  const detail = {
    amountCents: wish.amountCents,
    reason: chosen,
    ...(share && { traveler: share.position }),
  }
  recordBookingAct(now, booking, byStaff(staff), 'refund-ordered', detail)
  const after = bookingWithId(booking.id) ?? booking
  const { priceCents, paidCents, promisedCents, writtenOffCents } = partyMoney(after)
  const { remainingCents, installments } = amountsOwed(after)
  return {
    ...{ amountCents: wish.amountCents, endsBooking, stands, isOwedAgain: reason === 'owed-again' },
    ...{ beforeCents: before.priceCents, totalCents: priceCents, paidCents, promisedCents, writtenOffCents },
    ...{ remainingCents, travelers: after.travelers, ofName: share ? travelerWords(share) : null },
    tellsThem: share !== undefined && hasOwnAddress(share, booking),
    installments: installments
      .filter(({ owedCents }) => owedCents > 0)
      .map(({ name, owedCents, dueOn }) => ({ name, owedCents, dueOn })),
  }
}

type Which = { reference: string; id: number }

type Asked = {
  booking: Booking
  order: RefundOrder
  found: FoundRefund | undefined
  /** By how much the order changed the price. */
  changeCents: Cents
}

/**
 * A booking's refund that staff decide about: `found` was made in Stripe's dashboard and may be it, or Stripe
 * has refused it ten times. Undefined when there is none.
 */
export function refundToDecide({ reference, id }: Which): Asked | undefined {
  const booking = findBooking(reference)
  if (!booking) return undefined
  const order = db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.bookingId, booking.id), isOutstanding))
    .get()
  const found = order && foundRefund(order)
  if (!order || !(found || order.state === 'refused')) return undefined
  return { booking, order, found, changeCents: priceChangeOf({ refundId: order.id }) }
}

/** One that Stripe refused, and that nothing from the dashboard may have done. */
function stuckRefund(which: Which) {
  const asked = refundToDecide(which)
  return asked && !asked.found ? asked : undefined
}

/**
 * Asks Stripe once more for a refund that it refused. Made: the money is on its way. Refused: Stripe refused
 * again, and the refund is stuck as before. Owed: Stripe cannot be reached; it is tried again by itself.
 * Held: someone made a refund in the dashboard that may be this one.
 */
export async function tryRefundAgain(
  which: Which,
  staff: Staff,
  now: () => Date,
): Promise<'made' | 'refused' | 'owed' | 'held' | 'not-stuck'> {
  if (!reopen(which, staff, now())) return 'not-stuck'
  await payOwedRefunds(now)
  await withdrawUnowed(now)
  if (refundToDecide(which)?.found) return 'held'
  const state = db.select({ state: refunds.state }).from(refunds).where(eq(refunds.id, which.id)).get()?.state
  return state === 'refused' || state === 'owed' ? state : 'made'
}

const reopen = (which: Which, staff: Staff, now: Date): boolean =>
  immediately((tx) => {
    const stuck = stuckRefund(which)
    if (!stuck) return false
    tx.update(refunds).set({ state: 'owed', nextAttemptAt: now }).where(eq(refunds.id, which.id)).run()
    recordDecision('refund-tried-again', stuck, staff, now)
    return true
  })

export type Dropped = 'dropped' | 'not-stuck' | 'being-paid'

/**
 * Gives up a refund that Stripe refused: its money counts as paid again, and a price that it lowered is what
 * it was. The traveler, who expects it, gets a letter. As less may then be left to pay, open payments are
 * withdrawn first. Throws StripeUnavailable, with nothing changed.
 */
export async function dropRefund(which: Which, staff: Staff, clock: () => Date): Promise<Dropped> {
  const outcome = await changeBooking({ reference: which.reference }, clock, {
    name: 'drop-refund',
    plan: () => stuckRefund(which) ?? { refused: 'not-stuck' as const },
    change: (booking, stuck, now, tx) => {
      giveUp(stuck.order, now, tx, { by: byStaff(staff) })
      mailRefundDropped(booking, stuck.order, now)
      return 'dropped' as const
    },
  })
  if (outcome === 'dropped') return outcome
  return isBeingPaid(outcome) ? 'being-paid' : 'not-stuck'
}

const isBeingPaid = (outcome: object): boolean => 'refused' in outcome && outcome.refused === 'being-paid'

export type Answer = {
  /** Stripe's refund as displayed: for another one the question is asked again. */
  refundId: string
  wasIt: boolean
}

export type Answered = 'answered' | 'not-asked' | 'being-paid'

/**
 * Records whether a refund made in Stripe's dashboard was this one. If so, this much of the order is done,
 * the price is not lowered twice, and the rest is still refunded. The traveler hears of any other money that
 * came back. Throws StripeUnavailable, with nothing changed.
 */
export async function answerForRefund(
  which: Which,
  { refundId, wasIt }: Answer,
  staff: Staff,
  clock: () => Date,
): Promise<Answered> {
  const outcome = await changeBooking({ reference: which.reference }, clock, {
    name: 'answer-refund',
    plan: () => {
      const asked = refundToDecide(which)
      return asked?.found?.refundId === refundId
        ? { ...asked, found: asked.found }
        : { refused: 'not-asked' as const }
    },
    leavesOpen: () => !wasIt,
    change: (booking, asked, now, tx) => {
      const { order, found } = asked
      recordDecision(wasIt ? 'refund-recognized' : 'refund-told-apart', asked, staff, now)
      if (wasIt) recognize(booking, order, found, now, tx)
      tx.update(refunds)
        .set({ state: 'owed', seenEntryId: found.entryId, nextAttemptAt: now })
        .where(and(eq(refunds.id, order.id), isOutstanding))
        .run()
      notifyOfFound(order, now)
      return 'answered' as const
    },
  })
  if (outcome !== 'answered') return isBeingPaid(outcome) ? 'being-paid' : 'not-asked'
  await payOwedRefunds(clock)
  return outcome
}

/** As far as the dashboard's refund was this order, the price that it lowered is raised again. */
function recognize(booking: Booking, order: RefundOrder, found: FoundRefund, now: Date, tx: Tx): void {
  const { refundId, entryId, openCents } = found
  const before = { shares: sharesOf(booking), keepers: null }
  const didCents = carryOutBy({ id: refundId, entryId, amountCents: openCents }, order, now, tx)
  const lowered = -priceChangeOf({ paymentId: entryId })
  const over = Math.max(0, lowered - (openCents - didCents))
  const isOver = paidCents(booking.id) <= 0 || isWhollyMade(refundId, tx)
  if (isOver) advanceBooking(booking.id, { status: 'refunded' }, now)
  const ratio = { price: lowered > 0 ? over / lowered : 0, paid: didCents / openCents }
  const taken = portionOf({ paymentId: entryId }, ratio)
  undoPriceChange(booking.id, { taken, before }, { kind: 'refund', paymentId: entryId }, now, tx)
}

const recordDecision = (
  action: 'refund-tried-again' | 'refund-recognized' | 'refund-told-apart',
  { booking, order: { amountCents, reason } }: Asked,
  staff: Staff,
  now: Date,
): void => recordBookingAct(now, booking, byStaff(staff), action, { amountCents, reason })
