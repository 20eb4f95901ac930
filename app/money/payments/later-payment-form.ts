import { z } from 'zod'
import { type Cents, cents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'

const shownCents = z.coerce
  .number({ error: 'The amount that the page showed is missing' })
  .int()
  .min(0)
  .max(100_000_000)
  .describe('US cents, as the page showed it')

/** What the payment page sends: the choice, and the amounts that it showed beside it. */
export const LaterPaymentFields = z.object({
  pays: z.enum(['next', 'balance', 'part'], { error: 'Please choose what you would like to pay.' }),
  partAmount: z.string().max(20).optional().describe('Dollars as typed, where a part of it is paid'),
  nextCents: shownCents,
  remainingCents: shownCents,
})

/**
 * The amount that was chosen, zero for a part that is no amount, and all that was shown as left to pay:
 * cents.
 */
export function chosenAmount(chosen: z.output<typeof LaterPaymentFields>) {
  const { pays, partAmount = '', nextCents, remainingCents } = chosen
  const amounts: Record<typeof pays, Cents> = {
    next: cents(nextCents),
    balance: cents(remainingCents),
    part: readDollars(partAmount) ?? cents(0),
  }
  return { pays, amountCents: amounts[pays], remainingCents: cents(remainingCents) }
}

export const LaterPaymentForm = LaterPaymentFields.transform(chosenAmount)

export const LATER_PAYMENT_FIELDS = ['pays', 'partAmount', 'nextCents', 'remainingCents'] as const
