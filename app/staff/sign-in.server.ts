import { eq, sql } from 'drizzle-orm'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { recordAct } from '#app/audit/audit-log.server'
import { hashPassword, passwordMatches } from '#app/staff/password.server'
import type { Staff } from '#app/staff/sessions.server'
import { db } from '#db/connection.server'
import { adminUsers } from '#db/schema'

export type SignedIn = { staff: Staff } | { refused: 'wrong' | 'too-often' }

const failures = new RateLimiterMemory({ points: 10, duration: 15 * 60 })

/** Compared with where there is no such user, so that the answer takes as long. */
const NOBODYS_PASSWORD = hashPassword('nobody has this password')

/**
 * Checks a username, in any case, and its password. An unknown user and a wrong password answer alike, in like
 * time; ten failures for a name within 15 minutes close it for as long. The limiter counts before the hash, so
 * that guesses made at once are counted too.
 */
export async function signIn(username: string, password: string, now: Date): Promise<SignedIn> {
  const name = username.trim().toLowerCase()
  const mayTry = await failures.consume(name).then(
    () => true,
    () => false,
  )
  if (!mayTry) return { refused: 'too-often' }

  const user = db
    .select()
    .from(adminUsers)
    .where(eq(sql`lower(${adminUsers.username})`, name))
    .get()
  const matches = await passwordMatches(user?.passwordHash ?? (await NOBODYS_PASSWORD), password)
  if (!user || !matches) return { refused: 'wrong' }

  await failures.delete(name)
  db.update(adminUsers).set({ lastLoginAt: now }).where(eq(adminUsers.id, user.id)).run()
  recordAct(
    { actor: user.username, actorId: user.id, action: 'signed-in', subject: `user:${user.username}` },
    now,
  )
  return { staff: { id: user.id, username: user.username, role: user.role } }
}
