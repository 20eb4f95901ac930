import { z } from 'zod'
import { TRAVELER, type TravelerField, type TravelerRow } from '#app/bookings/checkout-form'
import type { Day } from '#app/platform/days'
import type { Cents } from '#app/platform/money'
import { letter } from '#app/platform/typed/clean'
import { dollarAmount } from '#app/platform/typed/dollars'
import { ofEach } from '#app/platform/typed/fields'
import { formOf } from '#app/platform/typed/form-schema'
import { formKey, openedVersion, optionalText } from '#app/platform/typed/text'
import { PARTY_AT_MOST } from '#db/values'
import { PRICE_REASON_AT_MOST, postedNumber, typedDay } from './money-forms'

type Row = TravelerRow
type Guest<Asked> = Asked extends { part: 'person' }
  ? Asked
  : Asked extends { part: 'address' }
    ? Asked & { schema: ReturnType<typeof maybe> }
    : Omit<Asked, 'missing'>

/** An address that was not told is an empty text. */
const maybe = ({ label, atMost = 0 }: Row) => optionalText({ label, atMost }).transform((text) => text ?? '')

/**
 * As staff take a guest down: on the phone no one spells an address, so all but the person may be left
 * empty.
 */
export const GUEST_FIELDS = ofEach(TRAVELER, (name): Row => {
  const field: Row = TRAVELER[name]
  if (field.part === 'person') return field
  return { ...field, missing: undefined, ...(field.part === 'address' && { schema: maybe(field) }) }
})

/** The same as it is sent. One cast: for what the table above says of each part. */
const GuestForm = formOf(GUEST_FIELDS as { [Name in TravelerField]: Guest<(typeof TRAVELER)[Name]> })

/** Who leads a booking, and how we reach them. */
export const LeadForm = GuestForm.extend({
  travelerId: postedNumber(),
  version: openedVersion(),
  formKey,
  /** Who led until now leaves next. */
  leaves: z
    .literal('yes')
    .optional()
    .transform((word) => word === 'yes'),
})

const HOW_MANY = `Please choose how many travelers, from 1 to ${PARTY_AT_MOST}`
const HOW_MANY_SINGLES = 'Please choose how many of them want a single room'

/** What staff take down to book for a guest. */
export const SellForm = GuestForm.extend({
  departure: postedNumber('Please choose a departure'),
  roomType: z.enum(['double', 'single'], 'Please choose a room'),
  travelers: postedNumber(HOW_MANY).refine((travelers) => travelers >= 1 && travelers <= PARTY_AT_MOST, {
    error: HOW_MANY,
  }),
  singles: postedNumber(HOW_MANY_SINGLES)
    .refine((singles) => singles < PARTY_AT_MOST, { error: HOW_MANY_SINGLES })
    .optional(),
  paymentType: z.enum(['deposit', 'full'], 'Please choose deposit or full payment'),
  heldUntil: typedDay(),
  price: dollarAmount.optional(),
  words: optionalText({
    label: 'The reason',
    atMost: PRICE_REASON_AT_MOST,
    words: `The reason must be at most ${PRICE_REASON_AT_MOST} characters`,
    clean: letter,
  }),
  /** What was shown before; empty before anything was. */
  quoted: z.string().max(1_000).optional().default(''),
  formKey,
}).superRefine(({ roomType, travelers, singles = 0, price, words }, context) => {
  if (roomType === 'double' && singles > 0 && singles >= travelers)
    context.addIssue({ code: 'custom', path: ['singles'], message: 'For all of them, choose a single room' })
  if (price !== undefined && !words)
    context.addIssue({ code: 'custom', path: ['words'], message: 'Please say why, as the guest reads it' })
})

/**
 * What seats come to before they are held for a guest: the
 * price, what is paid first, and what follows. Cents.
 */
export type SellQuote = {
  totalCents: Cents
  /** As '2 × $4,500 − $900 “Choir”'; null where there is nothing to explain. */
  sum: string | null
  nowName: string
  nowCents: Cents
  installments: { name: string; owedCents: Cents; dueOn: Day }[]
}
