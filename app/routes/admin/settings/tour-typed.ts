import { type Cents, dollarsOf } from '#app/money'
import type { Tour } from '#app/tour/tour.server'
import type { TourTerms } from '#app/tour/tour-form'
import { showTerm, TOUR_LABELS } from '#app/tour/tour-labels'

const dollars = (amount: Cents) => {
  const value = dollarsOf(amount)
  return Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(2)
}

/** The tour as it stands in the fields of its form: dollars, '' where there is nothing. */
export const tourAsTyped = (tour: Tour) => ({
  name: tour.name,
  startsOn: tour.startsOn,
  endsOn: tour.endsOn,
  seats: String(tour.seats),
  depositCents: dollars(tour.depositCents),
  doublePriceCents: dollars(tour.doublePriceCents),
  singlePriceCents: dollars(tour.singlePriceCents),
  firstInstallmentDueOn: tour.firstInstallmentDueOn,
  finalInstallmentDueOn: tour.finalInstallmentDueOn,
  earlyBirdEndsOn: tour.earlyBirdEndsOn ?? '',
  earlyBirdOffer: tour.earlyBirdOffer ?? '',
  salesOpen: tour.salesOpen ? 'on' : undefined,
  salesCloseOn: tour.salesCloseOn ?? '',
})

/** What a second editor reads: the tour's version now, and what it says where the two differ. */
export const savedMeanwhile = (tour: Tour, typed: TourTerms) => ({
  version: tour.version,
  differences: (Object.keys(TOUR_LABELS) as (keyof TourTerms)[])
    .filter((field) => tour[field] !== typed[field])
    .map((field) => `${TOUR_LABELS[field]}: ${showTerm(field, tour[field])}`),
})
