import type { InstallmentPlan } from '#app/installments/plan'
import { cents, centsOf, dollarsOf } from '#app/money'

/** A plan as the JSON calls give it: whole dollars. */
export const planJson = ({ totalCents, depositCents, remainingCents, installments }: InstallmentPlan) => ({
  totalAmount: dollarsOf(totalCents),
  depositAmount: dollarsOf(depositCents),
  installmentAmount: dollarsOf(installments[0]?.amountCents ?? cents(0)),
  remaining: dollarsOf(remainingCents),
  installments: installments.map(({ number, amountCents, dueOn }) => ({
    number,
    amount: dollarsOf(amountCents),
    dueDate: dueOn,
  })),
})

export const readPlanJson = (json: ReturnType<typeof planJson>): InstallmentPlan => ({
  totalCents: centsOf(json.totalAmount),
  depositCents: centsOf(json.depositAmount),
  remainingCents: centsOf(json.remaining),
  installments: json.installments.map(({ number, amount, dueDate }) => ({
    number,
    amountCents: centsOf(amount),
    dueOn: dueDate,
  })),
})
