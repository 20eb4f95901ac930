import { z } from 'zod'
import { type Cents, CHARGEABLE, centsOf, showCents } from '#app/platform/money'

const DOLLARS = /^\$?\s*(\d{1,3}(,\d{3})+|\d{1,9})(\.\d{1,2})?$/

/** Dollars as people type them ('4500', '4,500', '$4,500.50') in cents; null where it is no such amount. */
export function readDollars(text: string): Cents | null {
  const typed = text.trim()
  return typed.length <= LONGEST && DOLLARS.test(typed) ? centsOf(Number(typed.replace(/[$,\s]/g, ''))) : null
}

/** Far above any limit of ours, and still exact as a number of cents. */
const LONGEST = 16

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
  wrong: 'Please enter an amount in dollars, such as 500 or 1,250.50',
})
  .refine((amount) => amount > 0, 'The amount must be more than zero')
  .refine(
    (amount) => amount <= CHARGEABLE.atMost,
    `The amount can be at most ${showCents(CHARGEABLE.atMost)}`,
  )
