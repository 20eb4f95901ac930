import type { CodeDiscount } from '#app/bookings/discount-code'
import { addDays, type Day, earlierDay, laterDay } from '#app/platform/days'
import { type Cents, cents, centsOf, type Dollars, dollarsOf } from '#app/platform/money'
import { capitalized } from '#app/platform/typed/fields'
import { nthInWords } from '#app/platform/words'
import type { RunsFrom } from '#app/tours/departure'
import type { RoomType } from '#app/tours/party'
import type { SeatPrice } from '#app/tours/price'
import { installmentAmounts } from '#app/tours/promises'
import { type RefundOnOffer, refundOnOffer, termsInLine } from '#app/tours/refund-policy'
import { agreedInLine } from './autopay'

/** The number of what travelers who join a paid booking pay first, before the installments of its plan. */
export const JOINERS_DEPOSIT = 0

/** The name of an installment: on every page, in every letter and in the calendar. */
export function installmentName(number: number, plan: readonly { number: number }[]): string {
  if (number === JOINERS_DEPOSIT) return 'Deposit of the added traveler'
  if (plan.length === 1) return 'Installment'
  const isLast = number > 1 && plan.every((other) => other.number <= number)
  return `${capitalized(isLast ? 'final' : nthInWords(number))} installment`
}

/** Where the rest of its plan is not at hand: in the office's lists and the log. */
export const installmentInWords = (number: number): string =>
  number === JOINERS_DEPOSIT ? 'Deposit of the added traveler' : `Installment ${number}`

type PlannedInstallment = { number: number; amountCents: Cents; dueOn: Day }

export type InstallmentPlan = {
  totalCents: Cents
  depositCents: Cents
  remainingCents: Cents
  installments: PlannedInstallment[]
  /** What was deducted from the usual price for booking early; absent where nothing was. */
  earlyBirdOffCents?: Cents
  /** What a code took off; the price has it already. */
  discount?: CodeDiscount
  /** Of a party: how its price before these comes about, as '2 × $4,500 + 1 × $6,500'. */
  sum?: string
  /** What comes back, and until when. */
  refund: RefundOnOffer
  /** From how many travelers it runs; absent where it runs anyway. */
  runs?: RunsFrom
}

/** What one traveler pays, before a code, what of it was deducted already, and what a code takes off. */
export type SeatOffer = SeatPrice & { roomType: RoomType; codeOffCents: Cents }

/** What one choice of a party would pay; `singles` of those in double rooms have single ones. */
export type PartyChoice = InstallmentPlan & { travelers: number; singles: number }

/** A plan with what each of the party brings to it, by seat. */
export type Offer = InstallmentPlan & { seats: SeatOffer[] }

export type PlanTerms = {
  depositCents: Cents
  firstInstallmentDueOn: Day
  finalInstallmentDueOn: Day
  startsOn: Day
}

/** What becomes owed is due no sooner: the first installment of a late booking, and what is owed again. */
export const DAYS_TO_PAY = 14
/** The same for the final installment of a late booking. */
const DAYS_TO_PAY_ALL = 2 * DAYS_TO_PAY

export const LATE_BOOKING_DUE = `For a late booking, the first installment is due no sooner than ${DAYS_TO_PAY} days and the final one no sooner than ${DAYS_TO_PAY_ALL} days after booking, but always before departure.`

/**
 * What is left after the deposit, and when: two equal installments on the tour's due dates, never nearer than
 * DAYS_TO_PAY after the booking, the final one DAYS_TO_PAY_ALL, and none after the day before a departure
 * that lies ahead (rules 3.2). Business days.
 */
export function planFor(terms: PlanTerms, totalCents: Cents, bookedOn: Day): InstallmentPlan {
  const remainingCents = cents(totalCents - terms.depositCents)
  const amounts = installmentAmounts(terms.depositCents, totalCents)
  const due = dueDays(terms, bookedOn)
  return {
    totalCents,
    depositCents: terms.depositCents,
    remainingCents,
    installments: ([1, 2] as const)
      .map((number) => ({
        number,
        amountCents: amounts[number - 1] ?? cents(0),
        dueOn: due[number === 1 ? 0 : 1],
      }))
      .filter(({ amountCents }) => amountCents > 0),
    refund: refundOnOffer({ ...terms, bookedOn }),
  }
}

