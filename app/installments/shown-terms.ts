import type { InstallmentPlan } from '#app/installments/plan'
import type { Cents } from '#app/money'

/** What stood beside the button that was pressed; a call that showed nothing sends nothing. */
export type Shown = {
  /** The amount to be paid now. */
  dueCents?: Cents
  /** The price and plan, as `planInLine` writes them. */
  plan?: string
}

/** A plan in one line, by which a page tells what it showed: '450000 50000 2025-08-15:200000 2025-09-15:200000'. */
export const planInLine = ({ totalCents, depositCents, installments }: InstallmentPlan): string =>
  [totalCents, depositCents, ...installments.map(({ dueOn, amountCents }) => `${dueOn}:${amountCents}`)].join(
    ' ',
  )

/** What is paid now under a plan, in cents. */
export const dueUnder = (plan: InstallmentPlan, paymentType: 'deposit' | 'full'): Cents =>
  paymentType === 'full' ? plan.totalCents : plan.depositCents

/** Whether the traveler saw this plan; to who pays in full, only the price matters. */
export function isAsShown(shown: Shown, plan: InstallmentPlan, paymentType: 'deposit' | 'full'): boolean {
  if (shown.dueCents !== undefined && shown.dueCents !== dueUnder(plan, paymentType)) return false
  if (shown.plan === undefined) return true
  return paymentType === 'full'
    ? shown.plan.split(' ')[0] === String(plan.totalCents)
    : shown.plan === planInLine(plan)
}
