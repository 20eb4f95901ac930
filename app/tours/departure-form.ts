import { z } from 'zod'
import { readDay, showDay } from '#app/platform/days'
import { type Cents, CHARGEABLE, cents, isChargeable, showCents } from '#app/platform/money'
import {
  bareCents,
  readAmountOrPercent,
  readDollars,
  WRONG_AMOUNT_OR_PERCENT,
} from '#app/platform/typed/amounts'
import { dollars } from '#app/platform/typed/dollars'
import { type Field, fields, type NamesWith, namesOf } from '#app/platform/typed/fields'
import { formOf, optionalDay } from '#app/platform/typed/form-schema'
import { optionalText } from '#app/platform/typed/text'
import { DEPARTURE_SALES, USUAL_OFFER_HOURS } from '#db/values'
import { DECIDE_DAYS_BEFORE, type DepartureSales } from './departure'
import { mentionsMoney } from './price'

/** Dollars as staff type them, in cents; null where no card can pay that. */
export function typedCents(text: string): Cents | null {
  const amount = readDollars(text)
  return amount !== null && isChargeable(amount) ? amount : null
}

const CARD_LIMITS = `from ${showCents(CHARGEABLE.atLeast)} to ${showCents(CHARGEABLE.atMost)}`

/** How staff choose whether a departure is sold. */
const SALES_NAMES: Record<DepartureSales, string> = {
  draft: 'Draft: no one sees it',
  open: 'On sale',
  closed: 'Closed',
}

/** The longest journey. */
export const DAYS_AT_MOST = 60

/** On one departure. The database has the same limit. */
const SEATS_AT_MOST = 500
const seatsWords = `Please enter the seats as a whole number from 0 to ${SEATS_AT_MOST}`
const minimumWords = `Please enter the minimum as a whole number from 1 to ${SEATS_AT_MOST}`
/** For how many hours an offer to the waitlist stands (rules 1.27); a copied departure has its own. */
export const OFFER_HOURS = { usual: USUAL_OFFER_HOURS, atLeast: 12, atMost: 168 }
const offerHoursWords = `Please enter a number of hours from ${OFFER_HOURS.atLeast} to ${OFFER_HOURS.atMost}`
const wrongDay = 'Please enter a day such as 2025-10-16'

const day = (label: string, called = label) => {
  const missing = `${called} is required`
  return {
    label,
    kind: 'day',
    missing,
    schema: z.string({ error: missing }).refine(readDay, { error: wrongDay }),
  } as const
}
const openDay = (label: string) =>
  ({ label, kind: 'day', schema: optionalDay().transform((text) => text ?? null) }) as const
const count = (words: string, atLeast: number, atMost: number, missing = words) =>
  z
    .string({ error: missing })
    .regex(/^\d{1,3}$/, { error: words })
    .transform(Number)
    .pipe(z.number().min(atLeast, { error: words }).max(atMost, { error: words }))
const examples = [450_000, 450_050].map((amount) => bareCents(cents(amount))).join(' or ')
const price = (label: string) => {
  const missing = `${label} is required`
  const wrong = `Please enter the ${label.toLowerCase()} in dollars, such as ${examples}, ${CARD_LIMITS}`
  return {
    label,
    kind: 'dollars',
    missing,
    schema: dollars({ missing, wrong }).refine(isChargeable, { error: wrong }),
  } as const
}

/** '250' or '10%'; an amount of nothing where it is empty. Kept in two columns, of which one is nothing. */
const amountOrPercent = z
  .string()
  .optional()
  .transform((text, context) => {
    const typed = text === undefined ? { cents: cents(0) } : readAmountOrPercent(text)
    if (typed) return typed
    context.addIssue({ code: 'custom', message: WRONG_AMOUNT_OR_PERCENT })
    return z.NEVER
  })

const OFFER_AT_MOST = 120
const GROUP_AT_MOST = 80
const WELCOME_AT_MOST = 400

const offerWords = () =>
  optionalText({ label: 'Offer', atMost: OFFER_AT_MOST }).transform((offer) => offer ?? null)

/** The panels of the form. */
export const DEPARTURE_PARTS = {
  dates: 'Departure',
  prices: 'Prices, for one traveler',
  runs: 'Whether it runs',
  due: 'When installments are due',
  earlyBird: 'Early bird',
  sales: 'Sales',
  waitlist: 'Waitlist',
  private: 'Who sees it',
} as const

type DepartureRow = Field & { schema: z.ZodType; part: keyof typeof DEPARTURE_PARTS }

