import { z } from 'zod'
import { oneLine } from '#app/platform/typed/clean'
import { dollars } from '#app/platform/typed/dollars'
import { optionalDay } from '#app/platform/typed/form-schema'
import { typedText } from '#app/platform/typed/text'

const COST_WORDS_AT_MOST = 120

const amount = dollars({
  missing: 'Please enter what it will cost',
  wrong: 'Please enter an amount in dollars, such as 1200 or 0',
})

/** What a departure costs; paid is both an amount and a day, or neither yet. */
export const CostForm = z
  .object({
    words: typedText({
      label: 'What it is for',
      atMost: COST_WORDS_AT_MOST,
      missing: 'Please say what it is for',
      clean: oneLine,
    }),
    planned: amount,
    paid: amount.optional(),
    paidOn: optionalDay(),
  })
  .refine(({ paid, paidOn }) => (paid === undefined) === (paidOn === undefined || paidOn === null), {
    error: 'Please enter both what was paid and on which day, or neither',
    path: ['paidOn'],
  })
