import { z } from 'zod'
import { isMonth } from '#app/days'

const MOST_DOLLARS = 10_000_000
const AMOUNT = 'Enter an amount in dollars, as 1200 or 1200.50'

/** What was spent on finding travelers in a month: '2025-06', and dollars as people write them. */
export const SpendForm = z.object({
  month: z.string({ error: 'Choose a month' }).refine(isMonth, { error: 'Choose a month' }),
  amount: z
    .string({ error: AMOUNT })
    .trim()
    .regex(/^\$?\s*\d{1,3}(,?\d{3})*(\.\d{1,2})?$/, { error: AMOUNT })
    .transform((text) => Number(text.replace(/[$,\s]/g, '')))
    .pipe(z.number({ error: AMOUNT }).max(MOST_DOLLARS, { error: 'Enter at most $10,000,000' })),
})
