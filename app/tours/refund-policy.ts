import { addDays, type Day, daysFrom, earlierDay, laterDay, showLongDay } from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { hasBegun } from './departure'

/** All that was paid comes back until so many days after booking. */
export const FULL_REFUND_DAYS = 30
/** From so many days before the departure nothing comes back. */
export const NO_REFUND_DAYS = 30

/** What somebody agreed to: when, for which first day, and from how many days before it nothing comes back. */
export type AgreedTerms = {
  bookedOn: Day
  startsOn: Day
  /** Null where they agreed to the first sentence alone: then that is what holds, until the journey begins. */
  noRefundDays: number | null
}

export type RefundDays = {
  /** The last day on which everything comes back. */
  everythingUntil: Day
  /** The first day on which nothing does. Between the two it is all but the deposit. */
  nothingFrom: Day
}

/**
 * The days on which what comes back changes: everything for a while after booking; then all but the deposit until
 * shortly before departure; then nothing. The days after booking are whole, also where they reach into those before
 * departure. Where the dates were moved, what is better for the traveler counts, but from the first day of the journey
 * as it stands nothing comes back to anybody (rules 4.2). Days are the business's.
 */
export function refundDays(
  { bookedOn, startsOn, noRefundDays }: AgreedTerms,
  presentStartsOn: Day = startsOn,
): RefundDays {
  const lastDay = addDays(presentStartsOn, -1)
  const everythingUntil = earlierDay(addDays(bookedOn, FULL_REFUND_DAYS), lastDay)
  const tooLate = addDays(laterDay(startsOn, presentStartsOn), -(noRefundDays ?? 0))
  const nothingFrom = laterDay(tooLate, addDays(everythingUntil, 1))
  return { everythingUntil, nothingFrom: earlierDay(nothingFrom, presentStartsOn) }
}

type OnTheDay = { depositCents: Cents; bookedOn: Day; startsOn: Day }

/**
 * The refund terms, the same everywhere (rules 4.1): the sentence of the specification, and the rest of the rule with its
 * day. They are shown where somebody agrees, and stored with each booking, word for word. Safe in the browser.
 */
export const refundTerms = (on: OnTheDay): string => `${sentence(on)} ${theRest(on)} ${FOR_ALL}`

const sentence = ({ depositCents }: OnTheDay) =>
  `Fully refundable for ${FULL_REFUND_DAYS} days after booking; after that the ${showCents(depositCents)} deposit is non-refundable.`

function theRest({ bookedOn, startsOn }: OnTheDay): string {
  const { nothingFrom } = refundDays({ bookedOn, startsOn, noRefundDays: NO_REFUND_DAYS })
  return `From ${showLongDay(nothingFrom)}${whichDay(daysFrom(nothingFrom, startsOn))} nothing is refundable.`
}

const whichDay = (daysBefore: number): string => {
  if (daysBefore === NO_REFUND_DAYS) return ` (${NO_REFUND_DAYS} days before departure)`
  return daysBefore === 0 ? ' (the day of departure)' : ''
}

/** Where else a guest loses money, and by the same days (rules 4.3, 4.10). */
const FOR_ALL =
  'The same holds for each traveler’s share, and where we cancel because an installment stays unpaid.'

/** The same as days alone, a line each, for who asks what they get back on a day. */
export const refundDates = (
  { everythingUntil, nothingFrom }: RefundDays,
  { depositCents }: { depositCents: Cents },
): string[] => [
  `Cancel by ${showLongDay(everythingUntil)}, and you get back everything you paid.`,
  ...(addDays(everythingUntil, 1) < nothingFrom
    ? [
        `Cancel by ${showLongDay(addDays(nothingFrom, -1))}, and you get back all but the ${showCents(depositCents)} deposit.`,
      ]
    : []),
  `From ${showLongDay(nothingFrom)}, you get nothing back.`,
]

/** Terms and days of who books on a day; `dates` has a line for each. */
export const refundOnOffer = (on: OnTheDay) => {
  const days = refundDays({ ...on, noRefundDays: NO_REFUND_DAYS })
  return { terms: refundTerms(on), dates: refundDates(days, on).join('\n'), nothingFrom: days.nothingFrom }
}

export type RefundOnOffer = ReturnType<typeof refundOnOffer>

export type RefundQuote = {
  refundCents: Cents
  /** What stays with the company. */
  keptCents: Cents
  why: 'within-30-days' | 'deposit-stays' | 'too-late' | 'has-begun' | 'nothing-paid'
}

/** What the policy gives back if a booking is cancelled on `today`: what its days say (rules 4.2). Cents. */
export function refundQuote(
  { paidCents, depositCents, ...agreed }: AgreedTerms & { paidCents: Cents; depositCents: Cents },
  today: Day,
  presentStartsOn: Day = agreed.startsOn,
): RefundQuote {
  const quote = (refund: number, why: RefundQuote['why']): RefundQuote => ({
    refundCents: cents(refund),
    keptCents: cents(paidCents - refund),
    why,
  })
  if (paidCents <= 0) return { refundCents: cents(0), keptCents: cents(0), why: 'nothing-paid' }
  if (hasBegun({ startsOn: presentStartsOn }, today)) return quote(0, 'has-begun')
  const days = refundDays(agreed, presentStartsOn)
  if (today <= days.everythingUntil) return quote(paidCents, 'within-30-days')
  if (today >= days.nothingFrom) return quote(0, 'too-late')
  return quote(Math.max(0, paidCents - depositCents), 'deposit-stays')
}
