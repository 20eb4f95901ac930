import { z } from 'zod'
import { INSTALLMENTS } from '#app/tours/promises'
import { INSTALLMENTS_AT_MOST } from '#db/values'

const REFERENCE = 'Please enter a booking reference'
const REFERENCE_AT_MOST = 40
const NUMBER = `Installment number must be 1 or ${INSTALLMENTS}`
const CONFIRMED = 'Confirmed must be true or false'
/** Default days until due (rules 3.9). */
const USUAL_DAYS_UNTIL_DUE = 7
export const DAYS_UNTIL_DUE_AT_MOST = 365

type ToRemind = { reference: string; installmentNumber: number; daysUntilDue: number }

/**
 * Where the form stands with an installment filled in, the days as the calendar has them. `query` is that of
 * the list.
 */
export function remindPath({ reference, installmentNumber, daysUntilDue }: ToRemind, query = ''): string {
  const words = new URLSearchParams(query)
  words.set('remind', reference)
  words.set('installment', String(installmentNumber))
  words.set('days', String(Math.min(Math.max(0, daysUntilDue), DAYS_UNTIL_DUE_AT_MOST)))
  return `/admin/installments?${words}#manual-operations`
}

const NUMBERS = Array.from({ length: INSTALLMENTS_AT_MOST }, (_, index) => String(index + 1))

/** The numbers that staff choose from; those of a spread plan where one is filled in. */
export const numbersFor = (filledIn: string): string[] =>
  Number(filledIn) > INSTALLMENTS ? NUMBERS : NUMBERS.slice(0, INSTALLMENTS)

/** What such an address fills in, as text for the fields; the form checks it. */
export const toRemind = (query: URLSearchParams) => ({
  reference: query.get('remind')?.slice(0, REFERENCE_AT_MOST) ?? '',
  installmentNumber: NUMBERS.find((number) => number === query.get('installment')) ?? '1',
  days: query.get('days')?.slice(0, 3) ?? String(USUAL_DAYS_UNTIL_DUE),
})

/** The list's own query, without what was filled in. */
export function withoutRemind(query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  for (const name of ['remind', 'installment', 'days']) kept.delete(name)
  return kept.size > 0 ? `?${kept}` : ''
}
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
  .max(REFERENCE_AT_MOST, { error: REFERENCE })

/** The installment for which a call requests a payment link (decision 009). */
export const PaymentLinkForm = z.object({
  bookingReference: reference,
  installmentNumber: wholeNumber(NUMBER, 1, INSTALLMENTS).default(1),
})

/**
 * Which reminder goes out by hand. `confirmed` says that it is meant, where it
 * contradicts the calendar or repeats itself.
 */
export const ManualReminderForm = PaymentLinkForm.extend({
  daysUntilDue: wholeNumber(DAYS, 0, DAYS_UNTIL_DUE_AT_MOST).default(USUAL_DAYS_UNTIL_DUE),
  confirmed: z.boolean({ error: CONFIRMED }).default(false),
})

const ANY_NUMBER = `Installment number must be 1 to ${INSTALLMENTS_AT_MOST}`
/** Of a plan that was spread staff choose the later ones, too. */
const anyInstallment = { installmentNumber: wholeNumber(ANY_NUMBER, 1, INSTALLMENTS_AT_MOST).default(1) }
export const StaffLinkForm = PaymentLinkForm.extend(anyInstallment)
export const StaffReminderForm = ManualReminderForm.extend({
  ...anyInstallment,
  knownMail: z.coerce.number().optional(),
})

/** What is said where a button of the Installments screen does nothing; fixed word for word (rules 11.15). */
export const NOT_DONE = {
  'payment-link': { title: 'Failed to generate payment link' },
  'send-reminder': { title: 'Failed to send reminder' },
  'move-clock': { title: 'The clock was not moved' },
  run: { title: 'Error', description: 'Failed to run automation. Check console for details' },
}
