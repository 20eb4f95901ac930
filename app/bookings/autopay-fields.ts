import { z } from 'zod'
import { emailAddress } from '#app/platform/typed/text'

/** What is sent with a payment whose card is charged again by itself: its tick, and who pays. */
export const AUTOPAY_FIELDS = {
  autopay: z
    .string()
    .max(200)
    .optional()
    .describe('The installments that a page showed beside its tick, and that the card is charged for'),
  payerEmail: emailAddress({
    missing: 'Please fill in the email of the person paying',
    invalid: 'Please enter a valid email address for the person paying',
  })
    .optional()
    .describe('Of the person paying, where that is not the traveler'),
}

type Sent = { autopay?: string | undefined; payerEmail?: string | undefined }

/** What a guest who ticked it agreed to; undefined where they did not. */
export const autopayOf = ({ autopay, payerEmail }: Sent) =>
  autopay ? { plan: autopay, payerEmail } : undefined
