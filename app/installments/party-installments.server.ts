import { eq } from 'drizzle-orm'
import { type Cents, cents } from '#app/money'
import { installmentAmounts } from '#app/tour/plan-sentence'
import type { Tx } from '#db/connection.server'
import { installments } from '#db/schema'
import { installmentsOf } from './settle-installments.server'

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

const change = (id: number, to: Partial<typeof installments.$inferInsert>, tx: Tx) =>
  tx.update(installments).set(to).where(eq(installments.id, id)).run()

const remove = (id: number, tx: Tx) => tx.delete(installments).where(eq(installments.id, id)).run()
