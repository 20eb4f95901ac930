import type { PriceChange, PriceChangeKind } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { storeInstallments } from '#app/bookings/installments/party-installments.server'
import { dueWhenOwedAgain } from '#app/bookings/installments/plan'
import { repricedInstallments } from '#app/bookings/installments/reprice-installments.server'
import {
  type ChangedInstallment,
  installmentsOf,
} from '#app/bookings/installments/settle-installments.server'
import { partyMoney, partyOf } from '#app/bookings/party.server'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents, isTooSmallToAsk } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import type { TakenOff } from '#db/schema/money'
import { amountsOwed, installmentsLeft } from './amounts-owed.server'
import { changePrice } from './change-price.server'
import type { PriceQuote } from './quotes'
import { portions, settleShares } from './shares.server'

/** The act that changed a price, and by how much it really did. */
export type ChangeEntered = { id: number; changeCents: Cents }

/** What is to be done to installments, price and shares. */
export type Change = {
  quote: PriceQuote
  /** Null where the single installment of a booking without a plan follows by itself. */
  rows: ChangedInstallment[] | null
  takenOff: TakenOff[]
  /** Whose share alone it changes. */
  travelerId: number | null
  undoes?: PriceChange
}

/** What a change of the price comes to; a discount takes off no more than is open. */
export function changeOf(
  booking: Booking,
  wished: Cents,
  travelerId: number | null,
  now: Date,
  undoes?: PriceChange,
): Change {
  const today = businessDay(now)
  const { remainingCents: open } = amountsOwed(booking)
  const changeCents = cents(Math.max(wished, 0 - open))
  const plan = installmentsOf(booking.id)
  const { startsOn } = departureOf(booking)
  const soonest = dueWhenOwedAgain(startsOn, today)
  const { rows, takenOff } = repricedInstallments(
    { planned: plan, remainingCents: open },
    changeCents,
    { soonest, startsOn },
    undoes?.takenOff,
  )
  const left = cents(open + changeCents)
  const remainingCents = isTooSmallToAsk(left) ? cents(0) : left
  const shown = rows ?? [
    {
      number: 1,
      amountCents: remainingCents,
      dueOn: plan.find(({ paidAt }) => paidAt === null)?.dueOn ?? soonest,
    },
  ]
  const before = partyMoney(booking)
  const quote = {
    beforeCents: before.priceCents,
    changeCents,
    paidAlreadyCents: cents(changeCents - wished),
    totalCents: cents(before.priceCents + changeCents - (left - remainingCents)),
    remainingCents,
    promisedCents: before.promisedCents,
    writtenOffCents: before.writtenOffCents,
    travelers: booking.travelers,
    installments: installmentsLeft(shown, remainingCents),
  }
  return { quote, rows, takenOff, travelerId, undoes }
}

type Cause = {
  kind: PriceChangeKind
  words: string
  staff: { id: number | null }
  leaderTermsId?: number
}

/** Changes price, plan and shares, and writes down why; null where the price stays as it is. */
export function enterChange(
  booking: Booking,
  { quote, rows, takenOff, travelerId, undoes }: Change,
  { kind, words, staff, leaderTermsId }: Cause,
  now: Date,
  tx: Tx,
): ChangeEntered | null {
  settleShares(booking, now, tx)
  if (rows) storeInstallments(booking.id, rows, tx)
  if (quote.changeCents === 0) {
    // At the same price nothing follows what is left: what was paid ahead stays in its installment. But no
    // installment asks for a rest that no card can pay, owed since the departure was canceled.
    if (quote.totalCents < quote.beforeCents) changePrice(booking.id, cents(0), { kind: 'forgiven' }, now, tx)
    return null
  }
  const act = { kind, words, undoesId: undoes?.id ?? null, takenOff, changedBy: staff.id, leaderTermsId }
  // With a rest that no card can pay: that is forgiven them, too.
  const ofOne =
    travelerId === null ? [] : [{ travelerId, cents: cents(quote.totalCents - quote.beforeCents) }]
  const whose = undoes ? asMuchOf(undoneParts(booking, undoes), quote.changeCents) : ofOne
  const parts = whose.map((part) => ({
    travelerId: part.travelerId,
    priceCents: part.cents,
    paidCents: cents(0),
  }))
  const { changeCents, actId } = changePrice(booking.id, quote.changeCents, act, now, tx, { parts })
  return actId === null || changeCents === 0 ? null : { id: actId, changeCents }
}

/** Former travelers took their part along: those who stay are not asked for it. */
function undoneParts({ id }: Booking, { parts }: PriceChange) {
  const aboard = new Set(partyOf(id).map((traveler) => traveler.id))
  return parts
    .filter(({ travelerId }) => aboard.has(travelerId))
    .map((part) => ({ ...part, cents: cents(-part.cents) }))
}

/** What is paid of a surcharge that is undone stays whose it is: each gets back their part of the rest. */
function asMuchOf(parts: ReturnType<typeof undoneParts>, changeCents: Cents) {
  const amounts = parts.map((part) => part.cents)
  const undone = portions(amounts, changeCents / amounts.reduce((sum, one) => sum + one, 0))
  return parts.map((part, index) => ({ ...part, cents: cents(undone[index] ?? 0) }))
}

/** What undoing a change of a price comes to for those who travel. */
export const undoneCents = (booking: Booking, change: PriceChange): Cents =>
  cents(undoneParts(booking, change).reduce((sum, part) => sum + part.cents, 0))
