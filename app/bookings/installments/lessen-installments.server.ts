import { eq } from 'drizzle-orm'
import { agreedSeats, type PriceChange, priceChangesOf } from '#app/bookings/charges.server'
import type { PartyTraveler } from '#app/bookings/party.server'
import { type Cents, cents, divide, isTooSmallToAsk } from '#app/platform/money'
import { installmentAmounts } from '#app/tours/promises'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema/money'
import { depositPart } from './party-installments.server'
import { JOINERS_DEPOSIT } from './plan'
import { hasPlan, type Installment, installmentsOf, owedByInstallment } from './settle-installments.server'

/** Who leaves a booking, and what they take along. */
type Leaving = {
  /** Everyone who was on it. */
  party: PartyTraveler[]
  traveler: PartyTraveler
  /** Their part of the price as it is now, and that price. */
  shareCents: Cents
  ofCents: Cents
  /** What the booking has left to pay before they leave it and after. */
  remaining: { beforeCents: Cents; afterCents: Cents }
  /** What of their part was written off. */
  writtenOffCents: Cents
}

/** An installment: what of it is open, what was written off, and what is neither, because it was paid. */
type Parts = { open: number; off: number; paid: number }

/**
 * Takes the parts of a traveler who has left off the booking's installments, paid ones too: those who stay
 * have a plan of their own size on the same days, and nothing that was paid is asked for again.
 */
export function lessenInstallments(bookingId: number, leaving: Leaving, tx: Tx): void {
  const planned = installmentsOf(bookingId)
  const before = owedByInstallment(planned, leaving.remaining.beforeCents).map(partsNow)
  const taken = partsOf(leaving, planned, before)
  const left = before.map(({ open, off, paid }, index) => ({
    open: open - (taken[index]?.open ?? 0),
    off: off - (taken[index]?.off ?? 0),
    paid: paid - (taken[index]?.paid ?? 0),
  }))
  const open = chargeable(left.map((one) => one.open))
  for (const [index, { id }] of planned.entries()) {
    const { off = 0, paid = 0 } = left[index] ?? {}
    const amountCents = cents((open[index] ?? 0) + off + paid)
    if (amountCents > 0) keep(id, { amountCents, writtenOffCents: cents(off) }, tx)
    else tx.delete(installments).where(eq(installments.id, id)).run()
  }
}

const keep = (id: number, amounts: { amountCents: Cents; writtenOffCents: Cents }, tx: Tx) =>
  tx.update(installments).set(amounts).where(eq(installments.id, id)).run()

const partsNow = ({ amountCents, owedCents, writtenOffCents }: Installment): Parts => ({
  open: owedCents,
  off: writtenOffCents,
  paid: Math.max(0, amountCents - owedCents - writtenOffCents),
})

/**
 * What of each installment was the leaver's: what each traveler brought to it where that is what the plan
 * comes to, else by what each had of it all, as of a plan that was spread.
 */
function partsOf(leaving: Leaving, planned: Installment[], before: Parts[]): Parts[] {
  const { traveler, shareCents, ofCents, remaining, writtenOffCents } = leaving
  const own = ownParts(leaving.party, planned)?.get(traveler.id)
  const sizes = (part: keyof Parts) => before.map((one) => one[part])
  const openCents = Math.max(0, remaining.beforeCents - remaining.afterCents)
  const take = (part: 'open' | 'off', amount: number, weights = own) =>
    weights
      ? takeByPlan(amount, sizes(part), weights)
      : divide(Math.min(amount, sumOf(sizes(part))), sizes(part))
  const open = take('open', openCents)
  const off = take('off', writtenOffCents)
  return before.map(({ paid }, index) => {
    const [opens, offs] = [open[index] ?? 0, off[index] ?? 0]
    const theirs = own
      ? (own[index] ?? 0) - opens - offs
      : Math.floor((paid * shareCents) / Math.max(1, ofCents))
    return { open: opens, off: offs, paid: Math.max(0, Math.min(paid, theirs)) }
  })
}

