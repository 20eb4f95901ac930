import { z } from 'zod'
import { CHARGEABLE, cents, showCents } from '#app/platform/money'
import { bareCents, readDollars } from '#app/platform/typed/amounts'

type Words = { missing: string; wrong: string }

/** A typed amount as cents. */
export const dollars = ({ missing, wrong }: Words) =>
  z.string({ error: missing }).transform((text, context) => {
    const amount = readDollars(text)
    if (amount !== null) return amount
    context.addIssue({ code: 'custom', message: wrong })
    return z.NEVER
  })

/** A typed amount of money that moves: more than zero, and no more than a card can pay. Cents. */
export const dollarAmount = dollars({
  missing: 'Please enter an amount',
  wrong: `Please enter an amount in dollars, such as 500 or ${bareCents(cents(125_050))}`,
})
  .refine((amount) => amount > 0, 'The amount must be more than zero')
  .refine(
    (amount) => amount <= CHARGEABLE.atMost,
    `The amount can be at most ${showCents(CHARGEABLE.atMost)}`,
  )
