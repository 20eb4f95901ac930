import {
  addDays,
  type Day,
  daysFrom,
  earlierDay,
  laterDay,
  showDay,
  showLongDay,
  showLongDays,
} from '#app/platform/days'
import { type Cents, cents, showCents } from '#app/platform/money'
import { hasBegun } from './departure'

/** All that was paid comes back until this many days after booking. */
export const FULL_REFUND_DAYS = 30
/** From this many days before the departure nothing comes back. */
export const NO_REFUND_DAYS = 30

/** What a guest agreed to: when, for which first day, and from how many days before it nothing comes back. */
export type AgreedTerms = {
  bookedOn: Day
  startsOn: Day
  /** Null where they agreed to the first sentence alone: it holds until the journey begins. */
  noRefundDays: number | null
}

export type RefundDays = {
  /** The last day on which everything comes back. */
  everythingUntil: Day
  /** The first day on which nothing does. Between the two it is all but the deposit. */
  nothingFrom: Day
}

/**
 * When the refund changes: everything for a while after booking, which wins, then all but the deposit, and
 * nothing shortly before departure. Where dates were moved, what is better for the traveler counts; from the
 * journey's current first day nothing comes back (rules 4.2).
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

export type OnTheDay = { depositCents: Cents; bookedOn: Day; startsOn: Day }

/**
 * The refund terms, the same everywhere (rules 4.1), shown where a guest agrees and stored with each booking
 * word for word. A late booking reads of no days that it cannot have. Safe in the browser.
 */
export const refundTerms = (on: OnTheDay): string => termsInWords(on, daysOnOffer(on))

const daysOnOffer = (on: OnTheDay) => refundDays({ ...on, noRefundDays: NO_REFUND_DAYS })

function termsInWords({ depositCents, bookedOn, startsOn }: OnTheDay, days: RefundDays): string {
  const { everythingUntil, nothingFrom } = days
  const everything =
    everythingUntil < addDays(bookedOn, FULL_REFUND_DAYS)
      ? 'Fully refundable until the day before departure'
      : `Fully refundable for ${FULL_REFUND_DAYS} days after booking`
  const deposit = depositDays(days)
    ? `; after that the ${showCents(depositCents)} deposit is non-refundable`
    : ''
  const whichDay = dayInWords(daysFrom(nothingFrom, startsOn))
  const nothing = `From ${showLongDay(nothingFrom)}${whichDay} nothing is refundable.`
  return `${everything}${deposit}. ${nothing} ${FOR_ALL}`
}

/** The first and the last day on which all but the deposit comes back; null where there are none. */
function depositDays({ everythingUntil, nothingFrom }: RefundDays): [Day, Day] | null {
  const [first, last] = [addDays(everythingUntil, 1), addDays(nothingFrom, -1)]
  return first <= last ? [first, last] : null
}

const dayInWords = (daysBefore: number): string => {
  if (daysBefore === NO_REFUND_DAYS) return ` (${NO_REFUND_DAYS} days before departure)`
  return daysBefore === 0 ? ' (the day of departure)' : ''
}

/** Where else a guest loses money, and by the same days (rules 4.3, 4.10). */
const FOR_ALL =
  'If one of several travelers cancels, the same applies to what was paid for them. It also applies if we cancel because an installment stays unpaid.'

/** The same as dates, a line each, without those that are over `today`. */
export function refundDates(
  days: RefundDays,
  { depositCents }: { depositCents: Cents },
  today: Day,
): string[] {
  const { everythingUntil, nothingFrom } = days
  const [first, last] = depositDays(days) ?? []
  return [
    ...(today <= everythingUntil
      ? [`Cancel by ${showLongDay(everythingUntil)}, and you get back everything you paid.`]
      : []),
    ...(first && last && today <= last
      ? [`Cancel ${spanWords(first, last)}, and you get back all but the ${showCents(depositCents)} deposit.`]
      : []),
    today < nothingFrom
      ? `Cancel on ${showLongDay(nothingFrom)}, or later, and there is no refund.`
      : `The last day for a refund was ${showLongDay(addDays(nothingFrom, -1))}.`,
  ]
}

/** Above what comes back of a booking that is still to be made. */
export const BOOKED_TODAY = 'If you book today and cancel'

/** What comes back until or from a day, in few words. */
export type RefundStep = { when: string; back: string; state: 'over' | 'now' | 'ahead' }

/** The same as a bar of two or three steps, the one that holds `today` among them. */
export function refundSteps(
  days: RefundDays,
  { depositCents }: { depositCents: Cents },
  today: Day,
): RefundStep[] {
  const { everythingUntil, nothingFrom } = days
  const lastOfDeposit = depositDays(days)?.[1]
  const until = (last: Day, back: string, after?: Day): RefundStep => ({
    when: `Until ${showDay(last)}`,
    back,
    state: today > last ? 'over' : after && today <= after ? 'ahead' : 'now',
  })
  return [
    until(everythingUntil, 'Everything back'),
    ...(lastOfDeposit ? [until(lastOfDeposit, `All but ${showCents(depositCents)}`, everythingUntil)] : []),
    {
      when: `From ${showDay(nothingFrom)}`,
      back: 'No refund',
      state: today < nothingFrom ? 'ahead' : 'now',
    },
  ]
}

