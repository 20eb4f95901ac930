import { type Booking, findBooking } from '#app/bookings/find-booking.server'
import { StripeNotConfigured, StripeUnavailable } from '#app/money/stripe/client.server'

/** The booking that an address names; throws 404 where there is none. */
export function namedBooking({ reference = '' }: { reference?: string }): Booking {
  const booking = findBooking(reference)
  if (!booking) throw new Response('Booking not found', { status: 404 })
  return booking
}

const STRIPE_IS_DOWN =
  'Stripe cannot be reached, so an open card payment could not be stopped. Nothing was changed: please try again in a minute.'

/**
 * The words for staff where Stripe, not answering or not set up, kept a command from stopping an open
 * payment. Any other error is thrown on.
 */
export function notStoppedWords(error: unknown): string {
  if (error instanceof StripeUnavailable) return STRIPE_IS_DOWN
  if (error instanceof StripeNotConfigured) {
    return 'Card payments are not set up here, so an open card payment could not be stopped. Nothing was changed.'
  }
  throw error
}

export const NOT_STANDING =
  'This booking is not active: nothing is paid yet, it has ended, its departure was canceled, or all of its money is on its way back. Nothing was changed.'
export const DISPUTED = 'A payment of this booking is disputed. Please wait until the dispute is decided.'
export const BEING_REFUNDED =
  'A refund of this booking is on its way. Please wait until it is made, or settle it first.'
export const ROOMS_STAY = 'The journey of this booking has begun. Its rooms can no longer change here.'
export const CODE_USED_UP =
  'Its discount code is used up by others. Allow more bookings with the code first, or have the traveler book again.'
export const NOT_FOUND = 'This booking no longer exists. Please go back to the list.'
export const BEING_PAID =
  'A card payment for this booking is being processed right now. Nothing was changed: please try again in a minute.'
