import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connection.server'
import { partyChanges } from '#db/schema'

/** Whether the opened form has changed the party already: a second press changes nothing. */
export const isChangedBy = (formKey: string, tx: Tx): boolean =>
  tx.select({ id: partyChanges.id }).from(partyChanges).where(eq(partyChanges.formKey, formKey)).get() !==
  undefined
