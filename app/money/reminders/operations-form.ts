import { z } from 'zod'

const REFERENCE = 'Please enter a booking reference'
const NUMBER = 'Installment number must be 1 or 2'
const CONFIRMED = 'Confirmed must be true or false'
/** Days until due where nobody says another number (rules 3.9). */
export const USUAL_DAYS_UNTIL_DUE = 7
export const DAYS_UNTIL_DUE_AT_MOST = 365
const DAYS = `Days until due must be a whole number from 0 to ${DAYS_UNTIL_DUE_AT_MOST}`

const wholeNumber = (message: string, min: number, max: number) =>
  z.coerce
    .number({ error: message })
    .int({ error: message })
    .min(min, { error: message })
    .max(max, { error: message })

const reference = z
  .string({ error: REFERENCE })
  .trim()
  .min(1, { error: REFERENCE })
  .max(40, { error: REFERENCE })

/** Which installment a payment link is wanted for. */
export const PaymentLinkForm = z.object({
  bookingReference: reference,
  installmentNumber: wholeNumber(NUMBER, 1, 2).default(1),
})

/**
 * Which reminder goes out by hand. `confirmed` says that it is meant, where it
 * contradicts the calendar or repeats itself.
 */
export const ManualReminderForm = PaymentLinkForm.extend({
  daysUntilDue: wholeNumber(DAYS, 0, DAYS_UNTIL_DUE_AT_MOST).default(USUAL_DAYS_UNTIL_DUE),
  confirmed: z.boolean({ error: CONFIRMED }).default(false),
})
