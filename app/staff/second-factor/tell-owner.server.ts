import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Letter } from '#app/mail/letter'
import { post } from '#app/mail/outbox.server'
import type { Tx } from '#db/connection.server'
import { adminUsers } from '#db/schema'

/** Tells the owner of an account what was done to its second factor, where there is an address to write to. */
export function tellOwner(
  accountId: number,
  letterTo: (username: string) => Letter,
  now: Date,
  tx: Tx,
): void {
  const owner = tx
    .select({ name: adminUsers.username, address: adminUsers.email })
    .from(adminUsers)
    .where(eq(adminUsers.id, accountId))
    .get()
  if (!owner?.address) return
  const { name, address } = owner
  const letter = letterTo(name)
  post({ kind: 'second-factor', once: randomUUID(), to: { name, address }, letter }, now, tx)
}
