import type { z } from 'zod'
import { type Day, daysFrom } from '#app/platform/days'
import { type AmountOrPercent, type Cents, CHARGEABLE, cents, partOf, showCents } from '#app/platform/money'
import { usualDecisionDay } from './departure'
import { asksAboutOffer, DAYS_AT_MOST, DepartureFieldsForm } from './departure-form'
import { LEAST_AFTER_DEPOSIT } from './promises'

type Typed = Omit<z.output<typeof DepartureFieldsForm>, 'version'>

/** A departure as staff edit it, with what must hold between the fields, each said under its field. */
export const DepartureForm = DepartureFieldsForm.superRefine((departure, context) => {
  for (const { field, wrong, words } of rulesOf(departure)) {
    if (wrong) context.addIssue({ code: 'custom', path: [field], message: words })
  }
}).transform((departure) => ({
  ...departure,
  decideOn: departure.minimumTravelers === null ? null : (departure.decideOn ?? usualDecisionDay(departure)),
  earlyBirdOffCents: centsOf(departure.earlyBirdOffCents),
  earlyBirdOffPercent: percentOf(departure.earlyBirdOffCents),
  resaleFeeCents: centsOf(departure.resaleFeeCents),
  resaleFeePercent: percentOf(departure.resaleFeeCents),
}))

const centsOf = (typed: AmountOrPercent): Cents => ('cents' in typed ? typed.cents : cents(0))
const percentOf = (typed: AmountOrPercent): number => ('percent' in typed ? typed.percent : 0)

const after = (one: Day | null, other: Day | null): boolean => one !== null && other !== null && one > other

function rulesOf(departure: Typed) {
  const { startsOn, endsOn, seats, depositCents, minimumTravelers, decideOn } = departure
  const { firstInstallmentDueOn, finalInstallmentDueOn, salesOpenOn, salesCloseOn } = departure
  const { earlyBirdEndsOn, earlyBirdOffer, earlyBirdOffCents: off } = departure
  const { offerNamesWorth, savedOffer } = departure
  const takesOff = 'percent' in off || off.cents > 0
  const prices = ['doublePriceCents', 'singlePriceCents'] as const
  return [
    {
      field: 'endsOn',
      wrong: after(startsOn, endsOn),
      words: 'The last day cannot be before the first day',
    },
    {
      field: 'endsOn',
      wrong: daysFrom(startsOn, endsOn) >= DAYS_AT_MOST,
      words: `A journey takes ${DAYS_AT_MOST} days at most: choose an earlier last day`,
    },
    ...prices.flatMap((field) => [
      {
        field,
        wrong: depositCents > departure[field],
        words: 'The deposit is more than this price: raise the price or lower the deposit',
      },
      {
        field,
        wrong: departure[field] > depositCents && departure[field] - depositCents < LEAST_AFTER_DEPOSIT,
        words: `After the deposit, nothing or at least ${showCents(cents(LEAST_AFTER_DEPOSIT))} must be left: a card cannot pay less than ${showCents(CHARGEABLE.atLeast)} at once`,
      },
    ]),
    {
      field: 'minimumTravelers',
      wrong: (minimumTravelers ?? 0) > seats,
      words: 'There are fewer seats than that: lower the minimum',
    },
    {
      field: 'minimumTravelers',
      wrong: decideOn !== null && minimumTravelers === null,
      words: 'How many travelers does it need by that day? Enter a minimum, or clear the day',
    },
    {
      field: 'decideOn',
      wrong: after(decideOn, firstInstallmentDueOn),
      words: 'Decide before the first installment is due: choose an earlier day',
    },
    {
      field: 'finalInstallmentDueOn',
      wrong: after(firstInstallmentDueOn, finalInstallmentDueOn),
      words: 'The final due date cannot be before the first one',
    },
    ...(['firstInstallmentDueOn', 'finalInstallmentDueOn'] as const).map((field) => ({
      field,
      wrong: departure[field] >= startsOn,
      words: 'Everything is due before the departure: choose a day before the first day',
    })),
    {
      field: 'earlyBirdEndsOn',
      wrong: (earlyBirdOffer !== null || takesOff) && earlyBirdEndsOn === null,
      words: 'How long is the offer good? Choose a day, or clear the offer',
    },
    {
      field: 'earlyBirdEndsOn',
      wrong: after(earlyBirdEndsOn, startsOn),
      words: 'The early bird ends before the departure',
    },
    {
      field: 'earlyBirdOffer',
      wrong: earlyBirdEndsOn !== null && earlyBirdOffer === null && !takesOff,
      words: 'What do early birds get? Write the gift or an amount off the price, or clear the day',
    },
    {
      field: 'earlyBirdOffer',
      wrong: asksAboutOffer(earlyBirdOffer, savedOffer) && offerNamesWorth !== earlyBirdOffer,
      words:
        'These words mention money, and words take nothing off the price. Is it a discount? Enter it under “Early-bird discount”. Is it what a gift is worth? Check the box below',
    },
    {
      field: 'earlyBirdOffCents',
      wrong: prices.some((field) => {
        const left = departure[field] - partOf(departure[field], off) - depositCents
        return takesOff && left !== 0 && left < LEAST_AFTER_DEPOSIT
      }),
      words: `After the deposit, nothing or at least ${showCents(cents(LEAST_AFTER_DEPOSIT))} of each price must be left: take less off`,
    },
    {
      field: 'salesOpenOn',
      wrong: salesOpenOn !== null && salesOpenOn >= (salesCloseOn ?? startsOn),
      words: 'Sales open before they close: choose an earlier day, or clear it',
    },
    {
      field: 'salesCloseOn',
      wrong: salesCloseOn !== null && salesCloseOn >= startsOn,
      words: 'Sales close before the journey begins: choose a day before the first day, or clear it',
    },
  ]
}
