import { type Cents, dollarsOf } from '#app/money'
import type { DepartureTerms } from '#app/tour/departure-form'
import { DEPARTURE_LABELS, showTerm } from '#app/tour/departure-labels'
import type { Departure } from '#app/tour/departures.server'
import { speaksOfMoney } from '#app/tour/early-bird'

const dollars = (amount: Cents) => {
  const value = dollarsOf(amount)
  return Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(2)
}

/** A departure as it stands in the fields of its form: dollars, '' where there is nothing. */
export const departureAsTyped = (departure: Departure) => ({
  startsOn: departure.startsOn,
  endsOn: departure.endsOn,
  seats: String(departure.seats),
  depositCents: dollars(departure.depositCents),
  doublePriceCents: dollars(departure.doublePriceCents),
  singlePriceCents: dollars(departure.singlePriceCents),
  firstInstallmentDueOn: departure.firstInstallmentDueOn,
  finalInstallmentDueOn: departure.finalInstallmentDueOn,
  earlyBirdEndsOn: departure.earlyBirdEndsOn ?? '',
  earlyBirdOffer: departure.earlyBirdOffer ?? '',
  offerNamesWorth: departure.earlyBirdOffer && speaksOfMoney(departure.earlyBirdOffer) ? 'on' : undefined,
  earlyBirdOffCents: departure.earlyBirdOffCents > 0 ? dollars(departure.earlyBirdOffCents) : '',
  sales: departure.sales,
  salesOpenOn: departure.salesOpenOn ?? '',
  salesCloseOn: departure.salesCloseOn ?? '',
})

/** What a second editor reads: the departure's version now, and what it says where the two differ. */
export const savedMeanwhile = (departure: Departure, typed: DepartureTerms) => ({
  version: departure.version,
  differences: (Object.keys(DEPARTURE_LABELS) as (keyof DepartureTerms)[])
    .filter((field) => departure[field] !== typed[field])
    .map((field) => `${DEPARTURE_LABELS[field]}: ${showTerm(field, departure[field])}`),
})
