import { eq } from 'drizzle-orm'
import { byStaff, recordAct } from '#app/audit/audit-log.server'
import { noteGone } from '#app/gone-for-good.server'
import { type Db, db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { isCommonPassword } from './common-passwords.server'
import { findUser, type User, userCalled } from './find-user.server'
import { hashPassword } from './password.server'
import type { Staff } from './sessions.server'
import type { NewUser } from './user-forms'

type Created = { user: User } | { refused: 'taken' | 'common-password' | 'signed-out' }

/**
 * Makes a staff account. Refuses a name that another has, in any case; a password that is too common; and who was
 * deleted while the password was being hashed.
 */
export async function createUser(user: NewUser, staff: Staff, now: Date): Promise<Created> {
  if (userCalled(user.username)) return { refused: 'taken' }
  if (isCommonPassword(user.password)) return { refused: 'common-password' }
  const passwordHash = await hashPassword(user.password)
  return immediately(db, (tx) => {
    if (!findUser(staff.id, tx)) return { refused: 'signed-out' }
    if (userCalled(user.username, tx)) return { refused: 'taken' }
    const { username, role } = user
    const { id } = tx
      .insert(adminUsers)
      .values({ username, passwordHash, role, createdAt: now })
      .returning({ id: adminUsers.id })
      .get()
    recordAct(
      { ...byStaff(staff), action: 'user-created', subject: `user:${username}`, detail: { role } },
      now,
      tx,
    )
    return { user: { id, username, role, createdAt: now, lastLoginAt: null } }
  })
}

type Deleted = { user: User } | { refused: 'own-account' | 'unknown' | 'signed-out' }

/**
 * Deletes an account; its sessions end with it, what it did stays in the audit log under its name. Refuses one's
 * own (rules 6.1). Of two people who delete each other at the same moment the second is signed out already.
 */
export function deleteUser(id: number, staff: Staff, now: Date, outer: Db = db): Deleted {
  return immediately(outer, (tx) => {
    if (!findUser(staff.id, tx)) return { refused: 'signed-out' }
    if (id === staff.id) return { refused: 'own-account' }
    const user = findUser(id, tx)
    if (!user) return { refused: 'unknown' }
    tx.delete(adminUsers).where(eq(adminUsers.id, id)).run()
    noteGone({ what: 'user', id, createdAt: user.createdAt.getTime() }, now)
    const { username, role } = user
    recordAct(
      { ...byStaff(staff), action: 'user-deleted', subject: `user:${username}`, detail: { role } },
      now,
      tx,
    )
    return { user }
  })
}
