import { eq } from 'drizzle-orm'
import { type Day, laterDay } from '#app/days'
import { type Cents, cents } from '#app/money'
import { installmentAmounts } from '#app/tour/plan-sentence'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema'
import { dueWhenOwedAgain, type InstallmentPlan } from './plan'
import { hasPlan, type Installment, installmentsOf } from './settle-installments.server'

/** What one traveler is to the installments of a booking: their share, and where they joined later what they brought to each. */
type Share = {
  priceCents: Cents
  depositCents: Cents
  firstPartCents: Cents | null
  finalPartCents: Cents | null
}

/** What a traveler who joins brings to the first and the final installment, their deposit with it. */
export type Parts = { firstPartCents: Cents; finalPartCents: Cents }

/** An installment as it is once somebody has joined. */
type Raised = Pick<Installment, 'number' | 'amountCents' | 'dueOn' | 'agreedDueOn' | 'paidAt'> & {
  isRaised: boolean
}

/**
 * The installments of a booking once somebody has joined it, and what that one brought to each (rules 4.10): to those
 * that are open, or to the final one where all are paid. None of these is due sooner than one of a booking made today (`joins`, the
 * plan of the new share alone). A booking that was paid at once has no plan: what it owes is asked for in one sum,
 * `remainingCents` then.
 */
export function raisedInstallments(
  planned: Installment[],
  joins: InstallmentPlan,
  remainingCents: Cents,
  when: { startsOn: Day; today: Day },
): { rows: Raised[]; parts: Parts } {
  const soonest = dueWhenOwedAgain(when.startsOn, when.today)
  if (!hasPlan(planned)) {
    const asked = { number: 1, amountCents: remainingCents, dueOn: soonest, agreedDueOn: null, paidAt: null, isRaised: true }
    return { rows: [asked], parts: { firstPartCents: joins.totalCents, finalPartCents: cents(0) } }
  }
  const parts = partsOfJoiner(planned, joins)
  const rows: Raised[] = planned.map((row) => {
    const part = row.number === 1 ? parts.firstPartCents : parts.finalPartCents
    if (part === 0) return { ...row, isRaised: false }
    const own = joins.installments.find(({ number }) => number === row.number && row.number > 1)
    const isShared = parts.firstPartCents > 0
    const dueOn = laterDay(row.dueOn, isShared && own ? own.dueOn : soonest)
    return { ...row, amountCents: cents(row.amountCents + part), dueOn, paidAt: null, isRaised: true }
  })
  const [first, final] = rows
  // The first that was put off takes the final one along.
  if (first && final && final.dueOn < first.dueOn)
    Object.assign(final, { dueOn: first.dueOn, isRaised: true })
  return { rows, parts }
}

function partsOfJoiner(planned: Installment[], joins: InstallmentPlan): Parts {
  const open = planned.filter(({ paidAt }) => paidAt === null)
  const final = joins.installments.find(({ number }) => number > 1)?.amountCents ?? cents(0)
  const isAllFinal = open.every(({ number }) => number > 1)
  const finalPartCents = isAllFinal ? joins.totalCents : open.length === 1 ? cents(0) : final
  return { firstPartCents: cents(joins.totalCents - finalPartCents), finalPartCents }
}

/**
 * Writes down the installments of a booking that somebody has joined. One that asks for more is another one, with reminders of
 * its own: who was reminded of the old sum has not heard of this one.
 */
export function raiseInstallments(bookingId: number, rows: Raised[], tx: Tx): void {
  for (const before of installmentsOf(bookingId, tx)) {
    const row = rows.find(({ number }) => number === before.number)
    if (row && !row.isRaised) continue
    remove(before.id, tx)
    if (!row) continue
    const { number, amountCents, dueOn, agreedDueOn, paidAt } = row
    tx.insert(installments).values({ bookingId, number, amountCents, dueOn, agreedDueOn, paidAt }).run()
  }
}

/** Takes the parts of a traveler who has left off the booking's installments, paid ones too: who stays has a plan of their own size. */
export function lessenInstallments(bookingId: number, share: Share, tx: Tx): void {
  const planned = installmentsOf(bookingId, tx)
  const parts = partsOf(share, planned)
  for (const { id, number, amountCents, paidAt } of planned) {
    // What is asked for again follows what is left by itself (askAgain).
    if (!hasPlan(planned) && paidAt === null) continue
    const left = amountCents - (parts[number - 1] ?? 0)
    if (left > 0) change(id, { amountCents: cents(left) }, tx)
    else remove(id, tx)
  }
}

/** Who was there when the plan was made has their part of it; a booking that was paid at once never had one. */
function partsOf(
  { firstPartCents, finalPartCents, depositCents, priceCents }: Share,
  planned: Installment[],
): Cents[] {
  if (firstPartCents !== null && finalPartCents !== null) return [firstPartCents, finalPartCents]
  return hasPlan(planned) ? installmentAmounts(depositCents, priceCents) : []
}

const change = (id: number, to: Partial<typeof installments.$inferInsert>, tx: Tx) =>
  tx.update(installments).set(to).where(eq(installments.id, id)).run()

const remove = (id: number, tx: Tx) => tx.delete(installments).where(eq(installments.id, id)).run()
