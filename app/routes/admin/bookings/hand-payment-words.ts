import type { RecordedByHand } from '#app/money/record-by-hand.server'
import { showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { CODE_USED_UP, NOT_FOUND } from './named-booking.server'

type Refusal = Extract<RecordedByHand, { refused: string }>

/** Why nothing was entered, and the field that it is about. */
export function handPaymentRefusal(
  refusal: Refusal,
  direction: 'in' | 'out',
): { words: string; field?: 'amount' | 'receivedOn' } {
  switch (refusal.refused) {
    case 'not-found':
      return { words: NOT_FOUND }
    case 'being-paid':
      return {
        words:
          'A card payment for this booking is being processed right now. Nothing was recorded: please try again in a minute.',
      }
    case 'being-given-back':
      return {
        words:
          'This booking takes no more money: all that was paid is on its way back, or its departure was canceled. Nothing was recorded. Please return the money, or book a new seat.',
      }
    case 'no-place':
      return {
        words:
          'This payment cannot be used: the booking has ended, or the departure is full. Nothing was recorded. Please return the money, or book a new seat.',
      }
    case 'code-used-up':
      return { words: `${CODE_USED_UP} Nothing was recorded.` }
    case 'has-begun':
      return {
        words:
          'The journey has begun, and this booking has no seat on it: nobody can be added now. Nothing was recorded. Please return the money.',
      }
    case 'too-little':
      return {
        field: 'amount',
        words: `A first payment is at least the deposit of ${showCents(refusal.atLeastCents)}`,
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
  }
}

/** Why so much cannot go back and be owed again; also of a refund. */
export const promisedBeyond = (atMost: Cents): string =>
  `At most ${showCents(atMost)} can go back and still be owed: the rest of what is paid is promised to travelers who canceled. To pay that back, choose that the price is lowered.`

function tooMuch(atMost: Cents, direction: 'in' | 'out'): string {
  if (direction === 'in') {
    return atMost > 0
      ? `At most ${showCents(atMost)} is left to pay`
      : 'Nothing is left to pay: somebody may have recorded it already'
  }
  return atMost > 0
    ? `At most ${showCents(atMost)} is paid and not on its way back already`
    : 'Nothing is left that could be paid back: all of it went back, or is on its way'
}

export function handPaymentToast(
  { known }: Extract<RecordedByHand, { booking: unknown }>,
  direction: 'in' | 'out',
  amount: Cents,
): ToastMessage {
  if (known) {
    return {
      tone: 'info',
      title: 'Already recorded',
      description: 'This form was sent before. Nothing more was entered.',
    }
  }
  return {
    tone: 'success',
    title: 'Payment recorded',
    description: `${showCents(amount)} ${direction === 'in' ? 'is in the ledger' : 'was taken off the ledger'}, and the traveler gets a message.`,
  }
}
