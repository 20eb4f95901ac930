import type { Day } from '#app/days'
import { type Cents, cents } from '#app/money'
import { installmentName, JOINERS_DEPOSIT } from './installment-name'
import type { InstallmentPlan } from './plan'

type Due = {
  /** Null for a booking's first payment, which is due with no other. */
  number: number | null
  name: string
  dueOn: Day | null
  amountCents: Cents
  owedCents?: Cents
  isPaid?: boolean
  writtenOffCents?: Cents
}

export const BOTH = 'Both installments'
const WITH_DEPOSIT = 'Deposit and installments'

/**
 * Installments as they are said to a traveler: open ones that fall due on the same day, as those of a late booking do,
 * are one sum. First due first.
 */
export function dueTogether<Row extends Due>(installments: Row[]): Row[] {
  const said: Row[] = []
  for (const row of installments) {
    const before = said.at(-1)
    if (before && isTogether(before, row)) said[said.length - 1] = { ...before, ...sumOf(before, row) }
    else said.push(row)
  }
  return said
}

/** The plan's installments, named, and said in the same way. */
export const plannedTogether = ({ installments }: Pick<InstallmentPlan, 'installments'>) =>
  dueTogether(
    installments.map(({ number, amountCents, dueOn }) => ({
      number,
      name: installmentName(number, installments.length),
      amountCents,
      dueOn,
    })),
  )

const isTogether = (one: Due, other: Due) =>
  one.dueOn !== null &&
  one.dueOn === other.dueOn &&
  !one.isPaid &&
  !other.isPaid &&
  !one.writtenOffCents &&
  !other.writtenOffCents

/** What several installments are called in one sentence; the number of a sum is that of its first. */
export const nameTogether = (several: Pick<Due, 'number'>[]): string =>
  several.some(({ number }) => number === JOINERS_DEPOSIT) ? WITH_DEPOSIT : BOTH

const sumOf = (one: Due, other: Due) => ({
  name: nameTogether([one, other]),
  amountCents: cents(one.amountCents + other.amountCents),
  ...(one.owedCents !== undefined &&
    other.owedCents !== undefined && { owedCents: cents(one.owedCents + other.owedCents) }),
})
