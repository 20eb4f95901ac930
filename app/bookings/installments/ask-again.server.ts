import { eq } from 'drizzle-orm'
import type { Day } from '#app/platform/days'
import type { Cents } from '#app/platform/money'
import { recordAct } from '#app/staff/audit-log.server'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema'
import { dueWhenOwedAgain } from './plan'
import { hasPlan, type Installment, installmentsOf } from './settle-installments.server'

/** A booking, what it is asked for in cents, and the business's day. */
type Owing = { id: number; reference: string; remainingCents: Cents; startsOn: Day; today: Day }

/**
 * Asks for what a booking without a plan owes again, because it was paid at once: one installment of all that
 * is left, due as for a late booking (decision 012). It follows what is left as long as it is open; once it
 * was paid, the next one has a day and reminders of its own.
 */
export function askAgain(owing: Owing, now: Date, tx: Tx): void {
  const planned = installmentsOf(owing.id)
  if (hasPlan(planned)) return

  const [asked] = planned
  const isOpen = asked?.paidAt === null
  if (owing.remainingCents === 0) {
    if (isOpen) withdraw(owing, asked, now, tx)
  } else if (isOpen) {
    follow(owing, asked, tx)
  } else {
    if (asked) remove(asked, tx)
    ask(owing, now, tx)
  }
}

function ask(owing: Owing, now: Date, tx: Tx): void {
  const asked = {
    amountCents: owing.remainingCents,
    dueOn: dueWhenOwedAgain(owing.startsOn, owing.today),
  }
  tx.insert(installments)
    .values({ ...asked, bookingId: owing.id, number: 1 })
    .run()
  note(owing, 'installment-asked', asked, now)
}

const follow = ({ remainingCents }: Owing, { id }: Installment, tx: Tx) =>
  tx.update(installments).set({ amountCents: remainingCents }).where(eq(installments.id, id)).run()

function withdraw(owing: Owing, asked: Installment, now: Date, tx: Tx): void {
  remove(asked, tx)
  note(owing, 'installment-withdrawn', asked, now)
}

const remove = ({ id }: Installment, tx: Tx) => tx.delete(installments).where(eq(installments.id, id)).run()

const note = (
  { reference }: Owing,
  action: 'installment-asked' | 'installment-withdrawn',
  { amountCents, dueOn }: Pick<Installment, 'amountCents' | 'dueOn'>,
  now: Date,
): void =>
  recordAct({ actor: 'site', action, subject: `booking:${reference}`, detail: { amountCents, dueOn } }, now)
