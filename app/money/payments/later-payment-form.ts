import { z } from 'zod'
import { cents } from '#app/platform/money'

const shownCents = z.coerce
  .number({ error: 'The amount that the page showed is missing' })
  .int()
  .min(0)
  .max(100_000_000)
  .describe('US cents, as the page showed it')

/** What the payment page sends: the choice, and the amounts that it showed beside it. */
export const LaterPaymentFields = z.object({
  pays: z.enum(['next', 'balance'], { error: 'Please choose what you would like to pay.' }),
  nextCents: shownCents,
  remainingCents: shownCents,
})

/** The amount that was chosen, and all that was shown as left to pay: cents. */
export const chosenAmount = ({ pays, nextCents, remainingCents }: z.output<typeof LaterPaymentFields>) => ({
  pays,
  amountCents: cents(pays === 'next' ? nextCents : remainingCents),
  remainingCents: cents(remainingCents),
})

export const LaterPaymentForm = LaterPaymentFields.transform(chosenAmount)

export const LATER_PAYMENT_FIELDS = ['pays', 'nextCents', 'remainingCents'] as const
