import type { PartyMoney } from '#app/bookings/party.server'
import type { Day } from '#app/platform/days'
import type { Cents } from '#app/platform/money'
import type { Dates } from '#app/tours/departure'
import type { RoomType } from '#app/tours/party'
import type { RefundOnOffer } from '#app/tours/refund-policy'
import type { CancelQuote } from './refund-quote.server'

/** What becomes of a confirmed quote that is not carried out. */
export type NotDone<Quote, Refused extends string> =
  /** This form was used before. */
  | { known: true }
  | { refused: Refused | 'not-found' | 'being-paid' }
  | { refused: 'quote-changed'; quote: Quote }

/** What is shown of what was found, or why it cannot be. */
export const unwrapQuote = <Quote, Refused>(found: { quote: Quote } | { refused: Refused }) =>
  'refused' in found ? found : found.quote

/**
 * What a change of a party leaves: the booking's price, what is left to pay, and for how many it is. What is
 * promised to travelers canceled earlier is separate, as in `partyMoney`. Cents.
 */
export type PartyAfterwards = Pick<PartyMoney, 'promisedCents' | 'writtenOffCents'> & {
  totalCents: Cents
  remainingCents: Cents
  travelers: number
}

/** The effect of a traveler leaving: the policy's refund of their share, and the booking after it. Cents. */
export type LeaveQuote = CancelQuote &
  PartyAfterwards & {
    travelerId: number
    /** Their part of the price, as it is now. */
    shareCents: Cents
  }

/**
 * The effect of a traveler joining a paid booking: what they cost, when that is due, and the booking after
 * it. Cents.
 */
export type JoinQuote = PartyAfterwards & {
  roomType: RoomType
  priceCents: Cents
  depositCents: Cents
  /** What the booking is asked for then, first due first. */
  installments: { name: string; owedCents: Cents; dueOn: Day }[]
  seatsLeft: number
  /** The terms for the traveler who joins today. */
  refund: RefundOnOffer
}

/** The effect of a discount or surcharge: price and plan after it. Cents; a discount is below zero. */
export type PriceQuote = PartyAfterwards & {
  beforeCents: Cents
  changeCents: Cents
  /** The part of a discount that is paid already, and so is not deducted: it can be refunded. */
  paidAlreadyCents: Cents
  installments: JoinQuote['installments']
}

/** The effect of a move to another departure: before, and after at either price. Cents. */
export type MoveQuote = {
  departureId: number
  from: Dates & { tourId: number; name: string }
  to: Dates & { tourId: number; name: string }
  travelers: number
  /** On the other departure, before it is moved. */
  seatsLeft: number
  beforeCents: Cents
  installmentsBefore: JoinQuote['installments']
  /** At the price that was agreed, and at that of the other departure today where it is another one. */
  agreed: PriceQuote
  today: PriceQuote | null
  /** What comes back from today on, by the other dates. */
  refundDates: string[]
}

/**
 * The effect of reinstating a booking: what it keeps counts as paid, the rest is due; where it keeps
 * nothing, its seats are held until a day that staff choose, for the first payment. Cents.
 */
export type ReinstateQuote = PartyAfterwards & {
  paidCents: Cents
  installments: JoinQuote['installments']
  seatsLeft: number
  hold: { nowCents: Cents; usuallyUntil: Day; atMostUntil: Day } | null
}

/** The effect of a refund to cards: what goes back, and the booking after it. Cents. */
export type RefundQuote = PartyAfterwards & {
  amountCents: Cents
  beforeCents: Cents
  paidCents: Cents
  isOwedAgain: boolean
  /** Whether it was active, and ends with this. */
  stands: boolean
  endsBooking: boolean
  /** Whose price and money it is alone; null where it is everybody's. */
  ofName: string | null
  /** They get a letter of their own about it. */
  tellsThem: boolean
  installments: JoinQuote['installments']
}

/** The effect of spreading the open balance over other days: before and after. Cents. */
export type SpreadQuote = {
  remainingCents: Cents
  installmentsBefore: JoinQuote['installments']
  installments: JoinQuote['installments']
}

/** The effect of holding seats for a guest until another day: what is due after the deposit, and when. */
export type HoldQuote = {
  from: Day
  heldUntil: Day
  installmentsBefore: JoinQuote['installments']
  installments: JoinQuote['installments']
}

export type MovePrice = 'agreed' | 'today'

/** Two of a party who change rooms, and the kind of room that each has then. */
export type SwapQuote = { after: { travelerId: number; name: string; becomes: RoomType }[] }

/** The effect of a room change: before, and after at either price. Cents. */
export type RoomQuote = {
  travelerId: number
  /** Empty while a companion is not named yet. */
  name: string
  isLead: boolean
  to: RoomType
  /** At the price that was agreed, and with what the two kinds differ today where they do. */
  agreed: PriceQuote
  today: PriceQuote | null
  /** Who of other bookings shared their room until then. */
  parted: string[]
  /** The one of their party with whom they then share; null where they have it to themselves. */
  shares: { travelerId: number; name: string } | null
}
