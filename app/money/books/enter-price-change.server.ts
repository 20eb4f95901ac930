import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { raiseInstallments } from '#app/bookings/installments/party-installments.server'
import { dueWhenOwedAgain } from '#app/bookings/installments/plan'
import { repricedInstallments, type TakenOff } from '#app/bookings/installments/reprice-installments.server'
import { installmentsOf, type Raised } from '#app/bookings/installments/settle-installments.server'
import { partyMoney } from '#app/bookings/party.server'
import { businessDay } from '#app/platform/clock.server'
import { type Cents, cents, isTooSmallToAsk } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import type { Tx } from '#db/connection.server'
import { priceChanges } from '#db/schema/money'
import { amountsOwed, installmentsLeft } from './amounts-owed.server'
import { changePrice } from './change-price.server'
import type { PriceQuote } from './quotes'
import { giveBackParts, settleShares, sharesOf, type TravelerShare, takenSince } from './shares.server'

export type PriceChange = typeof priceChanges.$inferSelect

/** What is to be done to installments, price and shares. */
export type Change = {
  quote: PriceQuote
  /** Null where the single installment of a booking without a plan follows by itself. */
  rows: Raised[] | null
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
  const soonest = dueWhenOwedAgain(departureOf(booking).startsOn, today)
  const { rows, takenOff } = repricedInstallments(
    { planned: plan, remainingCents: open },
    changeCents,
    soonest,
    undoes?.taken.installments,
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

/** Changes price, plan and shares, and writes down why; null where the price stays as it is. */
export function enterChange(
  booking: Booking,
  { quote, rows, takenOff, travelerId, undoes }: Change,
  { words, staff }: { words: string; staff: { id: number | null } },
  now: Date,
  tx: Tx,
): PriceChange | null {
  const before = sharesOf(booking)
  settleShares(before, tx)
  if (rows) raiseInstallments(booking.id, rows, tx)
  // At the same price nothing follows what is left: what was paid ahead stays in its installment.
  const priceChangeCents =
    quote.changeCents === 0 ? cents(0) : changePrice(booking.id, quote.changeCents, now, tx)
  if (travelerId !== null) settleShares(before.map(ofOne(travelerId, priceChangeCents)), tx)
  if (undoes) giveBackParts(undoes.taken.shares.map(asPart), before, tx)
  if (priceChangeCents === 0) return null
  const entry = { priceChangeCents, words, undoesId: undoes?.id ?? null, changedBy: staff.id }
  return writePriceChange(bookingWithId(booking.id) ?? booking, entry, { takenOff, before }, now, tx)
}

/** Writes down a change of a booking's price, and what it took of installments and travelers. */
export function writePriceChange(
  after: Booking,
  entry: Omit<typeof priceChanges.$inferInsert, 'bookingId' | 'taken' | 'createdAt'>,
  { takenOff, before }: { takenOff: TakenOff[]; before: TravelerShare[] },
  now: Date,
  tx: Tx,
): PriceChange {
  const shares = takenSince(before, after).map(({ travelerId, shareCents }) => ({
    travelerId,
    cents: shareCents,
  }))
  return tx
    .insert(priceChanges)
    .values({ ...entry, bookingId: after.id, taken: { installments: takenOff, shares }, createdAt: now })
    .returning()
    .get()
}

const ofOne = (travelerId: number, by: Cents) => (share: TravelerShare) =>
  share.traveler.id === travelerId ? { ...share, shareCents: cents(share.shareCents + by) } : share

const asPart = ({ travelerId, cents: shareCents }: PriceChange['taken']['shares'][number]) => ({
  travelerId,
  shareCents: cents(shareCents),
  paidCents: cents(0),
})
