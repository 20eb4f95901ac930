import { type Day, earlierDay } from '#app/platform/days'
import { type Cents, CHARGEABLE, cents, equalParts } from '#app/platform/money'
import { INSTALLMENTS, INSTALLMENTS_AT_MOST } from '#app/tours/promises'
import { JOINERS_DEPOSIT } from './plan'
import { type Installment, isSettled, owedByInstallment, type Raised } from './settle-installments.server'

/** Whether a plan has more installments than a new booking's. */
export const isSpread = (planned: { number: number }[]): boolean =>
  planned.some(({ number }) => number > INSTALLMENTS)

/**
 * The installments of a booking once what is open is due on these days instead, in equal amounts with the
 * remainder on the last. What is paid keeps its number, and its day unless the next one is due sooner; where
 * too few numbers are left it stands as one. The last of a plan is never the first: that would follow what is
 * left by itself (`askAgain`).
 */
export function spreadOver(planned: Installment[], remainingCents: Cents, days: Day[]): Raised[] {
  const paid = planned.filter(isSettled)
  const highest = paid.at(-1)?.number ?? 0
  const stays = highest + days.length > INSTALLMENTS_AT_MOST ? asOne(paid) : paid
  const from = (stays.at(-1)?.number ?? 0) + 1
  const first = days.length === 1 ? Math.max(from, INSTALLMENTS) : from
  const open = equalParts(remainingCents, days.length).map((amountCents, index) => ({
    ...{ number: first + index, amountCents, dueOn: days[index] ?? '' },
    ...{ agreedDueOn: null, paidAt: null, isRaised: true },
  }))
  return [...stays.map((row) => notAfter(row, days[0] ?? '', paid)), ...open]
}

/** The paid installments of a plan as the first; what came of travelers who joined stays before it. */
function asOne(paid: Installment[]): Installment[] {
  const plan = paid.filter(({ number }) => number !== JOINERS_DEPOSIT)
  const amountCents = cents(sumOf(plan.map((one) => one.amountCents)))
  const one = plan.slice(-1).map((last) => ({ ...last, number: 1, amountCents }))
  return [...paid.filter((row) => !plan.includes(row)), ...one]
}

function notAfter(row: Installment, day: Day, paid: Installment[]): Raised {
  const dueOn = earlierDay(row.dueOn, day)
  return { ...row, dueOn, isRaised: dueOn !== row.dueOn || !paid.includes(row) }
}

/**
 * What each installment of a plan that was spread comes to once a traveler has left: the open ones ask for
 * what is left then, each as much smaller as the others and none for less than a card can pay; what is paid
 * is smaller by the rest of what was theirs (`ownCents`).
 */
export function lessenedSpread(
  planned: Installment[],
  ownCents: Cents,
  { beforeCents, afterCents }: { beforeCents: Cents; afterCents: Cents },
): { id: number; leftCents: number }[] {
  const owed = owedByInstallment(planned, beforeCents)
  const [open, paid] = [owed.filter(({ owedCents }) => owedCents > 0), owed.filter((one) => !one.owedCents)]
  const paidCents = sumOf(paid.map(({ amountCents }) => amountCents))
  const left = Math.max(0, paidCents - Math.max(0, ownCents - (beforeCents - afterCents)))
  return [
    ...scaled(
      paid.map(({ id, amountCents }) => ({ id, weight: amountCents })),
      left,
    ),
    ...chargeable(
      open.map(({ id, owedCents }) => ({ id, weight: owedCents })),
      afterCents,
    ),
  ]
}

type Weighed = { id: number; weight: number }

/** Cents divided by weight; the last part takes the remainder. */
function scaled(parts: Weighed[], total: number): { id: number; leftCents: number }[] {
  const weights = sumOf(parts.map(({ weight }) => weight))
  const divided = parts.map(({ id, weight }) => ({ id, leftCents: Math.floor((total * weight) / weights) }))
  const last = divided.at(-1)
  if (last) last.leftCents += total - sumOf(divided.map(({ leftCents }) => leftCents))
  return divided
}

function chargeable(parts: Weighed[], total: number): { id: number; leftCents: number }[] {
  const divided = scaled(parts, total)
  const small = divided.findIndex(({ leftCents }) => leftCents < CHARGEABLE.atLeast)
  if (small < 0 || parts.length === 1) return divided
  const gone = parts.slice(small, small + 1).map(({ id }) => ({ id, leftCents: 0 }))
  return [...gone, ...chargeable(parts.toSpliced(small, 1), total)]
}

const sumOf = (cents: number[]): number => cents.reduce((sum, one) => sum + one, 0)
