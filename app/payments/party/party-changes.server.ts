import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { type Cents, cents } from '#app/money'
import type { Tx } from '#db/connection.server'
import { partyChanges } from '#db/schema'

/** Whether the opened form has changed the party already: a second press changes nothing. */
export const isChangedBy = (formKey: string, tx: Tx): boolean =>
  tx.select({ id: partyChanges.id }).from(partyChanges).where(eq(partyChanges.formKey, formKey)).get() !==
  undefined

/** A refund to who left does not reach the card: it is still promised to them. `since` is when it was ordered. */
export function promiseAgain(bookingId: number, amountCents: Cents, since: Date, tx: Tx): void {
  const change = tx
    .select({ id: partyChanges.id })
    .from(partyChanges)
    .where(and(eq(partyChanges.bookingId, bookingId), eq(partyChanges.kind, 'left')))
    .orderBy(desc(eq(partyChanges.createdAt, since)), desc(partyChanges.id))
    .get()
  if (!change) return
  tx.update(partyChanges)
    .set({ promisedCents: sql`${partyChanges.promisedCents} + ${amountCents}` })
    .where(eq(partyChanges.id, change.id))
    .run()
}

/** Money that goes back for good keeps first what was promised to those who left. */
export function keepPromises(bookingId: number, amountCents: Cents, tx: Tx): void {
  let left: number = amountCents
  const open = tx
    .select({ id: partyChanges.id, promised: partyChanges.promisedCents })
    .from(partyChanges)
    .where(and(eq(partyChanges.bookingId, bookingId), gt(partyChanges.promisedCents, cents(0))))
    .orderBy(asc(partyChanges.id))
    .all()
  for (const { id, promised } of open) {
    const kept = Math.min(left, promised)
    left -= kept
    tx.update(partyChanges)
      .set({ promisedCents: cents(promised - kept) })
      .where(eq(partyChanges.id, id))
      .run()
  }
}
