import { z } from 'zod'
import { CHARGEABLE, cents, centsOf, showCents } from '#app/money'

const WRONG = 'Please enter an amount in dollars, such as 500 or 1,250.50'
const DOLLARS = /^\$?\s*(\d{1,3}(,\d{3})+|\d{1,7})(\.\d{1,2})?$/

/** A typed amount of dollars, "$1,250.50", as cents; nothing is 'Please enter an amount'. */
export const dollarAmount = z
  .string({ error: 'Please enter an amount' })
  .trim()
  .regex(DOLLARS, WRONG)
  .transform((text) => centsOf(Number(text.replace(/[$,\s]/g, ''))))
  .refine((amount) => amount > 0, 'The amount must be more than zero')
  .refine(
    (amount) => amount <= CHARGEABLE.atMost,
    `The amount can be at most ${showCents(CHARGEABLE.atMost)}`,
  )

/** What staff write down beside a movement of money. */
export const moneyNote = z
  .string()
  .trim()
  .max(500, 'The note must be at most 500 characters')
  .optional()
  .transform((note) => note ?? '')

/** Made anew with each opened form: a second press of its button does nothing. */
export const formKey = z.uuid('Please reload the page and try again')

/** An amount that the page itself posts. */
export const quotedAmount = z
  .string({ error: 'Please reload the page and try again' })
  .regex(/^\d{1,12}$/, 'Please reload the page and try again')
  .transform((text) => cents(Number(text)))
