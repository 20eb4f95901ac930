import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import type { Moment } from '#app/clock.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import type { TooOften, Whence } from './guesses.server'
import { accountWithEmail, endResetOf } from './password-resets.server'
import { refusedWith } from './prove-password.server'
import type { Staff } from './sessions.server'

type Chosen = { email: string | null } | { refused: 'wrong' | 'taken' | 'signed-out' } | TooOften

export const ownEmail = ({ id }: Staff): string | null =>
  db.select({ email: adminUsers.email }).from(adminUsers).where(eq(adminUsers.id, id)).get()?.email ?? null

/**
 * Changes where the link to a new password goes; null for nowhere. Needs the account's password: somebody who reads that
 * mailbox can take the account over.
 */
export async function chooseOwnEmail(
  { email, currentPassword }: { email: string | null; currentPassword: string },
  { staff, whence }: { staff: Staff; whence: Whence },
  moment: Moment,
): Promise<Chosen> {
  const account = db.select().from(adminUsers).where(eq(adminUsers.id, staff.id)).get()
  if (!account) return { refused: 'signed-out' }
  const refusal = await refusedWith(currentPassword, account, { staff, whence }, moment)
  if (refusal) return refusal

  return immediately(db, (tx) => {
    const other = email && accountWithEmail(email, tx)
    if (other && other.id !== staff.id) return { refused: 'taken' }
    if (account.email === email) return { email }
    tx.update(adminUsers).set({ email }).where(eq(adminUsers.id, staff.id)).run()
    endResetOf(staff.id, tx)
    const act = { ...byStaff(staff), action: 'email-chosen', subject: `user:${staff.username}` } as const
    recordAct(act, moment.now, tx)
    return { email }
  })
}
