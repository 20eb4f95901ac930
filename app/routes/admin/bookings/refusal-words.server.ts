import { HOLD_DAYS_AT_MOST } from '#app/bookings/hold'
import type { PriceQuote } from '#app/money/party/quotes'
import type { Repriced } from '#app/money/price-changes.server'
import type { RecordedByHand } from '#app/money/record-by-hand.server'
import type { Sold } from '#app/money/sell-by-hand.server'
import { showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { NOT_YET, SALES_CLOSED, SOLD_OUT } from '#app/tours/departure'
import { answerNotDone, done, type MoneyAnswer, ROOMS_STAY, WHY_NOT } from './booking-command.server'

type Refusal = Extract<RecordedByHand, { refused: string }>

/** Why nothing was entered, and the field that it is about. */
export function handPaymentRefused(refusal: Refusal, direction: 'in' | 'out'): MoneyAnswer<never> {
  switch (refusal.refused) {
    case 'too-little':
      return {
        field: 'amount',
        words: `A first payment must be at least the deposit of ${showCents(refusal.atLeastCents)}`,
      }
    case 'wrong-day':
      return {
        field: 'receivedOn',
        words: `Please choose a day from ${showDay(refusal.from)} to ${showDay(refusal.until)}`,
      }
    case 'promised':
      return { field: 'amount', words: promisedBeyond(refusal.atMostCents) }
    case 'too-much':
      return { field: 'amount', words: tooMuch(refusal.atMostCents, direction) }
    default:
      return answerNotDone(refusal, WHY_NOT_RECORDED)
  }
}

const WHY_NOT_RECORDED = {
  'being-paid':
    'A card payment for this booking is being processed right now. Nothing was recorded: please try again in a minute.',
  'being-given-back':
    'This booking takes no more money: all that was paid is on its way back, or its departure was canceled. Nothing was recorded. Please return the money, or book a new seat.',
  'no-place':
    'This payment cannot be used: the booking has ended, or the departure is full. Nothing was recorded. Please return the money, or book a new seat.',
  'code-used-up': `${WHY_NOT['code-used-up']} Nothing was recorded.`,
  'has-begun':
    'The journey has begun, and this booking has no seat on it: no one can be added now. Nothing was recorded. Please return the money.',
}

/** Why so much cannot go back and be owed again; also of a refund. */
export const promisedBeyond = (atMost: Cents): string =>
  `At most ${showCents(atMost)} can go back with the price unchanged: the rest is promised to travelers who canceled. To pay that back, lower the price by it.`

function tooMuch(atMost: Cents, direction: 'in' | 'out'): string {
  if (direction === 'in') {
    return atMost > 0
      ? `At most ${showCents(atMost)} is left to pay`
      : 'Nothing is left to pay: someone may have recorded it already'
  }
  return atMost > 0
    ? `At most ${showCents(atMost)} is paid and not on its way back already`
    : 'Nothing is left that could be paid back: all of it went back, or is on its way'
}

type Words = { field: 'departure' | 'travelers' | 'heldUntil' | 'price'; words: string }

/** Why no seats are held for a guest, and the field that it is about. */
export function whyNotSold(refusal: Exclude<Extract<Sold, { refused: string }>, { quote: unknown }>): Words {
  switch (refusal.refused) {
    case 'sold-out':
      return { field: 'departure', words: SOLD_OUT }
    case 'closed':
      return { field: 'departure', words: SALES_CLOSED }
    case 'not-yet':
      return { field: 'departure', words: NOT_YET }
    case 'not-chargeable':
      return { field: 'price', words: 'No card can pay this amount' }
    case 'too-few-seats':
      return {
        field: 'travelers',
        words: `Only ${refusal.seatsLeft} ${refusal.seatsLeft === 1 ? 'seat is' : 'seats are'} left on this departure`,
      }
    case 'wrong-day':
      return {
        field: 'heldUntil',
        words: `Please choose a day from today to ${showDay(refusal.until)}: ${HOLD_DAYS_AT_MOST} days at most, while the departure is on sale`,
      }
    case 'wrong-price':
      return {
        field: 'price',
        words: `The price must be at least the deposit of ${showCents(refusal.atLeastCents)}, and a card must be able to pay what is left after it`,
      }
  }
}

const PAY_BACK = 'To give something back, use “Refund to card” and choose to lower the price.'

export const WHY_NOT_REPRICED = {
  ...WHY_NOT,
  'has-begun': ROOMS_STAY,
  'written-off': 'The balance of this booking was written off. Its price can no longer change.',
  'no-such-traveler': 'This traveler is no longer on the booking.',
  'nothing-open': `Everything is paid, so there is nothing to take off. ${PAY_BACK}`,
  'beyond-price': 'A discount can be at most the price itself.',
  'too-little': 'This would change the price by nothing, or by less than a card can pay.',
  undone: 'This change was undone already.',
  'room-changed': 'The room was changed again since. Please change the room itself instead.',
}

/** One answer for a change and for its undoing. */
export function answerRepriced(outcome: Repriced, title: string): MoneyAnswer<PriceQuote> {
  if (!('changed' in outcome)) return answerNotDone(outcome, WHY_NOT_REPRICED)
  return done(
    title,
    outcome.changed.changeCents === 0
      ? `The room is back. The price stays, because it is paid. ${PAY_BACK}`
      : 'The payment plan has the new amounts, and we’ll email the lead traveler.',
  )
}
