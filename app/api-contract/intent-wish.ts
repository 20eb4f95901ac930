import { z } from 'zod'
import { isBlankTraveler, TravelerForm } from '#app/bookings/traveler-form'
import { readDay } from '#app/days'
import { PARTY_AT_MOST } from '#app/tour/party-size'

export const roomType = z
  .unknown()
  .optional()
  .describe('"double" or "single"; anything else is a double room')

export const departure = z
  .string()
  .refine((text) => readDay(text) !== null, {
    error: 'Please name a departure by its first day, such as 2025-10-16',
  })
  .optional()
  .describe('The first day of a departure; the next one on sale where it is left out')

export const numberOfGuests = z
  .int({ error: 'The number of travelers is not a whole number' })
  .min(1, { error: 'A booking is for one traveler at least' })
  .max(PARTY_AT_MOST, { error: `A booking is for ${PARTY_AT_MOST} travelers at most` })
  .optional()
  .describe('How many travel; one where it is left out. The amount is for all of them')

/** All but the traveler of create-payment-intent, who is checked apart: nobody at all is allowed, too. */
export const IntentWish = z.strictObject({
  roomType,
  departure,
  paymentType: z.enum(['deposit', 'full'], { error: 'Please choose deposit or full payment' }),
  amount: z.number({ error: 'The amount is not a number of dollars' }).describe('US dollars, due now'),
  numberOfGuests,
  checkoutKey: z
    .string()
    .min(8)
    .max(64)
    .optional()
    .describe('One opened page: sent again, it is one booking'),
  shown: z
    .string()
    .max(200)
    .optional()
    .describe('The price and plan that a page showed: with other ones nothing is begun'),
})

export const TravelerCall = TravelerForm.strict()

/** A blank one is none. */
export const customerInfo = z
  .preprocess((sent) => (isBlankTraveler(sent) ? undefined : sent), TravelerCall.optional())
  .optional()
  .describe('Who travels. Left out or blank, no seat is held: the intent only shows the card form')
