import { showDay } from '#app/days'
import { type Cents, showCents } from '#app/money'
import type { DepartureTerms } from './departure-form'
import type { DepartureSales } from './departure-sales'

/** What staff call each thing that they can change of a departure. */
export const DEPARTURE_LABELS: Record<keyof DepartureTerms, string> = {
  startsOn: 'First day',
  endsOn: 'Last day',
  seats: 'Seats',
  depositCents: 'Deposit',
  doublePriceCents: 'Double room price',
  singlePriceCents: 'Single room price',
  firstInstallmentDueOn: 'First installment due',
  finalInstallmentDueOn: 'Final installment due',
  earlyBirdEndsOn: 'Early bird until',
  earlyBirdOffer: 'Present, in words',
  earlyBirdOffCents: 'Off the price',
  sales: 'Sales',
  salesOpenOn: 'Sales open on',
  salesCloseOn: 'Sales close after',
}

/** How staff choose whether a departure is sold. */
export const SALES_NAMES: Record<DepartureSales, string> = {
  draft: 'Draft: nobody sees it',
  open: 'On sale',
  closed: 'Closed',
}

/** One of these things as it reads: '$4,500', 'Aug 15, 2025', 'on sale', 'nothing'. */
export function showTerm(field: string, value: unknown): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (field === 'sales') return SALES_NAMES[value as keyof typeof SALES_NAMES] ?? String(value)
  if (field.endsWith('Cents')) return showCents(value as Cents)
  return field.endsWith('On') ? showDay(String(value)) : String(value)
}
