import { z } from 'zod'
import { TravelerForm } from './traveler-form'

/** The checkout form as it is posted: who travels, how much now, and which opened page it comes from. */
export const CheckoutForm = TravelerForm.extend({
  paymentType: z.enum(['deposit', 'full'], { error: 'Please choose deposit or full payment' }),
  checkoutKey: z.string().max(64).optional(),
  /** The first day of the departure that the page showed. */
  departure: z.string().max(10).optional(),
  /** The price and plan beside the button. */
  shown: z.string().max(200).optional(),
})
