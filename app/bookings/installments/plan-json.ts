import type { CodeDiscount } from '#app/bookings/discount-code'
import { cents, centsOf, type Dollars, dollarsOf } from '#app/platform/money'
import type { InstallmentPlan, Offer } from './plan'

type PartyJson = {
  numberOfGuests?: number
  pricePerTraveler?: Dollars
  pricesOfTravelers?: Dollars[]
  priceSum?: string
}

/** Of a party: the other amounts are for all of them. */
function partyJson({ seats, sum }: Offer): PartyJson {
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
export const planJson = (offer: Offer) => ({
  ...partyJson(offer),
  ...planOf(offer),
})

const planOf = ({
  totalCents,
  depositCents,
  remainingCents,
  installments,
  earlyBirdOffCents,
  discount,
  refund,
  runs,
}: InstallmentPlan) => ({
  ...(earlyBirdOffCents !== undefined && { earlyBirdDiscount: dollarsOf(earlyBirdOffCents) }),
  ...(discount && { discountCode: codeJson(discount) }),
  totalAmount: dollarsOf(totalCents),
  depositAmount: dollarsOf(depositCents),
  installmentAmount: dollarsOf(installments[0]?.amountCents ?? cents(0)),
  remaining: dollarsOf(remainingCents),
  installments: installments.map(({ number, amountCents, dueOn }) => ({
    number,
    amount: dollarsOf(amountCents),
    dueDate: dueOn,
  })),
  refundTerms: refund.terms,
  refundDates: refund.dates,
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
    nothingFrom: json.nothingRefundableFrom,
  },
  ...(json.runs && {
    runs: {
      ...{ minimumTravelers: json.runs.minimumTravelers, decideOn: json.runs.decidedBy },
      sentence: json.runs.sentence,
    },
  }),
})