/** What staff can change of a departure. Each field is a column. */
export const DEPARTURE = fields<DepartureRow>()({
  startsOn: { ...day('First day'), part: 'dates' },
  endsOn: { ...day('Last day'), part: 'dates' },
  seats: {
    label: 'Seats',
    kind: 'count',
    missing: 'Number of seats is required',
    schema: count(seatsWords, 0, SEATS_AT_MOST, 'Number of seats is required'),
    part: 'dates',
  },
  depositCents: { ...price('Deposit'), hint: 'US dollars, with cents if you like.', part: 'prices' },
  doublePriceCents: { ...price('Double room price'), part: 'prices' },
  singlePriceCents: { ...price('Single room price'), part: 'prices' },
  minimumTravelers: {
    label: 'Minimum travelers',
    kind: 'count',
    hint: 'It runs once this many have paid and you guarantee it. Without a number it runs anyway.',
    schema: count(minimumWords, 1, SEATS_AT_MOST)
      .optional()
      .transform((minimum) => minimum ?? null),
    part: 'runs',
  },
  decideOn: {
    ...openDay('Decide by'),
    hint: `Guests read it, and are asked not to buy flights before then. Without a day, ${DECIDE_DAYS_BEFORE} days before the first day.`,
    part: 'runs',
  },
  firstInstallmentDueOn: { ...day('First installment due', 'First due date'), part: 'due' },
  finalInstallmentDueOn: { ...day('Final installment due', 'Final due date'), part: 'due' },
  earlyBirdEndsOn: { ...openDay('Early bird until'), part: 'earlyBird' },
  earlyBirdOffCents: {
    label: 'Early-bird discount',
    hint: 'Dollars or a percentage, such as 200 or 10%, for each traveler who books by that day. Taken off price and installments.',
    schema: amountOrPercent,
    part: 'earlyBird',
  },
  earlyBirdOffer: {
    label: 'Gift, in words',
    hint: 'Words take nothing off the price.',
    atMost: OFFER_AT_MOST,
    wide: true,
    schema: offerWords(),
    part: 'earlyBird',
  },
  sales: {
    label: 'Sales',
    of: SALES_NAMES,
    missing: 'Please choose whether it is on sale',
    hint: 'No one loses a booking when sales close. Closing also ends the waitlist: everyone on it gets an email that says so. Once the journey has begun, no one can book either way.',
    wide: true,
    schema: z.enum(DEPARTURE_SALES, { error: 'Please choose whether it is on sale' }),
    part: 'sales',
  },
  salesOpenOn: {
    ...openDay('Sales open on'),
    hint: 'The first day of sale. Without one, at once.',
    part: 'sales',
  },
  salesCloseOn: {
    ...openDay('Sales close after'),
    hint: 'The last day of sale. Without one, it is the day before the first day.',
    part: 'sales',
  },
  waitlistOfferHours: {
    label: 'Hours an offer stays open',
    kind: 'count',
    missing: offerHoursWords,
    hint: 'At most. Shorter if sales close sooner; an offer that would end overnight ends at noon instead.',
    schema: count(offerHoursWords, OFFER_HOURS.atLeast, OFFER_HOURS.atMost).default(OFFER_HOURS.usual),
    part: 'waitlist',
  },
  waitlistShowsPlace: {
    label: 'Place in line',
    of: { no: 'Guests do not see it', yes: 'Guests see it on their page' },
    missing: 'Please choose whether guests see their place in line',
    schema: z
      .enum(['no', 'yes'], { error: 'Please choose whether guests see their place in line' })
      .default('yes')
      .transform((shows) => shows === 'yes'),
    part: 'waitlist',
  },
  resaleFeeCents: {
    label: 'Fee for a resold seat',
    hint: 'Such as 450 or 10%. Travelers who can no longer come may then offer their seat to the waitlist: once it is paid for, they get back what they paid less this fee. Leave empty, and they cannot.',
    schema: amountOrPercent,
    part: 'waitlist',
  },
  isPrivate: {
    label: 'Shown to',
    of: { no: 'Everyone', yes: 'Only people who have its link' },
    missing: 'Please choose who sees it',
    hint: 'A private departure is on no list and in no search. Its link appears on this page once you save; anyone who has it can book.',
    schema: z
      .enum(['no', 'yes'], { error: 'Please choose who sees it' })
      .default('no')
      .transform((isPrivate) => isPrivate === 'yes'),
    part: 'private',
  },
  privateFor: {
    label: 'Group',
    hint: 'As it reads after “A private departure for”, such as “the Bluebonnet Choir”.',
    atMost: GROUP_AT_MOST,
    schema: optionalText({ label: 'Group', atMost: GROUP_AT_MOST }).transform((name) => name ?? ''),
    part: 'private',
  },
  privateNote: {
    label: 'Welcome',
    hint: 'A few words to the group, at the head of its page.',
    atMost: WELCOME_AT_MOST,
    wide: true,
    rows: 2,
    schema: optionalText({ label: 'Welcome', atMost: WELCOME_AT_MOST }).transform((words) => words ?? ''),
    part: 'private',
  },
})

/** The fields that are days: what a copy moves, postponing moves, and staff are shown of both. */
export const DEPARTURE_DAYS = namesOf(DEPARTURE).filter(
  (field): field is NamesWith<typeof DEPARTURE, { kind: 'day' }> => DEPARTURE[field].kind === 'day',
)

const Terms = formOf(DEPARTURE)

/** As the columns have it: an early bird's discount, and a fee, is either cents or a part of the price. */
export type DepartureTerms = Omit<z.output<typeof Terms>, 'earlyBirdOffCents' | 'resaleFeeCents'> & {
  earlyBirdOffCents: Cents
  earlyBirdOffPercent?: number
  resaleFeeCents: Cents
  resaleFeePercent?: number
}

export const DepartureFieldsForm = Terms.extend({
  /** The words of which staff said by hand that they name what a present is worth, and no discount. */
  offerNamesWorth: offerWords(),
  /** The words as they were opened for editing: they are not asked about. */
  savedOffer: offerWords(),
  /** The version of the departure that was opened for editing. */
  version: z.coerce.number().int(),
})

/** Whether these words promise an amount of which nobody has said yet whether it is a discount. */
export const asksAboutOffer = (offer: string | null, savedOffer: string | null): offer is string =>
  offer !== null && offer !== savedOffer && mentionsMoney(offer)

/** One of these things as it reads: '$4,500', 'Aug 15, 2025', 'on sale', 'nothing'. */
export function showTerm(field: string, value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'sales') return SALES_NAMES[value as keyof typeof SALES_NAMES] ?? String(value)
  if (field.endsWith('Percent')) return `${value}%`
  if (field.endsWith('Cents') && typeof value === 'number') return showCents(value as Cents)
  return field.endsWith('On') ? showDay(String(value)) : String(value)
}
