import type { Moment } from '#app/platform/clock.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { adminUsers } from '#db/schema'
import { newPasswordInAdmin } from './admin-addresses.server'
import { recordAct } from './audit-log.server'
import { removeFactor } from './change-factor.server'
import { hashPassword, isCommonPassword } from './password.server'
import { openReset, tokenForAccount } from './password-resets.server'
import { endSessionsOf } from './sessions.server'
import { COMMON_PASSWORDS, RESET_MINUTES } from './user-forms'
import { userCalled } from './users.server'

const anyAccount = () => db.select({ id: adminUsers.id }).from(adminUsers).limit(1).get()

/**
 * Creates the first staff account, unless one exists or a value is missing. Throws where the password is too
 * common.
 */
export async function ensureFirstAccount(
  account: { username: string | undefined; password: string | undefined },
  now: Date,
): Promise<void> {
  const { username, password } = account
  if (!username || !password || anyAccount()) return
  if (isCommonPassword(password)) {
    throw new Error(
      `ADMIN_PASSWORD is one of the ${COMMON_PASSWORDS} most common passwords, or a word of the site: choose another.`,
    )
  }
  const passwordHash = await hashPassword(password)
  immediately((tx) => {
    if (anyAccount()) return
    tx.insert(adminUsers).values({ username, passwordHash, role: 'admin', createdAt: now }).run()
    recordAct(now, { actor: 'start', action: 'account-created', subject: `user:${username}` })
  })
}

const SECOND_FACTOR = '--second-factor'
const USAGE = `npm run staff -- reset NAME makes a link by which NAME chooses a new password; with ${SECOND_FACTOR} it turns two-step sign-in off, too.`

/**
 * The output of `npm run staff`, for when no one can sign in. Throws an Error for staff to read where the
 * command or the name is unknown.
 */
export function linkByHand([command, ...words]: string[], { now, at }: Moment): string {
  const name = words.filter((word) => word !== SECOND_FACTOR).join(' ')
  if (command !== 'reset' || !name) throw new Error(USAGE)
  const user = userCalled(name)
  if (!user) throw new Error(`No account is called ${name}.`)
  const { id, username } = user
  const isOff = immediately((tx) => {
    openReset(id, null, at)
    recordAct(now, { actor: 'machine', action: 'reset-link-made', subject: `user:${username}` })
    return words.includes(SECOND_FACTOR) && turnOffByHand(user, now, tx)
  })
  const link = newPasswordInAdmin(tokenForAccount(id, at) ?? '')
  return `${isOff ? `Two-step sign-in of ${username} is off.\n` : ''}${username} chooses a new password here, within ${RESET_MINUTES} minutes:\n\n  ${link}\n`
}

/** For anyone who lost the app and all recovery codes; false where there was no second factor. */
function turnOffByHand({ id, username }: { id: number; username: string }, now: Date, tx: Tx): boolean {
  if (!removeFactor({ id }, now, tx)) return false
  endSessionsOf(id, null)
  recordAct(now, { actor: 'machine', action: 'second-factor-off', subject: `user:${username}` })
  return true
}
