import { z } from 'zod'
import { OFFER_IF_SEAT_KEPT } from '#app/bookings/stored-values'
import type { RefundReason } from '#app/money/books/refund-reasons'
import { type Day, readDay } from '#app/platform/days'
import { type AmountOrPercent, cents } from '#app/platform/money'
import { readAmountOrPercent, WRONG_AMOUNT_OR_PERCENT } from '#app/platform/typed/amounts'
import { letter, paragraphs } from '#app/platform/typed/clean'
import { dollarAmount } from '#app/platform/typed/dollars'
import { NAME_AT_MOST, namesOf } from '#app/platform/typed/fields'
import { checkbox, formKey, optionalPersonName, optionalText, typedText } from '#app/platform/typed/text'
import type { LEDGER_METHODS, PAYS_FROM, PRICE_CHANGES } from '#db/values'

export const MONEY_NOTE_AT_MOST = 500

/** Said where the page itself posts what is wrong. */
const RELOAD = 'Please reload the page and try again'

/** What staff write down beside a movement of money. */
const moneyNote = optionalText({
  label: 'The note',
  atMost: MONEY_NOTE_AT_MOST,
  words: `The note must be at most ${MONEY_NOTE_AT_MOST} characters`,
  clean: letter,
}).transform((note) => note ?? '')

/** One of a few, as a dialog offers it. */
type Choice = { title: string; detail: string }

/** Why it is done; `missing` asks for it. */
const reason = (atMost: number, missing: string) =>
  typedText({
    label: 'The reason',
    atMost,
    missing,
    words: `The reason must be at most ${atMost} characters`,
    clean: letter,
  })

/** A number that is chosen, or that the page's own script or form posts. */
export const postedNumber = (error = RELOAD) =>
  z
    .string({ error })
    .regex(/^\d{1,12}$/, error)
    .transform(Number)

/** The digest of the quote that was shown. */
const quoted = z.string({ error: RELOAD }).max(64)

/** What every form of a booking's command posts beside what is typed. */
const confirmed = { quoted, formKey }

export const typedDay = (error = 'Please choose a day') =>
  z.string({ error }).refine((text) => readDay(text) !== null, { error })

/** To postpone an installment: its new day. */
export const PostponeInstallmentForm = z.object({
  dueOn: typedDay(),
  note: moneyNote,
  ...confirmed,
})

/** Until when seats stay held for a guest. */
export const HoldLongerForm = z.object({ heldUntil: typedDay() })

/** The same, confirmed. */
export const ConfirmHoldForm = HoldLongerForm.extend({
  note: moneyNote,
  ...confirmed,
})

/** The days over which what is open is spread; those left empty are not asked for. */
export const SpreadForm = z.object({
  day1: typedDay(),
  ...{ day2: typedDay().optional(), day3: typedDay().optional(), day4: typedDay().optional() },
})

export const SPREAD_FIELDS = ['day1', 'day2', 'day3', 'day4'] as const

export const daysOf = (typed: z.output<typeof SpreadForm>): Day[] =>
  SPREAD_FIELDS.flatMap((field) => typed[field] ?? [])

/** The same, confirmed. */
export const ConfirmSpreadForm = SpreadForm.extend({ note: moneyNote, ...confirmed })

/**
 * Taking back a booking that ended, as it was shown; where nothing is kept, until when its seats are held.
 */
export const ReinstateForm = z.object({
  heldUntil: typedDay().optional(),
  ...confirmed,
})

/** A place to take off the waitlist, and what happens to its offer, as displayed. */
export const PlaceOffForm = z.object({
  shown: z.enum(OFFER_IF_SEAT_KEPT, { error: RELOAD }),
})

/** A part of what is left to pay, which a payment link states. */
export const AskForPartForm = z.object({ amount: dollarAmount, ...confirmed })

/** Writing off what is owed. */
export const WriteOffForm = z.object({
  reason: reason(MONEY_NOTE_AT_MOST, 'Please say why'),
  ...confirmed,
})

export const CancelForm = z.object({ note: moneyNote, ...confirmed })

/** With the reason that the traveler is told, where something is overdue. */
export const CancelBookingForm = CancelForm.extend({
  forNonPayment: z
    .literal('yes', { error: RELOAD })
    .optional()
    .transform((word) => word === 'yes'),
})

/** Taking a traveler off: as canceling, with whom. */
export const LeaveForm = CancelForm.extend({
  travelerId: postedNumber(),
  /** Others asked to leave with the same request. */
  requestStays: checkbox().optional(),
})

/** Someone joins a booking: their name, where it is known. */
export const JoinForm = z.object({
  name: optionalPersonName({
    label: 'The name',
    atMost: NAME_AT_MOST,
    words: `The name must be at most ${NAME_AT_MOST} characters`,
  }).transform((name) => name ?? ''),
  /** Where it is not the lead traveler's. */
  roomType: z.enum(['double', 'single']).optional(),
  ...confirmed,
})

/** Why staff refund to a card while the booking stands, as their dialog offers it. */
export const CHOSEN_REASONS = {
  goodwill: { title: 'It is lowered by this amount', detail: 'No one will be asked for it again.' },
  'owed-again': { title: 'It stays', detail: 'The traveler owes this amount again, and is notified.' },
} as const satisfies Partial<Record<RefundReason, Choice>>

