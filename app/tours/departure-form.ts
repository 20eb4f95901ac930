import { z } from 'zod'
import { type Day, daysFrom, readDay, showDay } from '#app/platform/days'
import { type Cents, CHARGEABLE, cents, isChargeable, readDollars, showCents } from '#app/platform/money'
import { dollars } from '#app/platform/typed/dollars'
import { optionalText } from '#app/platform/typed/text'
import { DEPARTURE_SALES, type DepartureSales } from './departure'
import { speaksOfMoney } from './price'
import { INSTALLMENTS } from './promises'

/** Dollars as staff type them, in cents; null where no card can pay that. */
export function typedCents(text: string): Cents | null {
  const amount = readDollars(text)
  return amount !== null && isChargeable(amount) ? amount : null
}

const CARD_LIMITS = `from ${showCents(CHARGEABLE.atLeast)} to ${showCents(CHARGEABLE.atMost)}`
/** Installments that a card can pay each. */
const LEAST_AFTER_DEPOSIT = INSTALLMENTS * CHARGEABLE.atLeast

const amount = (label: string) => {
  const wrong = `Please write the ${label.toLowerCase()} in dollars, such as 4,500 or 4,500.50, ${CARD_LIMITS}`
  return dollars({ missing: `${label} is required`, wrong }).refine(isChargeable, { error: wrong })
}

const noAmount = 'Please write an amount in dollars, such as 200, or clear it'
const optionalAmount = z
  .string()
  .optional()
  .transform((text, context) => {
    const amount = text === undefined ? cents(0) : readDollars(text)
    if (amount !== null && amount <= CHARGEABLE.atMost) return amount
    context.addIssue({ code: 'custom', message: noAmount })
    return z.NEVER
  })

const wrongDay = 'Please write a day such as 2025-10-16'
const day = (label: string) =>
  z.string({ error: `${label} is required` }).refine(readDay, { error: wrongDay })
const optionalDay = z
  .string()
  .refine(readDay, { error: wrongDay })
  .optional()
  .transform((text) => text ?? null)

/** On one departure. The database has the same limit. */
const SEATS_AT_MOST = 500
const seatsWords = `Please write the seats as a whole number from 0 to ${SEATS_AT_MOST}`

/** The longest that each text may be, in characters. */
export const DEPARTURE_LIMITS = { earlyBirdOffer: 120 } as const

/** The longest journey. */
export const DAYS_AT_MOST = 60

const Fields = z.object({
  startsOn: day('First day'),
  endsOn: day('Last day'),
  seats: z
    .string({ error: 'Seats is required' })
    .regex(/^\d{1,3}$/, { error: seatsWords })
    .transform(Number)
    .pipe(z.number({ error: seatsWords }).max(SEATS_AT_MOST, { error: seatsWords })),
  depositCents: amount('Deposit'),
  doublePriceCents: amount('Double room price'),
  singlePriceCents: amount('Single room price'),
  firstInstallmentDueOn: day('First due date'),
  finalInstallmentDueOn: day('Final due date'),
  earlyBirdEndsOn: optionalDay,
  earlyBirdOffer: optionalText({ label: 'Offer', atMost: DEPARTURE_LIMITS.earlyBirdOffer }).transform(
    (offer) => offer ?? null,
  ),
  /** That the money in these words is what a present is worth, and not a discount. */
  offerNamesWorth: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
  earlyBirdOffCents: optionalAmount,
  sales: z.enum(DEPARTURE_SALES, { error: 'Please choose whether it is sold' }),
  salesOpenOn: optionalDay,
  salesCloseOn: optionalDay,
  /** The version of the departure that was opened for editing. */
  version: z.coerce.number().int(),
})

type Typed = Omit<z.output<typeof Fields>, 'version'>

export type DepartureTerms = Omit<Typed, 'offerNamesWorth'>

/** A departure as staff edit it, with what must hold between the fields, each said under its field. */
export const DepartureForm = Fields.superRefine((departure, context) => {
  for (const { field, wrong, words } of rulesOf(departure)) {
    if (wrong) context.addIssue({ code: 'custom', path: [field], message: words })
  }
})

const after = (one: Day | null, other: Day | null): boolean => one !== null && other !== null && one > other

