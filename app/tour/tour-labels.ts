import { showDay } from '#app/days'
import { type Cents, showCents } from '#app/money'
import type { TourTerms } from './tour-form'

/** What staff call each thing that they can change of a tour. */
export const TOUR_LABELS: Record<keyof TourTerms, string> = {
  name: 'Name',
  startsOn: 'First day',
  endsOn: 'Last day',
  seats: 'Seats',
  depositCents: 'Deposit',
  doublePriceCents: 'Double room price',
  singlePriceCents: 'Single room price',
  firstInstallmentDueOn: 'First installment due',
  finalInstallmentDueOn: 'Final installment due',
  earlyBirdEndsOn: 'Early bird until',
  earlyBirdOffer: 'Early bird offer',
  salesOpen: 'On sale',
  salesCloseOn: 'Sales close after',
}

/** One of these things as it reads: '$4,500', 'Aug 15, 2025', 'yes', 'nothing'. */
export function showTerm(field: string, value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field.endsWith('Cents')) return showCents(value as Cents)
  return field.endsWith('On') ? showDay(String(value)) : String(value)
}
