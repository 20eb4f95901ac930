import { and, eq, gt, sql } from 'drizzle-orm'
import type { Moment } from '#app/platform/clock.server'
import { byStaff, recordAct } from '#app/staff/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers, passwordResets as resets } from '#db/schema'
import { hashPassword, isCommonPassword, isLineFull } from './password.server'
import { digestOf, endSessionsOf, newToken } from './sessions.server'
import { RESET_MINUTES } from './staff-limits'

// By the machine's clock, given as `at`, as sessions are.

/** Opens a way to a new password for an account, in place of any other: for the letter of this occasion. */
export function openReset(adminUserId: number, occasion: string | null, at: Date): void {
  const way = {
    occasion,
    tokenDigest: null,
    endsAt: new Date(at.getTime() + RESET_MINUTES * 60_000),
  }
  db.insert(resets)
    .values({ adminUserId, ...way })
    .onConflictDoUpdate({ target: resets.adminUserId, set: way })
    .run()
}

const isOpen = (at: Date) => gt(resets.endsAt, at)

/** Makes the token of a way that is open, in place of an earlier one; null where it is not open anymore. */
function tokenFor(which: ReturnType<typeof eq>, at: Date): string | null {
  const token = newToken()
  const { changes } = db
    .update(resets)
    .set({ tokenDigest: digestOf(token) })
    .where(and(which, isOpen(at)))
    .run()
  return changes === 1 ? token : null
}

export const tokenForLetter = (occasion: string, at: Date): string | null =>
  tokenFor(eq(resets.occasion, occasion), at)
export const tokenForAccount = (id: number, at: Date): string | null =>
  tokenFor(eq(resets.adminUserId, id), at)

/** Whose new password a token leads to; null where it never did, or does no more. */
export const accountOfReset = (token: string, at: Date): { id: number; username: string } | null =>
  db
    .select({ id: adminUsers.id, username: adminUsers.username })
    .from(resets)
    .innerJoin(adminUsers, eq(adminUsers.id, resets.adminUserId))
    .where(and(eq(resets.tokenDigest, digestOf(token)), isOpen(at)))
    .get() ?? null

/** Closes the way of an account. */
export const endResetOf = (adminUserId: number): void => {
  db.delete(resets).where(eq(resets.adminUserId, adminUserId)).run()
}

/** Whose address it is; an address belongs to one account. */
export const accountWithEmail = (email: string) =>
  db
    .select({ id: adminUsers.id, username: adminUsers.username, email: adminUsers.email })
    .from(adminUsers)
    .where(eq(sql`lower(${adminUsers.email})`, email.toLowerCase()))
    .get()

type Reset = { account: { id: number; username: string } } | { refused: 'ended' | 'common-password' | 'busy' }

/** Gives the account of a token another password, once, and ends all its sessions. */
export async function resetPassword(token: string, newPassword: string, { now, at }: Moment): Promise<Reset> {
  if (!accountOfReset(token, at)) return { refused: 'ended' }
  if (isCommonPassword(newPassword)) return { refused: 'common-password' }
  if (isLineFull()) return { refused: 'busy' }

  const passwordHash = await hashPassword(newPassword)
  return immediately((tx) => {
    // Another may have used the same link while this one was being hashed.
    const account = accountOfReset(token, at)
    if (!account) return { refused: 'ended' }
    tx.update(adminUsers).set({ passwordHash }).where(eq(adminUsers.id, account.id)).run()
    endResetOf(account.id)
    endSessionsOf(account.id, null)
    const subject = `user:${account.username}`
    recordAct({ ...byStaff(account), action: 'password-reset', subject }, now)
    return { account }
  })
}
