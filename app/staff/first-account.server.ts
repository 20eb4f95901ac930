import { recordAct } from '#app/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { COMMON_PASSWORDS } from './common-passwords'
import { isCommonPassword } from './common-passwords.server'
import { hashPassword } from './password.server'

const anybody = () => db.select({ id: adminUsers.id }).from(adminUsers).limit(1).get()

/**
 * Makes the first staff account from ADMIN_USERNAME and ADMIN_PASSWORD; nothing where an account exists or
 * either is missing. Throws a sentence where the password is too common.
 */
export async function ensureFirstAccount(
  account: { username: string | undefined; password: string | undefined },
  now: Date,
): Promise<void> {
  const { username, password } = account
  if (!username || !password || anybody()) return
  if (isCommonPassword(password)) {
    throw new Error(
      `ADMIN_PASSWORD is one of the ${COMMON_PASSWORDS} most common passwords, or a word of the site: choose another.`,
    )
  }
  const passwordHash = await hashPassword(password)
  immediately(db, (tx) => {
    if (anybody()) return
    tx.insert(adminUsers).values({ username, passwordHash, role: 'admin', createdAt: now }).run()
    recordAct({ actor: 'start', action: 'account-created', subject: `user:${username}` }, now, tx)
  })
}
