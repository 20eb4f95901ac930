import type { PriceQuote } from '#app/money/party/quotes'
import type { Repriced } from '#app/money/price-changes.server'
import { type MoneyAnswer, nothingChanged, refusedAnswer } from './money-command.server'
import { BEING_REFUNDED, DISPUTED, NOT_STANDING, ROOMS_STAY } from './named-booking.server'

const PAY_BACK = 'To give something back, use “Refund to card” and choose that the price is lowered.'

export const WHY_NOT_REPRICED = {
  'not-standing': NOT_STANDING,
  'has-begun': ROOMS_STAY,
  disputed: DISPUTED,
  'being-refunded': BEING_REFUNDED,
  'written-off': 'What was left to pay of this booking was written off. Its price can no longer change.',
  nobody: 'This traveler is no longer on the booking.',
  'nothing-open': `Everything is paid, so there is nothing to take off. ${PAY_BACK}`,
  'beyond-price': 'A discount can be at most the price itself.',
  'too-little': 'This would change the price by nothing, or by less than a card can pay.',
  undone: 'This change was undone already.',
  'room-changed': 'The room was changed again since. Please change the room itself instead.',
}

/** One answer for a change and for its undoing. */
export function answerRepriced(outcome: Repriced, title: string): MoneyAnswer<PriceQuote> {
  if ('known' in outcome) return nothingChanged('This form was sent before.')
  if ('changed' in outcome) {
    return {
      toast: {
        tone: 'success',
        title,
        description:
          outcome.changed.changeCents === 0
            ? `The room is back. The price stays, because it is paid. ${PAY_BACK}`
            : 'The payment plan has the new amounts, and the lead traveler gets a letter.',
      },
    }
  }
  return refusedAnswer(outcome, WHY_NOT_REPRICED)
}
