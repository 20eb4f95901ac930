import { and, eq, gt } from 'drizzle-orm'
import { type Cents, cents } from '#app/money'
import type { Tx } from '#db/connection.server'
import { partyChanges } from '#db/schema'

/** Whether the opened form has changed the party already: a second press changes nothing. */
export const isChangedBy = (formKey: string, tx: Tx): boolean =>
  tx.select({ id: partyChanges.id }).from(partyChanges).where(eq(partyChanges.formKey, formKey)).get() !==
  undefined

/** What of an amount that concerned a whole party at `since` is of those who have not left it since then; in cents. */
export function partOfStayers(bookingId: number, amountCents: Cents, since: Date, tx: Tx): Cents {
  if (amountCents <= 0) return amountCents
  const left = tx
    .select({ shareCents: partyChanges.shareCents, ofCents: partyChanges.ofCents })
    .from(partyChanges)
    .where(
      and(
        eq(partyChanges.bookingId, bookingId),
        eq(partyChanges.kind, 'left'),
        gt(partyChanges.ofCents, cents(0)),
        gt(partyChanges.createdAt, since),
      ),
    )
    .all()
  return cents(
    left.reduce(
      (part: number, { shareCents, ofCents }) => Math.floor((part * (ofCents - shareCents)) / ofCents),
      amountCents,
    ),
  )
}
