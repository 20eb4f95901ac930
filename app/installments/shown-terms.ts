import type { Cents } from '#app/money'
import { dueNow, type InstallmentPlan } from './plan'

/** What stood beside the button that was pressed; a call that showed nothing sends nothing. */
export type Shown = {
  /** The amount to be paid now. */
  dueCents?: Cents
  /** The price and plan, as `planInLine` writes them. */
  plan?: string
}

/**
 * A plan in one line, by which a page tells what it showed, with the day from which nothing is refundable:
 * '450000 50000 2025-09-16 2025-08-15:200000 2025-09-15:200000'.
 */
export const planInLine = ({ totalCents, depositCents, installments, refund }: InstallmentPlan): string =>
  [
    totalCents,
    depositCents,
    refund.nothingFrom,
    ...installments.map(({ dueOn, amountCents }) => `${dueOn}:${amountCents}`),
  ].join(' ')

/** Whether the traveler saw this plan. For a payment in full its due dates do not matter; the refund terms and what they name do. */
export function isAsShown(shown: Shown, plan: InstallmentPlan, paymentType: 'deposit' | 'full'): boolean {
  if (shown.dueCents !== undefined && shown.dueCents !== dueNow(plan, paymentType)) return false
  if (shown.plan === undefined) return true
  const agreed = planInLine(plan)
  return paymentType === 'full'
    ? withoutDueDates(shown.plan) === withoutDueDates(agreed)
    : shown.plan === agreed
}

const withoutDueDates = (line: string) => line.split(' ').slice(0, 3).join(' ')
