import { z } from 'zod'
import { dollarAmount, formKey, moneyNote, quotedAmount } from '#app/payments/dollar-amount'

/** Cancelling: what was shown before confirming comes along. */
export const CancelForm = z.object({
  note: moneyNote,
  quotedCents: quotedAmount,
  quotedKeptCents: quotedAmount,
  formKey,
})

/** A refund to cards: all of what was shown as refundable, or a part of it. */
export const RefundForm = z
  .object({
    scope: z.enum(['whole', 'part'], 'Please choose how much goes back'),
    amount: dollarAmount.optional(),
    reason: z.enum(['goodwill', 'owed-again'], 'Please choose what it means for the price'),
    note: moneyNote,
    wholeCents: quotedAmount,
    formKey,
  })
  .superRefine(({ scope, amount }, context) => {
    if (scope === 'part' && amount === undefined) {
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Please enter an amount' })
    }
  })

/** Money that came or went by hand; where it went, the price is lowered by it or it is owed again. */
export const HandPaymentForm = z.object({
  direction: z.enum(['in', 'out-goodwill', 'out-owed-again'], 'Please choose which way the money went'),
  amount: dollarAmount,
  method: z.enum(['cheque', 'wire', 'other'], 'Please choose how it was paid'),
  note: moneyNote,
  formKey,
})
