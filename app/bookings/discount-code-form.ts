import { z } from 'zod'
import { readDay } from '#app/platform/days'
import { showAmountOrPercent } from '#app/platform/money'
import { readAmountOrPercent, WRONG_AMOUNT_OR_PERCENT } from '#app/platform/typed/amounts'
import { fields } from '#app/platform/typed/fields'
import { type RowWords, rowFormOf } from '#app/platform/typed/form-schema'
import { CODE_TYPED_AT_MOST, comparableCode, isCode, WRONG_CODE } from './discount-code'

/** The words stand in letters, and beside the price. */
const WORDS_AT_MOST = 60
const USES_AT_MOST = 999

const wrongCount = `Please enter a whole number from 1 to ${USES_AT_MOST}, or clear it`

const uses = (label: string, hint: string) => ({
  ...{ label, hint, kind: 'count' as const },
  schema: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: wrongCount })
    .optional()
    .transform((typed) => (typed === undefined ? null : Number(typed))),
})

/** A code as staff choose it, in the spelling in which it is compared. */
export const codeSchema = z
  .string({ error: WRONG_CODE })
  .transform(comparableCode)
  .refine(isCode, { error: WRONG_CODE })

/** What staff write of a discount code; the departures it holds for are ticked beside it. */
export const DISCOUNT_CODE = fields()({
  code: {
    label: 'Code',
    missing: WRONG_CODE,
    atMost: CODE_TYPED_AT_MOST,
    hint: 'Guests may type it in lowercase or with spaces.',
    schema: codeSchema,
  },
  off: {
    label: 'Discount for each traveler',
    missing: WRONG_AMOUNT_OR_PERCENT,
    hint: 'Dollars or a percentage, such as 250 or 10%. Never below the deposit.',
    schema: z.string({ error: WRONG_AMOUNT_OR_PERCENT }).transform((text, context) => {
      const off = readAmountOrPercent(text)
      if (off) return showAmountOrPercent(off)
      context.addIssue({ code: 'custom', message: WRONG_AMOUNT_OR_PERCENT })
      return z.NEVER
    }),
  },
  words: {
    label: 'What it is for',
    missing: 'Please say whose discount it is, as the guest reads it',
    atMost: WORDS_AT_MOST,
    hint: 'The guest reads it beside the price, such as “Choir of Austin”.',
    wide: true,
  },
  endsOn: {
    label: 'Last day',
    kind: 'day',
    hint: 'Leave empty to keep it until you end it.',
    schema: z
      .string()
      .refine(readDay, { error: 'Please enter a day such as 2025-10-16' })
      .optional()
      .transform((day) => day ?? null),
  },
  usesAtMost: uses('Bookings in all', 'How many may use it at a time. Leave empty for no limit.'),
  usesEachAtMost: {
    ...uses('Bookings per person', 'Counted by email address. Leave empty for no limit.'),
    usual: '1',
  },
})

export const DiscountCodeForm = rowFormOf(DISCOUNT_CODE)

/** A code as staff wrote it; no departures are all of them. */
export type DiscountCodeWords = RowWords<typeof DiscountCodeForm> & { departureIds: number[] }
