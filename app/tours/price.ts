import type { Day } from '#app/platform/days'
import {
  type AmountOrPercent,
  type Cents,
  cents,
  partOf,
  showAmountOrPercent,
  showCents,
} from '#app/platform/money'
import { ROOM_TYPES } from '#db/values'
import type { Departure } from './departures.server'
import type { RoomType } from './party'
import { LEAST_AFTER_DEPOSIT } from './promises'

/** What an early bird gets: a present in words, something off the price of each traveler, or both. */
export type EarlyBird = { offer: string | null; off: AmountOrPercent | null; endsOn: Day }

type Discount = Pick<Departure, 'earlyBirdOffCents' | 'earlyBirdOffPercent'>
type Offers = Discount & Pick<Departure, 'earlyBirdOffer' | 'earlyBirdEndsOn'>

/** An amount or a percentage as two columns have it; null where both are 0. */
function storedAmount(amountCents: Cents, percent: number): AmountOrPercent | null {
  if (percent > 0) return { percent }
  return amountCents > 0 ? { cents: amountCents } : null
}

/** What a departure takes off for booking early, whenever that is; null where it takes off nothing. */
export const earlyBirdDiscount = ({ earlyBirdOffCents, earlyBirdOffPercent }: Discount) =>
  storedAmount(earlyBirdOffCents, earlyBirdOffPercent)

/** What a booking made on that business day gets for being early (rules 1.5); null where that is nothing. */
export function earlyBirdOn(departure: Offers, day: Day): EarlyBird | null {
  const { earlyBirdOffer: offer, earlyBirdEndsOn: endsOn } = departure
  const off = earlyBirdDiscount(departure)
  return (offer || off) && endsOn && day <= endsOn ? { offer, off, endsOn } : null
}

/** The kind of room of one who was booked, and what was deducted for being early. */
type EarlySeat = { roomType: RoomType; offCents: Cents }

/** What is deducted of a seat in a kind of room, as of those who are booked already. */
export const earlyBirdOffIn = (seats: EarlySeat[], kind: RoomType): Cents =>
  (seats.find(({ roomType }) => roomType === kind) ?? seats[0])?.offCents ?? cents(0)

type Booked = { earlyBirdOffer: string | null; seats: EarlySeat[]; hasJoined: boolean }

/** What a booking got for being early, in words: the present, and what its price has deducted already. */
export function earlyBirdWords({ earlyBirdOffer, seats, hasJoined }: Booked): string | null {
  const [double, single] = [earlyBirdOffIn(seats, 'double'), earlyBirdOffIn(seats, 'single')]
  const whose = hasJoined ? 'each of the original travelers' : 'each traveler'
  const byRoom = double === single ? '' : ` in a double room, ${showCents(single)} in a single room`
  const off = double + single > 0 ? `${showCents(double)} off for ${whose}${byRoom}` : null
  return [off, earlyBirdOffer].filter(Boolean).join('. ') || null
}

/** Whether words speak of money: an amount, a share or a discount. Words deduct nothing. */
export const mentionsMoney = (words: string): boolean =>
  /[$€£%]|\b(?:usd|dollars?|discount|rebate)\b|\d\s*off\b/i.test(words)

/** What a place costs, and what of its usual price is deducted for booking early; in cents. */
export type SeatPrice = { priceCents: Cents; offCents: Cents }

/**
 * What a place costs one traveler who books on that business day. A hold keeps the early-bird discount it was
 * promised, also for another room. Never less than the deposit.
 */
export function priceOf(
  departure: Departure,
  roomType: RoomType,
  day: Day,
  promisedCents: Cents = cents(0),
): SeatPrice {
  const usual = roomType === 'single' ? departure.singlePriceCents : departure.doublePriceCents
  const early = earlyBirdOn(departure, day)?.off
  const off = Math.max(promisedCents, early ? partOf(usual, early) : 0)
  const offCents = offAboveDeposit(usual, departure.depositCents, off)
  return { priceCents: cents(usual - offCents), offCents }
}

/** What a place costs at the least on that business day. */
export const lowestPriceOf = (departure: Departure, day: Day): Cents =>
  cents(Math.min(...ROOM_TYPES.map((type) => priceOf(departure, type, day).priceCents)))

/** How much off a price can bear: it leaves the deposit and, beyond that, nothing or what cards take. */
export function offAboveDeposit(priceCents: number, depositCents: number, wished: number): Cents {
  const most = Math.max(0, priceCents - depositCents)
  if (wished <= 0) return cents(0)
  return cents(most - wished < LEAST_AFTER_DEPOSIT ? most : wished)
}

type Fee = Pick<Departure, 'resaleFeeCents' | 'resaleFeePercent'>

/** The fee for a place that the waitlist takes; null where travelers cannot offer theirs (rules 1.28). */
export const resaleFee = ({ resaleFeeCents, resaleFeePercent }: Fee): AmountOrPercent | null =>
  storedAmount(resaleFeeCents, resaleFeePercent)

/** What guests read of it beside the refund terms; null where staff have set no fee. */
export function resaleNote(departure: Fee): string | null {
  const fee = resaleFee(departure)
  if (!fee) return null
  const words = `${showAmountOrPercent(fee)}${'percent' in fee ? ' of its price' : ''}`
  return `Can’t make it once the full-refund period is over? You can offer your seat to the waitlist: once someone has paid for it, you get back what you paid, less a fee of ${words}.`
}

/** Of one place, in cents; never more than its price. */
export const feeOf = (fee: AmountOrPercent, priceCents: Cents): Cents =>
  cents(Math.min(priceCents, partOf(priceCents, fee)))

/** What a traveler who offers a place agrees to: shown whole, stored word for word, enforced as stored. */
export const resaleTerms = (feeCents: Cents): string =>
  `If someone on the waitlist pays for this seat, we refund everything paid for it by then, less a fee of ${showCents(feeCents)}, and nothing more is due for it. You never get back less than if you canceled that day. Until then nothing changes: the seat is yours, and payments stay due. You can take it back at any time before someone begins to pay for it.`
