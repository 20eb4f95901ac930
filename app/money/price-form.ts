import { z } from 'zod'
import type { AmountOrPercent } from '#app/platform/money'
import { readAmountOrPercent, WRONG_AMOUNT_OR_PERCENT } from '#app/platform/typed/amounts'
import { letter } from '#app/platform/typed/clean'
import { typedText } from '#app/platform/typed/text'

/** How long the reason for a price change may be: it stands in a letter and beside the price. */
export const PRICE_REASON_AT_MOST = 120

/** A discount or a surcharge, of one traveler or of the whole booking. */
export type PriceWish = {
  direction: 'discount' | 'surcharge'
  amount: AmountOrPercent
  /** Null for the whole booking. */
  travelerId: number | null
  /** Why, as the guest reads it. */
  words: string
}

/** What staff type for a price change. */
export const PriceForm = z.object({
  direction: z.enum(['discount', 'surcharge'], 'Please choose a discount or a surcharge'),
  amount: z.string({ error: WRONG_AMOUNT_OR_PERCENT }).transform((text, context) => {
    const amount = readAmountOrPercent(text)
    if (amount) return amount
    context.addIssue({ code: 'custom', message: WRONG_AMOUNT_OR_PERCENT })
    return z.NEVER
  }),
  traveler: z
    .string()
    .regex(/^(all|\d{1,12})$/, 'Please choose whose price changes')
    .default('all')
    .transform((id) => (id === 'all' ? null : Number(id))),
  words: typedText({
    label: 'The reason',
    atMost: PRICE_REASON_AT_MOST,
    missing: 'Please say why, as the guest reads it',
    words: `The reason must be at most ${PRICE_REASON_AT_MOST} characters`,
    clean: letter,
  }),
})

export const wishOf = ({ traveler, ...typed }: z.output<typeof PriceForm>): PriceWish => ({
  ...typed,
  travelerId: traveler,
})

const quoted = z.string({ error: 'Please reload the page and try again' }).max(1_000)
const formKey = z.uuid('Please reload the page and try again')

/** The same, confirmed, with the quote that was shown. */
export const ConfirmPriceForm = PriceForm.extend({ quoted, formKey })

/** Another departure for a booking, with the price that staff chose and the quotes that were shown. */
export const MoveForm = z.object({
  departure: z.coerce.number('Please choose a departure').int('Please choose a departure').positive(),
  price: z.enum(['agreed', 'today'], 'Please choose a price'),
  quoted,
  formKey,
})

/** The other kind of room for a traveler, with the price that staff chose and the quotes that were shown. */
export const RoomForm = z.object({
  travelerId: z.coerce.number('Please choose a traveler').int('Please choose a traveler').positive(),
  price: MoveForm.shape.price,
  quoted,
  formKey,
})

/** Undoing one, with the quote that was shown. */
export const UndoPriceForm = z.object({ quoted, formKey })
