import { HOLD_DAYS_AT_MOST } from '#app/bookings/hold'
import type { Sold } from '#app/money/sell-by-hand.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { NOT_YET, SALES_CLOSED, SOLD_OUT } from '#app/tours/departure'

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
        words: `The price is at least the deposit of ${showCents(refusal.atLeastCents)}, and a card must be able to pay what is left after it`,
      }
  }
}
