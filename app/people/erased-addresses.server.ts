import { inArray } from 'drizzle-orm'
import { certainMailboxOf } from '#app/mail/outbox.server'
import { keyedDigests } from '#app/platform/keys.server'
import { db, type Tx } from '#db/connection.server'
import { erasedAddresses } from '#db/schema/people'

// An old list that staff import would subscribe someone again who was erased: of their address a digest
// stays, made with our secret, by which it is known again and cannot be read. They themselves may come back.

const digestsOf = keyedDigests('erased address')

const named = (address: string) => inArray(erasedAddresses.digest, digestsOf(certainMailboxOf(address)))

export function noteErased(address: string, now: Date, tx: Tx): void {
  const [digest = ''] = digestsOf(certainMailboxOf(address))
  tx.insert(erasedAddresses).values({ digest, createdAt: now }).onConflictDoNothing().run()
}

export const wasErased = (address: string): boolean =>
  db.select({ id: erasedAddresses.id }).from(erasedAddresses).where(named(address)).get() !== undefined

/** They have subscribed again, and confirmed it. */
export function forgetErased(address: string, tx: Tx): void {
  tx.delete(erasedAddresses).where(named(address)).run()
}