const rulesOf = (departure: Typed) => [
  {
    field: 'endsOn',
    wrong: after(departure.startsOn, departure.endsOn),
    words: 'The last day cannot be before the first day',
  },
  {
    field: 'endsOn',
    wrong: daysFrom(departure.startsOn, departure.endsOn) >= DAYS_AT_MOST,
    words: `A journey takes ${DAYS_AT_MOST} days at most: choose an earlier last day`,
  },
  ...(['doublePriceCents', 'singlePriceCents'] as const).map((field) => ({
    field,
    wrong: departure.depositCents > departure[field],
    words: 'The deposit is more than this price: raise the price or lower the deposit',
  })),
  ...(['doublePriceCents', 'singlePriceCents'] as const).map((field) => ({
    field,
    wrong:
      departure[field] > departure.depositCents &&
      departure[field] - departure.depositCents < LEAST_AFTER_DEPOSIT,
    words: `After the deposit, nothing or at least ${showCents(cents(LEAST_AFTER_DEPOSIT))} must be left: a card cannot pay less than ${showCents(CHARGEABLE.atLeast)} at once`,
  })),
  {
    field: 'finalInstallmentDueOn',
    wrong: after(departure.firstInstallmentDueOn, departure.finalInstallmentDueOn),
    words: 'The final due date cannot be before the first one',
  },
  {
    field: 'firstInstallmentDueOn',
    wrong: departure.firstInstallmentDueOn >= departure.startsOn,
    words: 'Everything is due before the departure: choose a day before the first day',
  },
  {
    field: 'finalInstallmentDueOn',
    wrong: departure.finalInstallmentDueOn >= departure.startsOn,
    words: 'Everything is due before the departure: choose a day before the first day',
  },
  {
    field: 'earlyBirdEndsOn',
    wrong:
      (departure.earlyBirdOffer !== null || departure.earlyBirdOffCents > 0) &&
      departure.earlyBirdEndsOn === null,
    words: 'How long is the offer good? Choose a day, or clear the offer',
  },
  {
    field: 'earlyBirdEndsOn',
    wrong: after(departure.earlyBirdEndsOn, departure.startsOn),
    words: 'The early bird ends before the departure',
  },
  {
    field: 'earlyBirdOffer',
    wrong:
      departure.earlyBirdEndsOn !== null &&
      departure.earlyBirdOffer === null &&
      departure.earlyBirdOffCents === 0,
    words: 'What do early birds get? Write the gift or an amount off the price, or clear the day',
  },
  {
    field: 'earlyBirdOffer',
    wrong:
      departure.earlyBirdOffer !== null &&
      speaksOfMoney(departure.earlyBirdOffer) &&
      !departure.offerNamesWorth,
    words:
      'These words mention money, and words take nothing off the price. Is it a discount? Enter it under “Off the price”. Is it what a gift is worth? Check the box below',
  },
  {
    field: 'earlyBirdOffCents',
    wrong: (['doublePriceCents', 'singlePriceCents'] as const).some((field) => {
      const left = departure[field] - departure.earlyBirdOffCents - departure.depositCents
      return departure.earlyBirdOffCents > 0 && left !== 0 && left < LEAST_AFTER_DEPOSIT
    }),
    words: `After the deposit, nothing or at least ${showCents(cents(LEAST_AFTER_DEPOSIT))} of each price must be left: take less off`,
  },
  {
    field: 'salesOpenOn',
    wrong:
      departure.salesOpenOn !== null &&
      departure.salesOpenOn >= (departure.salesCloseOn ?? departure.startsOn),
    words: 'Sales open before they close: choose an earlier day, or clear it',
  },
  {
    field: 'salesCloseOn',
    wrong: departure.salesCloseOn !== null && departure.salesCloseOn >= departure.startsOn,
    words: 'Sales close before the journey begins: choose a day before the first day, or clear it',
  },
]

/** What staff call each thing that they can change of a departure. */
export const DEPARTURE_LABELS: Record<keyof DepartureTerms, string> = {
  startsOn: 'First day',
  endsOn: 'Last day',
  seats: 'Seats',
  depositCents: 'Deposit',
  doublePriceCents: 'Double room price',
  singlePriceCents: 'Single room price',
  firstInstallmentDueOn: 'First installment due',
  finalInstallmentDueOn: 'Final installment due',
  earlyBirdEndsOn: 'Early bird until',
  earlyBirdOffer: 'Gift, in words',
  earlyBirdOffCents: 'Off the price',
  sales: 'Sales',
  salesOpenOn: 'Sales open on',
  salesCloseOn: 'Sales close after',
}

/** How staff choose whether a departure is sold. */
export const SALES_NAMES: Record<DepartureSales, string> = {
  draft: 'Draft: nobody sees it',
  open: 'On sale',
  closed: 'Closed',
}

/** One of these things as it reads: '$4,500', 'Aug 15, 2025', 'on sale', 'nothing'. */
export function showTerm(field: string, value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'sales') return SALES_NAMES[value as keyof typeof SALES_NAMES] ?? String(value)
  if (field.endsWith('Cents')) return showCents(value as Cents)
  return field.endsWith('On') ? showDay(String(value)) : String(value)
}
