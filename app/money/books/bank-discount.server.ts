import { type Part, type PriceChange, priceChangesOf } from '#app/bookings/charges.server'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { loweredFromFirst, raisedAgain } from '#app/bookings/installments/discounted-installments.server'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyOf } from '#app/bookings/party.server'
import { type Cents, cents, divide } from '#app/platform/money'
import { recordBookingAct } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'
import { rowBy } from '#db/prepared.server'
import { paymentIntents } from '#db/schema/money'
import { amountsOwed } from './amounts-owed.server'
import { changePrice } from './change-price.server'
import { settleShares } from './shares.server'
import { sharesOwed } from './shares-owed.server'

/** As guests and staff read it beside the price. */
const IN_WORDS = 'For paying from a bank account'

const NOTHING = cents(0)

/** The record of a payment, for which a page showed a discount. */
type Discounted = Pick<
  typeof paymentIntents.$inferSelect,
  'id' | 'bookingId' | 'amountCents' | 'discountCents' | 'forTravelerId'
>

/**
 * Lowers the price by what was off for paying from a bank account (rules 2.30), once for a payment: its money
 * is on its way, or there, and counts already. Never by more than is still asked of its payer.
 */
export function giveBankDiscount(record: Discounted, now: Date, tx: Tx): void {
  const booking = record.discountCents > 0 ? bookingWithId(record.bookingId) : undefined
  if (!booking || standingFor(booking.id, record)) return
  const parts = partsOff(booking, record)
  const offCents = cents(0 - sumOf(parts))
  if (offCents <= 0) return
  const before = cents(amountsOwed(booking).remainingCents + record.amountCents)
  const takenOff = loweredFromFirst(booking.id, before, offCents, tx)
  settleShares(booking, now, tx)
  const act = { kind: 'discount', words: IN_WORDS, intentId: record.id, takenOff } as const
  changePrice(booking.id, cents(-offCents), act, now, tx, { parts })
  recordBookingAct(now, booking, { actor: 'site' }, 'bank-discount-given', { amountCents: offCents })
}

/** Of their share alone, or of each by what they still owe. */
function partsOff(booking: Booking, { discountCents, forTravelerId }: Discounted): Part[] {
  const party = sharesOwed(booking)
  const payers = party.some(({ traveler }) => traveler.id === forTravelerId)
    ? party.filter(({ traveler }) => traveler.id === forTravelerId)
    : party
  const owed = payers.map(({ owedCents }) => owedCents)
  const off = divide(
    Math.min(
      discountCents,
      owed.reduce((sum, one) => sum + one, 0),
    ),
    owed,
  )
  return payers.map(({ traveler }, index) => ({
    travelerId: traveler.id,
    priceCents: cents(0 - (off[index] ?? 0)),
    paidCents: NOTHING,
  }))
}

/**
 * Takes the discount back, once: the payment does not come, or bounced, or went back because the booking had
 * no use for it. No one who stays is asked for the part of a traveler who has left.
 */
export function takeBackBankDiscount(record: Discounted, now: Date, tx: Tx): void {
  const booking = record.discountCents > 0 ? bookingWithId(record.bookingId) : undefined
  const given = booking && standingFor(booking.id, record)
  if (!given) return
  const aboard = new Set(partyOf(booking.id).map(({ id }) => id))
  const parts = given.parts
    .filter(({ travelerId }) => aboard.has(travelerId))
    .map(
      (part): Part => ({ travelerId: part.travelerId, priceCents: cents(-part.cents), paidCents: NOTHING }),
    )
  const amountCents = cents(sumOf(parts))
  if (amountCents === 0) return
  settleShares(booking, now, tx)
  raisedAgain(installmentsOf(booking.id), given.takenOff, tx)
  const act = { kind: 'discount', words: given.words, intentId: record.id, undoesId: given.id } as const
  changePrice(booking.id, amountCents, act, now, tx, { parts })
  recordBookingAct(now, booking, { actor: 'site' }, 'bank-discount-taken-back', { amountCents })
}

/** What was given for a payment, and not taken back. */
const standingFor = (bookingId: number, { id }: Pick<Discounted, 'id'>): PriceChange | undefined =>
  priceChangesOf(bookingId).find(
    ({ intentId, undoesId, isUndone }) => intentId === id && undoesId === null && !isUndone,
  )

/** What was given for each payment of a booking, and whether it was not taken back; by Stripe's id of it. */
export function bankDiscountsOf(bookingId: number): Map<string, { cents: Cents; stands: boolean }> {
  const given = priceChangesOf(bookingId).filter(
    ({ intentId, undoesId }) => intentId !== null && undoesId === null,
  )
  return new Map(
    given.flatMap(({ intentId, priceChangeCents, isUndone }) => {
      const stripeId = intentId !== null && withId(intentId)?.stripeIntentId
      return stripeId ? [[stripeId, { cents: cents(-priceChangeCents), stands: !isUndone }]] : []
    }),
  )
}

const withId = rowBy(paymentIntents, paymentIntents.id)

const sumOf = (parts: Part[]): number => parts.reduce((sum, { priceCents }) => sum + priceCents, 0)
