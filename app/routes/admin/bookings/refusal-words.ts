import { SOLD_OUT } from '#app/tours/departure'
import type { PairRefusal, PartRefusal } from '#app/travelers/pair-travelers.server'

// What staff read where a booking, its party or its rooms stay as they are. A command that is refused for
// reasons of its own has their words in its entry (commands/).

/** Why a command did nothing, in words that hold for any of them. */
export const WHY_NOT = {
  'not-found': 'This booking no longer exists. Please go back to the list.',
  inactive:
    'This booking is not active: nothing is paid yet, it has ended, its departure was canceled, or all of its money is on its way back. Nothing was changed.',
  'being-paid':
    'A payment for this booking is being processed. Nothing was changed: please try again in a minute, or, if it comes from a bank account, once it is there.',
  'being-refunded':
    'A refund of this booking is on its way. Please wait until it is made, or settle it first.',
  disputed: 'A payment of this booking is disputed. Please wait until the dispute is decided.',
  'code-used-up':
    'Others have used up its discount code. Allow more bookings with the code first, or have the traveler book again.',
}

const ROOMS_STAY = 'The journey of this booking has begun. Its rooms can no longer change here.'

export const WHY_NOT_ROOMED = {
  ...WHY_NOT,
  'written-off': 'The balance of this booking was written off. Its rooms can no longer change.',
  'has-begun': ROOMS_STAY,
  'no-such-traveler': 'This traveler is no longer on the booking.',
}

export const WHY_NOT_MOVED = {
  ...WHY_NOT,
  'written-off': 'The balance of this booking was written off. It can no longer be moved.',
  'has-begun': 'The journey of this booking has begun. It can no longer be moved.',
  'no-departure': 'Nothing can be moved to this departure: it is a draft, has begun, or no longer exists.',
  'sold-out': `${SOLD_OUT}, or has fewer seats left than this booking needs.`,
  'not-chargeable': 'What would be left to pay cannot be charged to a card. Please change the price first.',
}

export const PAY_BACK = 'To give something back, use “Refund” and choose to lower the price.'

export const WHY_NOT_REPRICED = {
  'has-begun': ROOMS_STAY,
  'written-off': 'The balance of this booking was written off. Its price can no longer change.',
  'no-such-traveler': 'This traveler is no longer on the booking.',
  'nothing-open': `Everything is paid, so there is nothing to take off. ${PAY_BACK}`,
  'beyond-price': 'A discount can be at most the price itself.',
  'too-little': 'This would change the price by nothing, or by less than a card can pay.',
  undone: 'This change was undone already.',
  'of-bank': 'This comes and goes with a payment from a bank account, so it can’t be undone here.',
  'of-leader':
    'A leader’s free place comes and goes with those who paid in full. Change what is agreed on the leader’s page.',
  'room-changed': 'The room was changed again since. Please change the room itself instead.',
}

export const WHY_NOT_LED = {
  ...WHY_NOT,
  held: 'The guest is still checking out and can change this there. Nothing was changed.',
}

export const WHY_NOT_RENAMED = {
  gone: 'This traveler is no longer on the booking.',
  nameless: 'The lead traveler needs a name.',
}

export const WHY_NOT_PAIRED: Record<PairRefusal | PartRefusal, string> = {
  'not-found': 'One of them is no longer traveling. Nothing was changed.',
  'same-room': 'They share this room already. Nothing was changed.',
  'other-departure': 'They travel on different departures. Nothing was changed.',
  'not-double': 'One of them has booked a single room. Nothing was changed.',
  'no-free-bed': 'One of them already shares a room. Nothing was changed.',
  'alone-already': 'They are alone in their room already. Nothing was changed.',
}
