import { type Day, laterDay } from '#app/platform/days'
import { type Cents, cents, equalParts } from '#app/platform/money'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema/money'
import { dueWhenOwedAgain, type InstallmentPlan, JOINERS_DEPOSIT } from './plan'
import {
  type ChangedInstallment,
  hasPlan,
  type Installment,
  inOrder,
  installmentsOf,
  isSettled,
  newInstallment,
  removeInstallment,
  setAmount,
} from './settle-installments.server'

/** What a joiner brings to the first installment and to later ones; the rest is a deposit before these. */
export type Parts = { firstPartCents: Cents; finalPartCents: Cents }

/**
 * The installments once someone has joined, and what that brought to each (rules 4.10): to the open ones,
 * else to the final one, none due sooner than for a booking made today (`joins`, the plan of the new share).
 * Without a plan, `remainingCents` is asked for in one sum.
 */
export function raisedInstallments(
  planned: Installment[],
  joins: InstallmentPlan,
  remainingCents: Cents,
  when: { startsOn: Day; today: Day },
): { rows: ChangedInstallment[]; parts: Parts } {
  const soonest = dueWhenOwedAgain(when.startsOn, when.today)
  if (!hasPlan(planned)) {
    const parts = { firstPartCents: joins.totalCents, finalPartCents: cents(0) }
    return { rows: [newInstallment(1, remainingCents, soonest)], parts }
  }
  const { parts, partOf } = partsOfJoiner(planned, joins, soonest)
  const rows: ChangedInstallment[] = planned.map((row) => {
    const { partCents, isLastOfMore } = partOf(row)
    if (partCents === 0) return { ...row, isNew: false }
    const own = isLastOfMore ? joins.installments.find(({ number }) => number > 1) : undefined
    const dueOn = laterDay(row.dueOn, own?.dueOn ?? soonest)
    return { ...row, amountCents: cents(row.amountCents + partCents), dueOn, paidAt: null, isNew: true }
  })
  return { rows: withDeposit(inOrder(rows), depositPart({ ...joins, ...parts }), soonest), parts }
}

/** What of a joiner's price is due before the installments; nothing where one of these is due as soon. */
export const depositPart = (joins: Parts & { totalCents: Cents }): Cents =>
  cents(joins.totalCents - joins.firstPartCents - joins.finalPartCents)

function withDeposit(rows: ChangedInstallment[], depositCents: Cents, dueOn: Day): ChangedInstallment[] {
  if (depositCents === 0) return rows
  const before = rows.find(({ number }) => number === JOINERS_DEPOSIT)
  const amountCents = cents((before?.amountCents ?? 0) + depositCents)
  return [newInstallment(JOINERS_DEPOSIT, amountCents, dueOn), ...rows.filter((row) => row !== before)]
}

/**
 * What of a joiner's price each installment asks for. Their deposit is asked for at once, as of anyone who
 * books: with the next installment where that is due as soon, else before it; the rest in equal parts with
 * those that are open, or with the last one.
 */
function partsOfJoiner(planned: Installment[], joins: InstallmentPlan, soonest: Day) {
  const plan = planned.filter(({ number }) => number !== JOINERS_DEPOSIT)
  const open = plan.filter((one) => !isSettled(one))
  const asked = open.length > 0 ? open : plan.slice(-1)
  const isDueAsSoon = open.length === 0 || open.some(({ dueOn }) => dueOn <= soonest)
  const beforeCents = isDueAsSoon ? cents(0) : joins.depositCents
  const [firstCents = cents(0), ...more] = equalParts(
    cents(joins.totalCents - joins.depositCents),
    asked.length,
  )
  const amounts = [cents(firstCents + joins.depositCents - beforeCents), ...more]
  // An installment that is paid asks for the deposit again: one before it would count as paid first.
  const lastPaid = plan.findLast(isSettled)
  const again = lastPaid && !asked.includes(lastPaid) ? lastPaid : undefined
  const partOf = (row: Installment) => ({
    partCents: row === again ? beforeCents : (amounts[asked.indexOf(row)] ?? cents(0)),
    isLastOfMore: asked.length > 1 && row === asked.at(-1),
  })
  const partsOf = (rows: Installment[]) => cents(rows.reduce((sum, row) => sum + partOf(row).partCents, 0))
  const [first, later] = [plan.filter(({ number }) => number === 1), plan.filter(({ number }) => number > 1)]
  return { parts: { firstPartCents: partsOf(first), finalPartCents: partsOf(later) }, partOf }
}

/**
 * Writes down the installments of a booking that someone has joined, or whose price has changed. One that
 * asks for more counts as new, with its own reminders, as the traveler knows only the old sum.
 */
export function storeInstallments(bookingId: number, rows: ChangedInstallment[], tx: Tx): void {
  for (const { id, number } of installmentsOf(bookingId)) {
    const row = rows.find((one) => one.number === number)
    if (row?.isNew !== false) removeInstallment(id, tx)
    else setAmount(id, row.amountCents, tx)
  }
  for (const { number, amountCents, dueOn, agreedDueOn, plannedDueOn, paidAt, isNew } of rows) {
    if (!isNew) continue
    const row = { bookingId, number, amountCents, dueOn, agreedDueOn, plannedDueOn, paidAt }
    tx.insert(installments).values(row).run()
  }
}
