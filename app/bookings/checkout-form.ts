import { z } from 'zod'
import { PARTY_AT_MOST } from '#app/tour/party-size'
import { TravelerForm } from './traveler-form'

const HOW_MANY = `Please choose how many travel, from 1 to ${PARTY_AT_MOST}`

/** The checkout form as it is posted: who travels, how much now, and which opened page it comes from. */
export const CheckoutForm = TravelerForm.extend({
  paymentType: z.enum(['deposit', 'full'], { error: 'Please choose deposit or full payment' }),
  travelers: z
    .number({ error: HOW_MANY })
    .int({ error: HOW_MANY })
    .min(1, { error: HOW_MANY })
    .max(PARTY_AT_MOST, { error: HOW_MANY })
    .default(1),
  checkoutKey: z.string().max(64).optional(),
  /** The first day of the departure that the page showed. */
  departure: z.string().max(10).optional(),
  /** The price and plan beside the button. */
  shown: z.string().max(200).optional(),
})
