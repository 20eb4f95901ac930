import { z } from 'zod'
import { isMonth } from '#app/platform/days'
import { centsOf, showCents } from '#app/platform/money'
import { dollars } from '#app/platform/typed/dollars'

const AT_MOST = centsOf(10_000_000)
const AMOUNT = 'Enter an amount in dollars, as 1200 or 1200.50'

/** What was spent on finding travelers in a month: '2025-06', and cents. */
export const SpendForm = z.object({
  month: z.string({ error: 'Choose a month' }).refine(isMonth, { error: 'Choose a month' }),
  amount: dollars({ missing: AMOUNT, wrong: AMOUNT }).refine((amount) => amount <= AT_MOST, {
    error: `Enter at most ${showCents(AT_MOST)}`,
  }),
})
