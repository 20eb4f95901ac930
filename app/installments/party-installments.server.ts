import { eq } from 'drizzle-orm'
import { type Day, laterDay } from '#app/days'
import { type Cents, cents } from '#app/money'
import { installmentAmounts } from '#app/tour/plan-sentence'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema'
import { dueWhenOwedAgain, type InstallmentPlan } from './plan'
import { type Installment, installmentsOf } from './settle-installments.server'

type Share = { priceCents: Cents; depositCents: Cents }

/** Takes the parts of a traveler who has left off the booking's installments, paid ones too: who stays has a plan of their own size. */
export function lessenInstallments(bookingId: number, share: Share, tx: Tx): void {
  const parts = installmentAmounts(share.depositCents, share.priceCents)
  for (const { id, number, amountCents } of installmentsOf(bookingId, tx)) {
    const left = amountCents - (parts[number - 1] ?? 0)
    if (left > 0) change(id, { amountCents: cents(left) }, tx)
    else remove(id, tx)
  }
}

/**
 * Adds the parts of a traveler who joins to the installments that are open, none due sooner than for a booking made today
 * (`plan`, of the new share alone). Where all are paid, the last one is asked for anew, with a day and reminders of its
 * own. A booking without a plan stays without: what it owes is asked for as owed again.
 */
export function raiseInstallments(
  bookingId: number,
  share: Share,
  plan: InstallmentPlan,
  when: { startsOn: Day; today: Day },
  tx: Tx,
): void {
  const rows = installmentsOf(bookingId, tx)
  const open = rows.filter(({ paidAt }) => paidAt === null)
  const last = rows.at(-1)
  const beyondDeposit = share.priceCents - share.depositCents
  if (!last) return
  if (open.length === 0) {
    askAnew(last, beyondDeposit, dueWhenOwedAgain(when.startsOn, when.today), tx)
    return
  }
  const parts = installmentAmounts(share.depositCents, share.priceCents)
  for (const row of open) {
    const part = open.length === 1 ? beyondDeposit : (parts[row.number - 1] ?? 0)
    const planned = plan.installments.find(({ number }) => number === row.number)
    const dueOn = planned ? laterDay(row.dueOn, planned.dueOn) : row.dueOn
    change(row.id, { amountCents: cents(row.amountCents + part), dueOn }, tx)
  }
}

/** A row of its own: the reminders of the paid one are not its. */
function askAnew(paid: Installment, more: number, dueOn: Day, tx: Tx): void {
  remove(paid.id, tx)
  tx.insert(installments)
    .values({
      bookingId: paid.bookingId,
      number: paid.number,
      amountCents: cents(paid.amountCents + more),
      dueOn,
    })
    .run()
}

const change = (id: number, to: Partial<typeof installments.$inferInsert>, tx: Tx) =>
  tx.update(installments).set(to).where(eq(installments.id, id)).run()

const remove = (id: number, tx: Tx) => tx.delete(installments).where(eq(installments.id, id)).run()