/** Of the last ones as much as their plan has there, and what is left of the first that has it. */
function takeByPlan(amount: number, sizes: number[], plan: number[]): number[] {
  let left = amount
  const upTo = (most: number) => {
    const taken = Math.max(0, Math.min(left, most))
    left -= taken
    return taken
  }
  const planned = sizes.map((_, index) => index).toReversed()
  const parts = sizes.map(() => 0)
  for (const index of planned) parts[index] = upTo(Math.min(sizes[index] ?? 0, plan[index] ?? 0))
  return parts.map((part, index) => part + upTo((sizes[index] ?? 0) - part))
}

/** None asks for less than a card can pay: the next one asks for it, or of the last one that before it. */
function chargeable(open: number[]): number[] {
  const asked = [...open]
  for (const [index, amount] of asked.entries()) {
    if (!isTooSmallToAsk(cents(amount))) continue
    const later = asked.findIndex((other, place) => place > index && other > 0)
    const other = later < 0 ? asked.findLastIndex((one, place) => place < index && one > 0) : later
    if (other < 0) continue
    asked[other] = (asked[other] ?? 0) + amount
    asked[index] = 0
  }
  return asked
}

/**
 * What each traveler brought to each installment, by the place of that, as their share was agreed and changed
 * since; null where that does not come to the plan, which staff have spread or money has turned about.
 */
function ownParts(party: PartyTraveler[], planned: Installment[]): Map<number, number[]> | null {
  const bookingId = party[0]?.bookingId ?? 0
  const [changes, seats] = [priceChangesOf(bookingId), agreedSeats(bookingId)]
  const own = party.map((traveler) => ({
    id: traveler.id,
    parts: ownPlan(traveler, seats.get(traveler.id)?.priceCents ?? cents(0), planned, changes),
  }))
  const comesToPlan = Array.from({ length: LAST_OF_PLAN + 1 }, (_, number) => {
    const amount = planned.find((row) => row.number === number)?.amountCents ?? 0
    return Math.abs(sumOf(own.map(({ parts }) => parts[number] ?? 0)) - amount) <= party.length
  })
  if (!comesToPlan.every(Boolean) || planned.some(({ number }) => number > LAST_OF_PLAN)) return null
  return new Map(own.map(({ id, parts }) => [id, planned.map(({ number }) => parts[number] ?? 0)]))
}

const LAST_OF_PLAN = 2

/**
 * What a traveler brings to each installment, by its number: by the plan of their own share, with a code
 * deducted; of a change since the last ones first (rules 4.15), for a bank account the first ones (2.30).
 */
function ownPlan(
  traveler: PartyTraveler,
  priceCents: Cents,
  planned: Installment[],
  changes: PriceChange[],
): number[] {
  const takenBy = (which: (change: PriceChange) => boolean) =>
    sumOf(
      changes
        .filter(which)
        .flatMap(({ parts }) => parts)
        .filter(({ travelerId }) => travelerId === traveler.id)
        .map((one) => -one.cents),
    )
  const ofCode = takenBy(({ codeId }) => codeId !== null)
  const agreed = agreedPlan(traveler, cents(priceCents - ofCode), planned)
  const parts = taken(
    agreed,
    takenBy(({ intentId }) => intentId !== null),
  )
  const last = parts.length - 1
  const off = takenBy(({ codeId, intentId }) => codeId === null && intentId === null)
  if (off < 0) return parts.map((part, number) => (number === last ? part - off : part))
  return taken(parts.toReversed(), off).toReversed()
}

/** So much off the parts, in this order. */
function taken(parts: number[], off: number): number[] {
  let left = off
  return parts.map((part) => {
    const taken = Math.min(part, left)
    left -= taken
    return part - taken
  })
}

/** By the number of the installment. Those who were there when the plan was made have their part of it. */
function agreedPlan(
  { firstPartCents, finalPartCents, depositCents }: PartyTraveler,
  priceCents: Cents,
  planned: Installment[],
): Cents[] {
  if (firstPartCents !== null && finalPartCents !== null) {
    const before = depositPart({ totalCents: priceCents, firstPartCents, finalPartCents })
    const isApart = planned.some(({ number }) => number === JOINERS_DEPOSIT)
    return [isApart ? before : cents(0), cents(firstPartCents + (isApart ? 0 : before)), finalPartCents]
  }
  const paidFirst = cents(Math.min(depositCents, priceCents))
  return hasPlan(planned) ? [cents(0), ...installmentAmounts(paidFirst, priceCents)] : []
}

const sumOf = (amounts: number[]): number => amounts.reduce((sum, one) => sum + one, 0)
