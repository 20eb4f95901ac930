import { z } from 'zod'
import { type Field, fields } from '#app/platform/typed/fields'
import { PARTY_AT_MOST } from '#db/values'
import { CODE_REFUSED, CODE_TYPED_AT_MOST } from './discount-code'

const wholeNumber = (atLeast: number, atMost: number, error: string) =>
  z.number({ error }).int({ error }).min(atLeast, { error }).max(atMost, { error }).default(atLeast)

export type OrderRow = Field & {
  /** What the JSON call names it, where that is another word. */
  inCall?: string
  /** The price is made of it: screen, letter, pages and files say it in places of their own. */
  isPriced?: true
}

/** What is bought, beside who, in the order of the screen. */
export const ORDER = fields<OrderRow>()({
  travelers: {
    label: 'Who’s coming?',
    schema: wholeNumber(1, PARTY_AT_MOST, `Please choose how many travelers, from 1 to ${PARTY_AT_MOST}`),
    inCall: 'numberOfGuests',
    isPriced: true,
  },
  /** In single rooms beside the others' doubles. */
  singles: {
    label: 'Who’d like a room of their own?',
    schema: wholeNumber(0, PARTY_AT_MOST - 1, 'Please choose how many of you want a single room'),
    isPriced: true,
  },
  /** As it was typed. */
  code: {
    label: 'Discount code',
    schema: z.string().max(CODE_TYPED_AT_MOST, { error: CODE_REFUSED['code-unknown'] }).optional(),
    isPriced: true,
  },
  paymentType: {
    label: 'How would you like to pay?',
    schema: z.enum(['deposit', 'full'], { error: 'Please choose deposit or full payment' }),
    isPriced: true,
  },
})