/** When both installments are due of a booking that is made, or moved, on a day (rules 3.2). */
export function dueDays(terms: Omit<PlanTerms, 'depositCents'>, bookedOn: Day): readonly [Day, Day] {
  const dueOn = (tourDay: Day, daysAfterBooking: number) =>
    beforeDeparture(laterDay(tourDay, addDays(bookedOn, daysAfterBooking)), terms.startsOn, bookedOn)
  return [
    dueOn(terms.firstInstallmentDueOn, DAYS_TO_PAY),
    dueOn(terms.finalInstallmentDueOn, DAYS_TO_PAY_ALL),
  ]
}

type DueWithHold = { dueOn: Day; agreedDueOn?: Day | null; plannedDueOn?: Day | null }

/**
 * While seats are held for a guest nothing falls due but what holds them: the first installment is due no
 * sooner than the hold's last day, each later one DAYS_TO_PAY after that, and all before the journey. One
 * that waits for a hold knows the day of its plan, to which it goes back with a shorter one.
 */
export const dueAfterHold = <Planned extends DueWithHold>(
  planned: readonly Planned[],
  heldUntil: Day,
  startsOn: Day,
): (Planned & Required<DueWithHold>)[] =>
  planned.map((one, index) => {
    const last = addDays(startsOn, -1)
    const ofPlan = one.plannedDueOn ?? one.agreedDueOn ?? one.dueOn
    const agreed = laterDay(ofPlan, earlierDay(addDays(heldUntil, index * DAYS_TO_PAY), last))
    const dueOn = earlierDay(agreed, last)
    return {
      ...one,
      dueOn,
      agreedDueOn: dueOn === agreed ? null : agreed,
      plannedDueOn: agreed === ofPlan ? null : ofPlan,
    }
  })

/** What is paid at once under a plan, or for a booking: the deposit, or the whole price. Cents. */
export const dueNow = (
  { totalCents, depositCents }: Pick<InstallmentPlan, 'totalCents' | 'depositCents'>,
  paymentType: 'deposit' | 'full',
): Cents => (paymentType === 'full' ? totalCents : depositCents)

/** When something is due that becomes owed again on a day: as for a late booking (decision 012). */
export const dueWhenOwedAgain = (startsOn: Day, today: Day): Day =>
  beforeDeparture(addDays(today, DAYS_TO_PAY), startsOn, today)

/** Days to pay in another way what a bank account did not pay (rules 2.25). */
const DAYS_TO_PAY_ANEW = 7

/** The soonest day on which it can be due then. */
export const dueAnew = (startsOn: Day, today: Day): Day =>
  beforeDeparture(addDays(today, DAYS_TO_PAY_ANEW), startsOn, today)

const beforeDeparture = (day: Day, startsOn: Day, today: Day): Day =>
  today < startsOn ? earlierDay(day, addDays(startsOn, -1)) : day

/** What stood beside the pressed button; a call that displayed nothing sends nothing. */
export type Shown = {
  /** The amount to be paid now. */
  dueCents?: Cents
  /** The price and plan, as `planInLine` writes them. */
  plan?: string
  /** The installments beside the tick for automatic payment, as `agreedInLine` writes them. */
  autopay?: string | undefined
  /** The terms and the privacy page that it led to, as `pagesInLine` writes them. */
  pages?: string
}

/**
 * A plan in one line, by which a page tells what it showed, with its refund terms: '450000 50000 2025-09-16/3
 * 2025-08-15:200000 2025-09-15:200000'. With a code the price reads '405000/CHOIR:45000', and of a departure
 * that runs from a number of travelers the terms '2025-09-16/3/8by2025-08-07'.
 */
export const planInLine = ({ totalCents, discount, refund, runs, ...plan }: InstallmentPlan): string =>
  [
    discount ? `${totalCents}/${discount.code}:${discount.offCents}` : totalCents,
    plan.depositCents,
    runs ? `${termsInLine(refund)}/${runs.minimumTravelers}by${runs.decideOn}` : termsInLine(refund),
    ...plan.installments.map(({ dueOn, amountCents }) => `${dueOn}:${amountCents}`),
  ].join(' ')

