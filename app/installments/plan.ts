import { addDays, type Day, earlierDay, laterDay } from '#app/days'
import { type Cents, cents, equalParts } from '#app/money'

export type PlannedInstallment = { number: 1 | 2; amountCents: Cents; dueOn: Day }

export type InstallmentPlan = {
  totalCents: Cents
  depositCents: Cents
  remainingCents: Cents
  installments: PlannedInstallment[]
}

export type PlanTerms = {
  depositCents: Cents
  firstInstallmentDueOn: Day
  finalInstallmentDueOn: Day
  startsOn: Day
}

/**
 * What is left to pay after the deposit, and when: two equal installments on the tour's due dates (spec §9).
 * A due date is never nearer than 14 days after the booking, the final one 28; while the departure lies ahead
 * of the booking, none falls after the day before it (decisions §2). Days are the business's.
 */
export function planFor(terms: PlanTerms, totalCents: Cents, bookedOn: Day): InstallmentPlan {
  const remainingCents = cents(totalCents - terms.depositCents)
  const dayBefore = addDays(terms.startsOn, -1)
  const dueOn = (tourDay: Day, daysAfterBooking: number) => {
    const day = laterDay(tourDay, addDays(bookedOn, daysAfterBooking))
    return bookedOn < terms.startsOn ? earlierDay(day, dayBefore) : day
  }
  const amounts = equalParts(remainingCents, 2)
  const due = [dueOn(terms.firstInstallmentDueOn, 14), dueOn(terms.finalInstallmentDueOn, 28)]
  return {
    totalCents,
    depositCents: terms.depositCents,
    remainingCents,
    installments: ([1, 2] as const)
      .map((number) => ({
        number,
        amountCents: amounts[number - 1] ?? cents(0),
        dueOn: due[number - 1] ?? dayBefore,
      }))
      .filter(({ amountCents }) => amountCents > 0),
  }
}