export type ChosenReason = keyof typeof CHOSEN_REASONS

const PART_OF_ONE = 'Of one traveler please choose a part, and enter the amount'

/** Whose share, where each pays their own; undefined for everybody's. */
const shareChosen = (error: string) =>
  z
    .string()
    .regex(/^(all|\d{1,12})$/, error)
    .default('all')
    .transform((id) => (id === 'all' ? undefined : Number(id)))

/** A refund to cards: all of what was shown as refundable, or a part of it. */
export const RefundForm = z
  .object({
    scope: z.enum(['whole', 'part'], 'Please choose how much goes back'),
    amount: dollarAmount.optional(),
    reason: z.enum(namesOf(CHOSEN_REASONS), 'Please choose what happens to the price'),
    share: shareChosen('Please choose whose it is'),
    note: moneyNote,
    wholeCents: postedNumber().transform(cents),
    /** What it comes to, as shown; empty before anything was. */
    shown: quoted.optional().default(''),
    ...confirmed,
  })
  .superRefine(({ scope, amount, share }, context) => {
    if (scope === 'part' && amount === undefined) {
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Please enter an amount' })
    }
    if (scope === 'whole' && share !== undefined) {
      context.addIssue({ code: 'custom', path: ['scope'], message: PART_OF_ONE })
    }
  })

/** How money comes and goes by hand. */
export const HAND_METHODS = {
  cheque: 'Check',
  wire: 'Wire transfer',
  other: 'Other',
} as const satisfies Record<Exclude<(typeof LEDGER_METHODS)[number], (typeof PAYS_FROM)[number]>, string>

/** Money that came or went by hand; where it went, the price is lowered by it or it is owed again. */
export const HandPaymentForm = z.object({
  direction: z.enum(['in', 'out-goodwill', 'out-owed-again'], 'Please choose which way the money went'),
  amount: dollarAmount,
  method: z.enum(namesOf(HAND_METHODS), 'Please choose how it was paid'),
  share: shareChosen('Please choose whose share it pays'),
  receivedOn: typedDay().optional(),
  note: moneyNote,
  ...confirmed,
})

/** How long the reason for a price change may be: it stands in a letter and beside the price. */
export const PRICE_REASON_AT_MOST = 120

/** By what staff change a price: the kind of its charge, which way it goes, and how the dialog offers it. */
export const PRICE_DIRECTIONS = {
  discount: {
    sign: -1,
    title: 'Discount',
    detail: 'Comes off the open balance, the last installment first.',
  },
  surcharge: { sign: 1, title: 'Surcharge', detail: 'Due with the last installment.' },
} as const satisfies Partial<Record<(typeof PRICE_CHANGES)[number], Choice & { sign: 1 | -1 }>>

type PriceDirection = keyof typeof PRICE_DIRECTIONS

/** Such a change, of one traveler or of the whole booking. */
export type PriceWish = {
  direction: PriceDirection
  amount: AmountOrPercent
  /** Null for the whole booking. */
  travelerId: number | null
  /** Why, as the guest reads it. */
  words: string
}

/** What staff type for a price change. */
export const PriceForm = z.object({
  direction: z.enum(namesOf(PRICE_DIRECTIONS), 'Please choose a discount or a surcharge'),
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
  words: reason(PRICE_REASON_AT_MOST, 'Please say why, as the guest reads it'),
})

export const wishOf = ({ traveler, ...typed }: z.output<typeof PriceForm>): PriceWish => ({
  ...typed,
  travelerId: traveler,
})

/** The same, confirmed. */
export const ConfirmPriceForm = PriceForm.extend(confirmed)

/** Another departure for a booking, with the price that staff chose. */
export const MoveForm = z.object({
  departure: z.coerce.number('Please choose a departure').int('Please choose a departure').positive(),
  price: z.enum(['agreed', 'today'], 'Please choose a price'),
  ...confirmed,
})

/** The other kind of room for a traveler, with the price that staff chose. */
export const RoomForm = z.object({
  travelerId: z.coerce.number('Please choose a traveler').int('Please choose a traveler').positive(),
  price: MoveForm.shape.price,
  ...confirmed,
})

/** Two travelers of a booking, who change rooms. */
export const ChooseSwapForm = z.object({
  travelerId: postedNumber('Please choose a traveler'),
  withId: postedNumber('Please choose a traveler'),
})

/** The same, confirmed. */
export const SwapForm = ChooseSwapForm.extend(confirmed)

/** What is confirmed without amounts: another press of the same button does nothing. */
export const SwitchForm = z.object({ formKey })

/** What is only confirmed. */
export const ConfirmForm = z.object(confirmed)

export const REASON_AT_MOST = 1_000

/** What staff post to cancel a departure as a whole; what they saw is the sheet of its bookings. */
export const CancelDepartureForm = z.object({
  words: typedText({
    label: 'Your words',
    atMost: REASON_AT_MOST,
    missing: 'Please tell the guests why',
    clean: paragraphs,
  }),
  ...confirmed,
  /** Shows the letter as one lead traveler reads it, and changes nothing. */
  intent: z.literal('preview').optional(),
  /** Whose booking that is. */
  as: z.string().max(12).optional(),
})

/** The same to postpone it, with the new first day. */
export const PostponeDepartureForm = CancelDepartureForm.extend({
  startsOn: typedDay('Please choose the new first day'),
})