/** Whether the traveler saw this plan. For a payment in full the refund terms count, not the due dates. */
export function isAsShown(shown: Shown, plan: InstallmentPlan, paymentType: 'deposit' | 'full'): boolean {
  if (shown.dueCents !== undefined && shown.dueCents !== dueNow(plan, paymentType)) return false
  const isOfDeposit = paymentType === 'deposit' && shown.autopay !== undefined
  if (isOfDeposit && shown.autopay !== agreedInLine(plan.installments)) return false
  if (shown.plan === undefined) return true
  const agreed = planInLine(plan)
  return paymentType === 'full'
    ? withoutDueDates(shown.plan) === withoutDueDates(agreed)
    : shown.plan === agreed
}

const withoutDueDates = (line: string) => line.split(' ').slice(0, 3).join(' ')

type PartyJson = {
  numberOfGuests?: number
  pricePerTraveler?: Dollars
  pricesOfTravelers?: Dollars[]
  priceSum?: string
}

/** Of a party: the other amounts are for all of them. */
function partyJson({ seats, sum }: Pick<Offer, 'seats' | 'sum'>): PartyJson {
  if (seats.length === 1) return {}
  const prices = seats.map(({ priceCents, codeOffCents }) => dollarsOf(cents(priceCents - codeOffCents)))
  const [first] = prices
  return {
    numberOfGuests: seats.length,
    ...(prices.every((price) => price === first)
      ? { pricePerTraveler: first }
      : { pricesOfTravelers: prices }),
    ...(sum && { priceSum: sum }),
  }
}

const codeJson = ({ code, words, offCents, isCut }: CodeDiscount) => ({
  ...{ code, words, amount: dollarsOf(offCents), isCutToDeposit: isCut },
})

/** A plan as the JSON calls give it: whole dollars. */
export const planJson = ({ earlyBirdOffCents, discount, refund, runs, ...offer }: Offer) => ({
  ...partyJson(offer),
  ...(earlyBirdOffCents !== undefined && { earlyBirdDiscount: dollarsOf(earlyBirdOffCents) }),
  ...(discount && { discountCode: codeJson(discount) }),
  totalAmount: dollarsOf(offer.totalCents),
  depositAmount: dollarsOf(offer.depositCents),
  installmentAmount: dollarsOf(offer.installments[0]?.amountCents ?? cents(0)),
  remaining: dollarsOf(offer.remainingCents),
  installments: offer.installments.map(({ number, amountCents, dueOn }) => ({
    number,
    amount: dollarsOf(amountCents),
    dueDate: dueOn,
  })),
  refundTerms: refund.terms,
  refundDates: refund.dates,
  refundSteps: refund.steps,
  nothingRefundableFrom: refund.nothingFrom,
  ...(runs && {
    runs: { minimumTravelers: runs.minimumTravelers, decidedBy: runs.decideOn, sentence: runs.sentence },
  }),
})

export const readPlanJson = (json: ReturnType<typeof planJson>): InstallmentPlan => ({
  totalCents: centsOf(json.totalAmount),
  depositCents: centsOf(json.depositAmount),
  remainingCents: centsOf(json.remaining),
  ...(json.priceSum && { sum: json.priceSum }),
  ...(json.earlyBirdDiscount !== undefined && { earlyBirdOffCents: centsOf(json.earlyBirdDiscount) }),
  ...(json.discountCode && {
    discount: {
      ...{ code: json.discountCode.code, words: json.discountCode.words },
      ...{ offCents: centsOf(json.discountCode.amount), isCut: json.discountCode.isCutToDeposit },
    },
  }),
  installments: json.installments.map(({ number, amount, dueDate }) => ({
    number,
    amountCents: centsOf(amount),
    dueOn: dueDate,
  })),
  refund: {
    terms: json.refundTerms,
    dates: json.refundDates,
    steps: json.refundSteps,
    nothingFrom: json.nothingRefundableFrom,
  },
  ...(json.runs && {
    runs: {
      ...{ minimumTravelers: json.runs.minimumTravelers, decideOn: json.runs.decidedBy },
      sentence: json.runs.sentence,
    },
  }),
})
