import { type Cents, cents, isTooSmallToAsk } from '#app/money'

type Planned = { number: number; amountCents: Cents }

/**
 * What each installment of a booking still asks for, in the order of their numbers, given what the booking has
 * left to pay. The last ones keep their whole amount as long as they can; the first unpaid one takes the rest:
 * money paid ahead lessens it, arrears add to it. Where it comes to less than a card can pay, the next one asks for it.
 */
export function owedByInstallment<Row extends Planned>(
  planned: readonly Row[],
  remainingCents: Cents,
): (Row & { owedCents: Cents })[] {
  let left: number = Math.max(0, remainingCents)
  const owed = planned.toReversed().map((installment) => {
    const taken = Math.min(installment.amountCents, left)
    left -= taken
    return { ...installment, owedCents: cents(taken) }
  })
  const inOrder = owed.toReversed()
  const [first, second] = inOrder.filter(({ owedCents }) => owedCents > 0)
  if (first) first.owedCents = cents(first.owedCents + left)
  if (first && second && isTooSmallToAsk(first.owedCents)) {
    second.owedCents = cents(second.owedCents + first.owedCents)
    first.owedCents = cents(0)
  }
  return inOrder
}
