import { eq } from 'drizzle-orm'
import { type Day, laterDay } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { installmentAmounts } from '#app/tours/promises'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema'
import { dueWhenOwedAgain, type InstallmentPlan, JOINERS_DEPOSIT } from './plan'
import { hasPlan, type Installment, installmentsOf, isSettled } from './settle-installments.server'

/**
 * What one traveler is to the installments of a booking: their share, and where they joined later what they
 * brought to each.
 */
type Share = {
  priceCents: Cents
  depositCents: Cents
  firstPartCents: Cents | null
  finalPartCents: Cents | null
}

/**
 * What a traveler who joins brings to the first and the final installment; what is left of their price is a
 * deposit before these.
 */
export type Parts = { firstPartCents: Cents; finalPartCents: Cents }

/** An installment as it is once somebody has joined, or the price has changed. */
export type Raised = Pick<Installment, 'number' | 'amountCents' | 'dueOn' | 'agreedDueOn' | 'paidAt'> & {
  isRaised: boolean
}

/**
 * The installments of a booking once somebody has joined it, and what that one brought to each (rules 4.10):
 * to those that are open, or to the final one where all are paid. None of these is due sooner than one of a
 * booking made today (`joins`, the plan of the new share alone). A booking that was paid at once has no plan:
 * what it owes is asked for in one sum, `remainingCents` then.
 */
export function raisedInstallments(
  planned: Installment[],
  joins: InstallmentPlan,
  remainingCents: Cents,
  when: { startsOn: Day; today: Day },
): { rows: Raised[]; parts: Parts } {
  const soonest = dueWhenOwedAgain(when.startsOn, when.today)
  if (!hasPlan(planned)) {
    const asked = {
      number: 1,
      amountCents: remainingCents,
      dueOn: soonest,
      agreedDueOn: null,
      paidAt: null,
      isRaised: true,
    }
    return { rows: [asked], parts: { firstPartCents: joins.totalCents, finalPartCents: cents(0) } }
  }
  const parts = partsOfJoiner(planned, joins, soonest)
  const rows: Raised[] = planned.map((row) => {
    const part = row.number === 1 ? parts.firstPartCents : parts.finalPartCents
    if (part === 0 || row.number === JOINERS_DEPOSIT) return { ...row, isRaised: false }
    const own = joins.installments.find(({ number }) => number === row.number && row.number > 1)
    const isShared = parts.firstPartCents > 0 && !isFirstPaid(planned)
    const dueOn = laterDay(row.dueOn, isShared && own ? own.dueOn : soonest)
    return { ...row, amountCents: cents(row.amountCents + part), dueOn, paidAt: null, isRaised: true }
  })
  const [first, final] = rows.filter(({ number }) => number !== JOINERS_DEPOSIT)
  // The first that was put off takes the final one along.
  if (first && final && final.dueOn < first.dueOn)
    Object.assign(final, { dueOn: first.dueOn, isRaised: true })
  return { rows: withDeposit(rows, depositPart({ ...joins, ...parts }), soonest), parts }
}

/**
 * What of a joiner's price is asked for before the installments; nothing where one of these is due as soon.
 */
const depositPart = (joins: Parts & { totalCents: Cents }): Cents =>
  cents(joins.totalCents - joins.firstPartCents - joins.finalPartCents)

function withDeposit(rows: Raised[], depositCents: Cents, dueOn: Day): Raised[] {
  if (depositCents === 0) return rows
  const before = rows.find(({ number }) => number === JOINERS_DEPOSIT)
  const amountCents = cents((before?.amountCents ?? 0) + depositCents)
  const asked = { amountCents, dueOn, agreedDueOn: null, paidAt: null, isRaised: true }
  return [{ number: JOINERS_DEPOSIT, ...asked }, ...rows.filter((row) => row !== before)]
}

/**
 * The deposit of who joins is asked for at once, as of anybody who books: with the next installment where
 * that is due as soon, else before it.
 */
function partsOfJoiner(planned: Installment[], joins: InstallmentPlan, soonest: Day): Parts {
  const plan = planned.filter(({ number }) => number !== JOINERS_DEPOSIT)
  const open = plan.filter((one) => !isSettled(one))
  const isDueAsSoon = open.length === 0 || open.some(({ dueOn }) => dueOn <= soonest)
  const beforeCents = isDueAsSoon ? cents(0) : joins.depositCents
  const shared = cents(joins.totalCents - beforeCents)
  const final = joins.installments.find(({ number }) => number > 1)?.amountCents ?? cents(0)
  const isAllFinal = open.every(({ number }) => number > 1)
  const finalPartCents = isAllFinal ? shared : open.length === 1 ? cents(0) : final
  // A first installment that is paid asks for the deposit again: one before it would count as paid first.
  const firstPartCents = isFirstPaid(planned) ? beforeCents : cents(shared - finalPartCents)
  return { firstPartCents, finalPartCents }
}

const isFirstPaid = (planned: Installment[]): boolean =>
  planned.some((one) => one.number === 1 && isSettled(one))

/**
 * Writes down the installments of a booking that somebody has joined, or whose price has changed. One that
 * asks for more is another one, with reminders of its own: who was reminded of the old sum has not heard of
 * this one.
 */
export function raiseInstallments(bookingId: number, rows: Raised[], tx: Tx): void {
  const before = installmentsOf(bookingId)
  for (const { id, number } of before) {
    const row = rows.find((one) => one.number === number)
    if (row?.isRaised !== false) remove(id, tx)
    else change(id, { amountCents: row.amountCents }, tx)
  }
  for (const { number, amountCents, dueOn, agreedDueOn, paidAt, isRaised } of rows) {
    if (!isRaised) continue
    tx.insert(installments).values({ bookingId, number, amountCents, dueOn, agreedDueOn, paidAt }).run()
  }
}

/**
 * Takes the parts of a traveler who has left off the booking's installments, paid ones too: who stays has a
 * plan of their own size.
 */
export function lessenInstallments(bookingId: number, share: Share, tx: Tx): void {
  const planned = installmentsOf(bookingId)
  const parts = partsOf(share, planned)
  for (const { id, number, amountCents, paidAt } of planned) {
    // What is asked for again follows what is left by itself (askAgain).
    if (!hasPlan(planned) && paidAt === null) continue
    const left = amountCents - (parts[number] ?? 0)
    if (left > 0) change(id, { amountCents: cents(left) }, tx)
    else remove(id, tx)
  }
}

/**
 * By the number of the installment. Who was there when the plan was made has their part of it; a booking that
 * was paid at once never had one.
 */
function partsOf(
  { firstPartCents, finalPartCents, depositCents, priceCents }: Share,
  planned: Installment[],
): Cents[] {
  if (firstPartCents !== null && finalPartCents !== null) {
    const totalCents = priceCents
    return [depositPart({ totalCents, firstPartCents, finalPartCents }), firstPartCents, finalPartCents]
  }
  return hasPlan(planned) ? [cents(0), ...installmentAmounts(depositCents, priceCents)] : []
}

const change = (id: number, to: Partial<typeof installments.$inferInsert>, tx: Tx) =>
  tx.update(installments).set(to).where(eq(installments.id, id)).run()

const remove = (id: number, tx: Tx) => tx.delete(installments).where(eq(installments.id, id)).run()
