import { eq, sql } from 'drizzle-orm'
import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents, isTooSmallToAsk } from '#app/platform/money'
import { recordAct } from '#app/staff/audit-log.server'
import { db, type Tx } from '#db/connection.server'
import { changeRow, insertRow, prepared, rowsBy } from '#db/prepared.server'
import { installments, payments } from '#db/schema/money'
import type { InstallmentPlan } from './plan'

type Planned = { number: number; amountCents: Cents }

/**
 * What each installment still asks for, by number, given what the booking has left to pay. The last ones keep
 * their whole amount as long as they can; the first unpaid one takes the rest. Where that is less than a card
 * can pay, the next one asks for it.
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

export type Installment = typeof installments.$inferSelect

/** The installments of a booking, first due first. */
export const installmentsOf = rowsBy(installments, installments.bookingId, installments.number)

/** An installment as it is once someone has joined, the price has changed or the days have. */
export type ChangedInstallment = Pick<
  Installment,
  'number' | 'amountCents' | 'dueOn' | 'agreedDueOn' | 'plannedDueOn' | 'paidAt'
> & {
  isNew: boolean
}

/** A new day goes back to no other: neither with the departure nor with a hold. */
export const OF_ITS_OWN = { agreedDueOn: null, plannedDueOn: null }

/** One that is asked for from now on. */
export const newInstallment = (number: number, amountCents: Cents, dueOn: Day): ChangedInstallment => ({
  ...{ number, amountCents, dueOn },
  ...OF_ITS_OWN,
  ...{ paidAt: null, isNew: true },
})

/** No later installment is due before an earlier one. */
export function inOrder(rows: ChangedInstallment[]): ChangedInstallment[] {
  let before = ''
  return rows
    .toSorted((one, other) => one.number - other.number)
    .map((row) => {
      const dueOn = before > row.dueOn ? before : row.dueOn
      before = dueOn
      return dueOn === row.dueOn ? row : { ...row, dueOn, isNew: true }
    })
}

/** Paid, or written off: it asks for nothing. */
export const isSettled = (row: Pick<Installment, 'paidAt' | 'writtenOffCents'>): boolean =>
  row.paidAt !== null || row.writtenOffCents > 0

/** A plan made with the booking always has a final installment; what is asked for again stands alone. */
export const hasPlan = (planned: { number: number }[]): boolean =>
  planned.some(({ number }) => number > 1) || new Set(planned.map(({ number }) => number)).size > 1

export const setAmount = (id: number, amountCents: Cents, tx: Tx) =>
  tx.update(installments).set({ amountCents }).where(eq(installments.id, id)).run()

export function setDueDays(rows: Installment[], tx: Tx): void {
  for (const { id, dueOn, agreedDueOn, plannedDueOn } of rows) {
    tx.update(installments).set({ dueOn, agreedDueOn, plannedDueOn }).where(eq(installments.id, id)).run()
  }
}

export const removeInstallment = (id: number, tx: Tx) =>
  tx.delete(installments).where(eq(installments.id, id)).run()

/** Writes down what a booking owes after its deposit, in place of what was written while nothing was paid. */
export function scheduleInstallments(
  { id: bookingId, paymentType }: Pick<Booking, 'id' | 'paymentType'>,
  plan: InstallmentPlan,
  tx: Tx,
): void {
  deleteAll().run({ bookingId })
  if (paymentType === 'full' || plan.installments.length === 0) return
  for (const installment of plan.installments) insertRow(installments, { ...installment, bookingId }, tx)
}

const deleteAll = prepared(() =>
  db
    .delete(installments)
    .where(eq(installments.bookingId, sql.placeholder('bookingId')))
    .prepare(),
)

/**
 * Marks as paid the installments for which nothing is left, and as unpaid those that a refund opened, each in
 * the audit log; what was written off stays so. `remainingCents` is the price less what was paid. Settled on
 * the day its money came.
 */
export function settleInstallments(bookingId: number, remainingCents: Cents, now: Date, tx: Tx): void {
  const planned = installmentsOf(bookingId)
  const changed = owedByInstallment(planned, remainingCents).filter(
    (one) => isSettled(one) !== (one.owedCents === 0),
  )
  for (const { id, number: installment, amountCents, owedCents } of changed) {
    const isPaid = owedCents === 0
    const settled = isPaid
      ? { paidAt: whenPaid(bookingId, installment, planned) ?? now }
      : { paidAt: null, writtenOffCents: cents(0) }
    changeRow(installments, id, settled, tx)
    const action = isPaid ? 'installment-settled' : 'installment-reopened'
    const subject = `booking:${bookingWithId(bookingId)?.reference}`
    recordAct(now, { actor: 'site', action, subject, detail: { installment, amountCents } })
  }
}

/**
 * When the money came that covers an installment and all before it, by the ledger: someone who joins and
 * leaves again moves no day. Null where it was settled without money.
 */
function whenPaid(bookingId: number, number: number, planned: Installment[]): Date | null {
  const later = planned
    .filter((one) => one.number > number)
    .reduce((sum, { amountCents, writtenOffCents }) => sum + amountCents - writtenOffCents, 0)
  const covered = (bookingWithId(bookingId)?.totalCents ?? 0) - later
  let paid = 0
  let since: Date | null = null
  for (const { amountCents, createdAt } of paymentsOf(bookingId)) {
    const before = paid
    paid += amountCents
    if (paid < covered) since = null
    else if (before < covered) since = createdAt
  }
  return since
}

const paymentsOf = rowsBy(payments, payments.bookingId, payments.id)