/** The same of a booking made that day. */
export const stepsOnOffer = (on: OnTheDay): RefundStep[] => refundSteps(daysOnOffer(on), on, on.bookedOn)

const spanWords = (first: Day, last: Day): string =>
  first === last ? `on ${showLongDay(first)}` : `from ${showLongDays(first, last)}`

/**
 * Terms and days for booking on a day; `dates` has a line for each. Cached: a checkout page asks for each of
 * its 21 parties, which differ only in the deposit.
 */
export function refundOnOffer({ depositCents, bookedOn, startsOn }: OnTheDay): RefundOnOffer {
  const key = `${depositCents} ${bookedOn} ${startsOn}`
  const known = cached.get(key)
  if (known) return known
  const on = { depositCents, bookedOn, startsOn }
  const days = daysOnOffer(on)
  const dates = refundDates(days, on, bookedOn).join('\n')
  const steps = refundSteps(days, on, bookedOn)
  const answer = { terms: termsInWords(on, days), dates, steps, nothingFrom: days.nothingFrom }
  if (cached.size >= CACHED_AT_MOST) cached.clear()
  cached.set(key, answer)
  return answer
}

const CACHED_AT_MOST = 200
const cached = new Map<string, RefundOnOffer>()

export type RefundOnOffer = Readonly<{ terms: string; dates: string; steps: RefundStep[]; nothingFrom: Day }>

/** In one word, by which a form tells which terms it showed: other words have another. */
export const termsInLine = ({ nothingFrom, dates }: RefundOnOffer): string =>
  `${nothingFrom}/${dates.split('\n').length}`

/** The refund terms as a guest reads them: what holds from today, how days count, what was accepted. */
export type RefundTermsText = {
  /** In short; none where the policy says nothing anymore. */
  steps: RefundStep[]
  /** What the steps leave out, a sentence each. */
  besides: string[]
  dates: string[]
  notes: string[]
  accepted: string[]
  /** The terms and the privacy page that were accepted with them, by name and path. */
  pages: { label: string; to: string }[]
}

/** How the days are counted (rules 4.2); `zone` is what the business's clocks go by. */
export const dayAskedCounts = (zone: string): string =>
  `What counts is the day you ask us to cancel, even if we answer later, as long as the trip has not begun. A day ends at midnight, ${zone}.`

/** Where the departure has other dates than were agreed to. */
export const DATES_MOVED =
  'The dates of the journey have changed: your refund follows the dates you agreed to, or the new ones if those are better for you.'

/** Where the booking was moved to another departure: the accepted terms name days of the first one. */
export const bookingMovedFrom = (startsOn: Day): string =>
  `You booked the departure of ${showLongDay(startsOn)}. The terms you accepted now follow the new dates, as shown above.`

/** If we cancel or postpone a departure, everything comes back, whatever the policy says (rules 4.20). */
export type ScheduleReason = 'departure-canceled' | 'departure-postponed'

export type RefundQuote = {
  refundCents: Cents
  /** What stays with the company. */
  retainedCents: Cents
  why: 'within-30-days' | 'deposit-stays' | 'too-late' | 'has-begun' | 'nothing-paid' | ScheduleReason
}

/**
 * Why a refund was what it was. 'differs': the policy says different things for travelers who joined later.
 */
export type RefundWhy = RefundQuote['why'] | 'differs' | 'place-sold'

/** What the policy gives back if a booking is canceled on `today`: what its days say (rules 4.2). Cents. */
export function refundQuote(
  { paidCents, depositCents, ...agreed }: AgreedTerms & { paidCents: Cents; depositCents: Cents },
  today: Day,
  presentStartsOn: Day = agreed.startsOn,
): RefundQuote {
  const quote = (refund: number, why: RefundQuote['why']): RefundQuote => ({
    refundCents: cents(refund),
    retainedCents: cents(paidCents - refund),
    why,
  })
  if (paidCents <= 0) return { refundCents: cents(0), retainedCents: cents(0), why: 'nothing-paid' }
  if (hasBegun({ startsOn: presentStartsOn }, today)) return quote(0, 'has-begun')
  const days = refundDays(agreed, presentStartsOn)
  if (today <= days.everythingUntil) return quote(paidCents, 'within-30-days')
  if (today >= days.nothingFrom) return quote(0, 'too-late')
  return quote(Math.max(0, paidCents - depositCents), 'deposit-stays')
}
