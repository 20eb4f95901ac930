import type { PartyMoney } from '#app/bookings/party.server'
import type { CancelQuote } from '#app/money/refunds/cancellation.server'
import type { Day } from '#app/platform/days'
import type { Cents } from '#app/platform/money'
import type { Dates } from '#app/tours/departure'
import type { RoomType } from '#app/tours/party'
import { type RefundOnOffer, termsInLine } from '#app/tours/refund-policy'

/**
 * What a change of a party leaves: the booking's price, what is left to pay, and for how many it is. What was
 * promised back to travelers canceled before stands apart, as in `partyMoney`. Cents.
 */
type PartyAfterwards = Pick<PartyMoney, 'promisedCents' | 'writtenOffCents'> & {
  totalCents: Cents
  remainingCents: Cents
  travelers: number
}

/**
 * What it means that one of a party leaves it: the policy's refund of their share, and the booking after it.
 * Cents.
 */
export type LeaveQuote = CancelQuote &
  PartyAfterwards & {
    travelerId: number
    /** Their part of the price, as it is now. */
    shareCents: Cents
  }

/**
 * What it means that somebody joins a paid booking: what they cost, when that is due, and the booking after
 * it. Cents.
 */
export type JoinQuote = PartyAfterwards & {
  roomType: RoomType
  priceCents: Cents
  depositCents: Cents
  /** What the booking is asked for then, first due first. */
  installments: { name: string; owedCents: Cents; dueOn: Day }[]
  seatsLeft: number
  /** The terms of who joins today. */
  refund: RefundOnOffer
}

/**
 * Installments and refund terms of a quote in one line, which the form posts: other sums or other days are
 * another plan.
 */
export const planShown = ({ installments, refund }: Pick<JoinQuote, 'installments' | 'refund'>): string =>
  [termsInLine(refund), ...installments.map(({ owedCents, dueOn }) => `${owedCents}:${dueOn}`)].join(' ')

/**
 * What a discount or a surcharge means before it is given: the price and the plan after it. Cents; a discount
 * is below zero.
 */
export type PriceQuote = PartyAfterwards & {
  beforeCents: Cents
  changeCents: Cents
  /** What of a discount is paid already, and so is not deducted: it can be refunded. */
  paidAlreadyCents: Cents
  installments: JoinQuote['installments']
}

/** The same in one line, which the form posts: another sum or another day is another quote. */
export const quoteShown = ({ changeCents, totalCents, installments }: PriceQuote): string =>
  [changeCents, totalCents, ...installments.map(({ owedCents, dueOn }) => `${owedCents}:${dueOn}`)].join(' ')

/**
 * What it means that a booking is moved to another departure: before it, and after it at either price. Cents.
 */
export type MoveQuote = {
  departureId: number
  from: Dates
  to: Dates
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
 * What it means that a booking which ended is taken back: what it keeps
 * counts as paid, the rest is asked for; where it keeps nothing its seats
 * are held until a day that staff choose, for what is paid first. Cents.
 */
export type ReinstateQuote = PartyAfterwards & {
  paidCents: Cents
  installments: JoinQuote['installments']
  seatsLeft: number
  hold: { nowCents: Cents; usuallyUntil: Day; atMostUntil: Day } | null
}

/** The same in one line, which the form posts. */
export const reinstateShown = ({ totalCents, hold, installments }: ReinstateQuote): string =>
  [
    totalCents,
    ...(hold ? [hold.nowCents] : []),
    ...installments.map(({ owedCents, dueOn }) => `${owedCents}:${dueOn}`),
  ].join(' ')

/** What it means that what is open of a booking is spread over other days: before it, and after it. Cents. */
export type SpreadQuote = {
  remainingCents: Cents
  installmentsBefore: JoinQuote['installments']
  installments: JoinQuote['installments']
}

/** The same in one line, which the form posts. */
export const spreadShown = ({ installmentsBefore, installments }: SpreadQuote): string =>
  [...installmentsBefore, ...installments].map(({ owedCents, dueOn }) => `${owedCents}:${dueOn}`).join(' ')

export type MovePrice = 'agreed' | 'today'

/**
 * What it means that a traveler gets the other kind of room: before it, and after it at either price. Cents.
 */
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
  /** With whom of their party they share one then; null where they have it to themselves. */
  shares: { travelerId: number; name: string } | null
}

/** The same in one line, which the form posts. */
export const roomShown = ({ travelerId, to, agreed, today, parted, shares }: RoomQuote): string =>
  [
    ...[travelerId, to, quoteShown(agreed), today ? quoteShown(today) : ''],
    ...[parted.length, shares?.travelerId ?? ''],
  ].join('/')

/** The same in one line, which the form posts. */
export const moveShown = ({ from, to, agreed, today }: MoveQuote): string =>
  [...[from, to].map(({ startsOn }) => startsOn), quoteShown(agreed), today ? quoteShown(today) : ''].join(
    '/',
  )
