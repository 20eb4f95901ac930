import { z } from 'zod'
import { type Day, readDay } from '#app/days'
import { type Cents, CHARGEABLE, cents, isChargeable, showCents } from '#app/money'
import { dollars, readDollars } from '#app/typed/dollars'
import { optionalText, typedText } from '#app/typed/text'
import { INSTALLMENTS } from './plan-sentence'

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

const wrongDay = 'Please write a day such as 2025-10-16'
const day = (label: string) =>
  z.string({ error: `${label} is required` }).refine(readDay, { error: wrongDay })
const optionalDay = z
  .string()
  .refine(readDay, { error: wrongDay })
  .optional()
  .transform((text) => text ?? null)

/** On one departure. The database has the same limit. */
export const SEATS_AT_MOST = 500
const seatsWords = `Please write the seats as a whole number from 0 to ${SEATS_AT_MOST}`

/** The longest that each text may be, in characters. */
export const TOUR_LIMITS = { name: 120, earlyBirdOffer: 120 } as const

const Fields = z.object({
  name: typedText({ label: 'Name', atMost: TOUR_LIMITS.name }),
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
  earlyBirdOffer: optionalText({ label: 'Offer', atMost: TOUR_LIMITS.earlyBirdOffer }).transform(
    (offer) => offer ?? null,
  ),
  salesOpen: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
  salesCloseOn: optionalDay,
  /** The version of the tour that was opened for editing. */
  version: z.coerce.number().int(),
})

export type TourTerms = Omit<z.output<typeof Fields>, 'version'>

/** The tour as staff edit it, with what must hold between the fields, each said under its field. */
export const TourForm = Fields.superRefine((tour, context) => {
  for (const { field, wrong, words } of rulesOf(tour)) {
    if (wrong) context.addIssue({ code: 'custom', path: [field], message: words })
  }
})

const after = (one: Day | null, other: Day | null): boolean => one !== null && other !== null && one > other

const rulesOf = (tour: TourTerms) => [
  {
    field: 'endsOn',
    wrong: after(tour.startsOn, tour.endsOn),
    words: 'The last day cannot be before the first day',
  },
  ...(['doublePriceCents', 'singlePriceCents'] as const).map((field) => ({
    field,
    wrong: tour.depositCents > tour[field],
    words: 'The deposit is more than this price: raise the price or lower the deposit',
  })),
  ...(['doublePriceCents', 'singlePriceCents'] as const).map((field) => ({
    field,
    wrong: tour[field] > tour.depositCents && tour[field] - tour.depositCents < LEAST_AFTER_DEPOSIT,
    words: `After the deposit, nothing or at least ${showCents(cents(LEAST_AFTER_DEPOSIT))} must be left: a card cannot pay less than ${showCents(CHARGEABLE.atLeast)} at once`,
  })),
  {
    field: 'finalInstallmentDueOn',
    wrong: after(tour.firstInstallmentDueOn, tour.finalInstallmentDueOn),
    words: 'The final due date cannot be before the first one',
  },
  {
    field: 'firstInstallmentDueOn',
    wrong: tour.firstInstallmentDueOn >= tour.startsOn,
    words: 'Everything is due before the departure: choose a day before the first day',
  },
  {
    field: 'finalInstallmentDueOn',
    wrong: tour.finalInstallmentDueOn >= tour.startsOn,
    words: 'Everything is due before the departure: choose a day before the first day',
  },
  {
    field: 'earlyBirdEndsOn',
    wrong: tour.earlyBirdOffer !== null && tour.earlyBirdEndsOn === null,
    words: 'Until when does the offer hold? Choose a day, or empty the offer',
  },
  {
    field: 'earlyBirdEndsOn',
    wrong: after(tour.earlyBirdEndsOn, tour.startsOn),
    words: 'The early bird ends before the departure',
  },
  {
    field: 'earlyBirdOffer',
    wrong: tour.earlyBirdEndsOn !== null && tour.earlyBirdOffer === null,
    words: 'What do early birds get? Write the offer, or empty its day',
  },
  {
    field: 'salesCloseOn',
    wrong: tour.salesCloseOn !== null && tour.salesCloseOn >= tour.startsOn,
    words: 'Sales close before the journey begins: choose a day before the first day, or empty it',
  },
]
