import { z } from 'zod'
import { IF_KEPT } from '#app/bookings/stored-values'
import { type Day, readDay } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { letter } from '#app/platform/typed/clean'
import { dollarAmount } from '#app/platform/typed/dollars'
import { NAME_AT_MOST } from '#app/platform/typed/limits'
import { formKey, openedVersion, optionalPersonName, optionalText, typedText } from '#app/platform/typed/text'
import { GuestForm } from './sell-form'

export const MONEY_NOTE_AT_MOST = 500

/** What staff write down beside a movement of money. */
const moneyNote = optionalText({
  label: 'The note',
  atMost: MONEY_NOTE_AT_MOST,
  words: `The note must be at most ${MONEY_NOTE_AT_MOST} characters`,
  clean: letter,
}).transform((note) => note ?? '')

/** A number that the page's own script or form posts. */
const postedNumber = z
  .string({ error: 'Please reload the page and try again' })
  .regex(/^\d{1,12}$/, 'Please reload the page and try again')
  .transform(Number)

/** An amount that the page itself posts. */
const quotedAmount = postedNumber.transform(cents)

/** A handful of installments, each of some twenty characters. */
const PLAN_AT_MOST = 500

const wrongDay = 'Please choose a day'
const typedDay = z.string({ error: wrongDay }).refine((text) => readDay(text) !== null, { error: wrongDay })

/** A later day for an installment. */
export const ExtendForm = z.object({
  dueOn: typedDay,
  note: moneyNote,
  shownDueOn: z.string({ error: 'Please reload the page and try again' }),
})

/** The days over which what is open is spread; those left empty are not asked for. */
export const SpreadForm = z.object({
  day1: typedDay,
  ...{ day2: typedDay.optional(), day3: typedDay.optional(), day4: typedDay.optional() },
})

export const SPREAD_FIELDS = ['day1', 'day2', 'day3', 'day4'] as const

export const daysOf = (typed: z.output<typeof SpreadForm>): Day[] =>
  SPREAD_FIELDS.flatMap((field) => typed[field] ?? [])

/** The same, confirmed, with the plan that was shown. */
export const ConfirmSpreadForm = SpreadForm.extend({
  note: moneyNote,
  quoted: z.string({ error: 'Please reload the page and try again' }).max(PLAN_AT_MOST),
  formKey,
})

/**
 * Taking back a booking that ended, as it was shown; where nothing is kept, until when its seats are held.
 */
export const ReinstateForm = z.object({
  quoted: z.string({ error: 'Please reload the page and try again' }).max(PLAN_AT_MOST),
  heldUntil: typedDay.optional(),
  formKey,
})

/** A place to take off the waitlist, and what happens to its offer, as displayed. */
export const PlaceOffForm = z.object({
  shown: z.enum(IF_KEPT, { error: 'Please reload the page and try again' }),
})

/** A part of what is left to pay, which a payment link states. */
export const AskForPartForm = z.object({ amount: dollarAmount, formKey })

/** Writing off what is owed, with the amount as it was shown. */
export const WriteOffForm = z.object({
  reason: typedText({
    label: 'The reason',
    atMost: MONEY_NOTE_AT_MOST,
    missing: 'Please say why',
    words: `The reason must be at most ${MONEY_NOTE_AT_MOST} characters`,
    clean: letter,
  }),
  quotedCents: quotedAmount,
  formKey,
})

/** Canceling: what was shown before confirming comes along. */
const CancelForm = z.object({
  note: moneyNote,
  quotedCents: quotedAmount,
  quotedKeptCents: quotedAmount,
  formKey,
})

/** With the reason that the traveler is told, where something is overdue. */
export const CancelBookingForm = CancelForm.extend({
  forNonPayment: z
    .literal('yes', { error: 'Please reload the page and try again' })
    .optional()
    .transform((word) => word === 'yes'),
})

/** Taking a traveler off: as canceling, with whom, and the booking after it as it was shown. */
export const LeaveForm = CancelForm.extend({
  travelerId: postedNumber,
  quotedTotalCents: quotedAmount,
  quotedTravelers: postedNumber,
})

/**
 * Somebody joins a booking: their name, where it is known, with the price and the booking after it as shown.
 */
export const JoinForm = z.object({
  name: optionalPersonName({
    label: 'The name',
    atMost: NAME_AT_MOST,
    words: `The name must be at most ${NAME_AT_MOST} characters`,
  }).transform((name) => name ?? ''),
  roomType: z.enum(['double', 'single']).optional(),
  quotedCents: quotedAmount,
  quotedTotalCents: quotedAmount,
  quotedTravelers: postedNumber,
  quotedPlan: z.string().max(PLAN_AT_MOST),
  formKey,
})

/** Who leads a booking, and how we reach them. */
export const LeadForm = GuestForm.extend({
  travelerId: postedNumber,
  version: openedVersion(),
  formKey,
  /** Who led until now leaves next. */
  leaves: z
    .literal('yes')
    .optional()
    .transform((word) => word === 'yes'),
})

/** A refund to cards: all of what was shown as refundable, or a part of it. */
export const RefundForm = z
  .object({
    scope: z.enum(['whole', 'part'], 'Please choose how much goes back'),
    amount: dollarAmount.optional(),
    reason: z.enum(['goodwill', 'owed-again'], 'Please choose what happens to the price'),
    note: moneyNote,
    wholeCents: quotedAmount,
    formKey,
  })
  .superRefine(({ scope, amount }, context) => {
    if (scope === 'part' && amount === undefined) {
      context.addIssue({ code: 'custom', path: ['amount'], message: 'Please enter an amount' })
    }
  })

/** Money that came or went by hand; where it went, the price is lowered by it or it is owed again. */
export const HandPaymentForm = z.object({
  direction: z.enum(['in', 'out-goodwill', 'out-owed-again'], 'Please choose which way the money went'),
  amount: dollarAmount,
  method: z.enum(['cheque', 'wire', 'other'], 'Please choose how it was paid'),
  receivedOn: typedDay.optional(),
  note: moneyNote,
  formKey,
})
