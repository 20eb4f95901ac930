import { CODE_REFUSED, isCodeRefused } from '#app/bookings/discount-code'
import { HOLD_MINUTES } from '#app/bookings/hold'
import { showDays } from '#app/platform/days'
import { type Cents, CHARGEABLE, cents, showCents } from '#app/platform/money'
import { CANCELED, type Dates, NOT_YET, SALES_CLOSED, SOLD_OUT, salesClosed } from '#app/tours/departure'
import type { PaysFrom } from '#db/values'
import { noBankWords, tooMuchWords } from './bank-words'
import type { NotBegun } from './begin-payment.server'
import type { LaterPaymentRefused } from './later-payment.server'

/**
 * What a traveler reads when no payment can begin, on the screens and in the calls; `next` is the departure
 * on sale.
 */
export function refusalWords(refusal: NotBegun, next: Dates | null): string {
  if (isCodeRefused(refusal.refused)) return CODE_REFUSED[refusal.refused]
  switch (refusal.refused) {
    case 'sold-out':
      return SOLD_OUT
    case 'too-few-seats':
      return `Only ${refusal.seatsLeft} ${refusal.seatsLeft === 1 ? 'seat is' : 'seats are'} left on this departure, and a party travels together. Your card was not charged. Please choose fewer travelers, or write to us.`
    case 'closed':
      return salesClosed(next)
    case 'canceled':
      return `${CANCELED} Your card was not charged.${next ? ` The next one, ${showDays(next.startsOn, next.endsOn)}, is on sale.` : ''}`
    case 'closed-to-more':
      return `${SALES_CLOSED}, so no seat or room can be added. You can still pay for the seats you are holding until their ${HOLD_MINUTES} minutes are up. Your card was not charged.`
    case 'not-yet':
      return NOT_YET
    case 'terms-changed':
      return 'The price, the due dates or the terms of this departure have changed since this page was opened. Your card was not charged. Please look again.'
    case 'pages-changed':
      return 'We changed our terms or our privacy page after you opened this page. Your card was not charged. Please read them as they are now; if you agree, continue to payment.'
    case 'too-many-holds':
      return `You already have seats waiting for payment. Please finish one of those payments, or try again when its ${HOLD_MINUTES} minutes are over.`
    case 'no-autopay':
      return NO_AUTOPAY
    case 'already-booked':
    case 'already-paid':
      return 'This seat is already booked and paid. To book another, please enter the name of the other traveler.'
    case 'processing':
      return 'Your payment is being processed. Please wait a moment: you will get a confirmation by email.'
    case 'hold-ended':
      return `The ${HOLD_MINUTES} minutes for this seat are over. Please reload the page to hold a seat again. Your card was not charged.`
    case 'inactive':
      return 'This booking is no longer active, so nothing can be paid for it. Please contact us.'
    case 'declined-too-often':
      return 'The card was declined too many times and we released the seat. Your card was not charged. Please reload the page to try another card, or contact us.'
    case 'not-chargeable':
      return NOT_CHARGEABLE.card
  }
}

/** That nothing was paid, by what the guest chose to pay with. */
export const NOT_CHARGED: Record<PaysFrom, string> = {
  card: 'Your card was not charged.',
  'bank-account': 'Nothing was taken from your account.',
}

/** The same of what has arrived already. */
const NOT_AGAIN: Record<PaysFrom, string> = {
  card: 'Your card was not charged a second time.',
  'bank-account': 'Nothing was taken from your account a second time.',
}

/** Said where automatic payment was ticked on a page from before it was switched off. */
const NO_AUTOPAY = `We don’t offer automatic payment at the moment. ${NOT_CHARGED.card} Please reload the page and look again.`

/** Said of an amount that Stripe does not charge. */
const NOT_CHARGEABLE: Record<PaysFrom, string> = {
  card: 'This amount cannot be paid by card. Please contact us.',
  'bank-account': 'This amount cannot be paid from a bank account. Please contact us.',
}

/** Said wherever payments are asked for and not configured (rules 2.13). */
export const NOT_CONFIGURED = 'Stripe payment system is not configured. Please contact support.'

/** Said where Stripe is not asked, because the guests' share of calls is used up. */
export const askAgainWords = (paysFrom: PaysFrom): string =>
  `The site is very busy right now. Please try again in a few seconds. ${NOT_CHARGED[paysFrom]}`

/** Said where Stripe does not answer. */
export const SETUP_FAILED = 'Failed to initialize payment. Please try again.'

/** What follows it where no other way to pay stands beside it. */
export const afterSetupFailed = (paysFrom: PaysFrom): string =>
  `${NOT_CHARGED[paysFrom]} If it fails again, wait a few minutes or contact us: we can take your payment another way.`

/** What can be paid at once of what is left: all, or so much that a card can pay the rest. */
export function partWords(remainingCents: Cents): string {
  const { atLeast } = CHARGEABLE
  const most = cents(remainingCents - atLeast)
  return most < atLeast
    ? `Please enter ${showCents(remainingCents)}`
    : `Please enter an amount from ${showCents(atLeast)} to ${showCents(most)}, or ${showCents(remainingCents)} for all of it`
}

/**
 * What a traveler reads when what is due cannot be paid now, by what they chose to pay with; nothing was
 * taken in any of these cases.
 */
export function laterRefusalWords(refusal: LaterPaymentRefused, paysFrom: PaysFrom): string {
  const notCharged = NOT_CHARGED[paysFrom]
  switch (refusal.refused) {
    case 'wrong-part':
      return `${partWords(refusal.remainingCents)}. ${notCharged}`
    case 'no-bank':
      return noBankWords(refusal.why)
    case 'beyond-bank':
      return tooMuchWords(refusal.atMostCents)
    case 'not-found':
      return 'We don’t recognize this payment link. Please open it again from our latest email.'
    case 'nothing-due':
      return `Nothing is due for this booking anymore. ${notCharged}`
    case 'amount-changed':
      return `What is due has changed since this page was opened. ${notCharged} Please look at the amounts again.`
    case 'no-autopay':
      return NO_AUTOPAY
    case 'already-paid':
      return `This payment has already arrived. ${NOT_AGAIN[paysFrom]}`
    case 'processing':
      return 'A payment for this booking is being processed. Please do not pay again: you will get a receipt by email.'
    case 'not-chargeable':
      return NOT_CHARGEABLE[paysFrom]
    case 'inactive':
    case 'hold-ended':
    case 'declined-too-often':
      return 'This booking is no longer active, so nothing can be paid for it. Please contact us.'
  }
}
