import type { Moment } from '#app/platform/clock.server'
import { immediately } from '#db/connection.server'
import { adminUsers as users } from '#db/schema/staff'
import { byStaff, recordAct } from './audit-log.server'
import { askToConfirm, countProof } from './email-proofs.server'
import type { TooOften } from './guesses.server'
import { hashPassword, isCommonPassword } from './password.server'
import type { Staff } from './sessions.server'
import type { NewUser } from './user-forms'
import { accountWithEmail, mayManage, type User, userCalled } from './users.server'

type Created =
  | { user: User }
  | { refused: 'taken' | 'email-taken' | 'common-password' | 'signed-out' }
  | TooOften

/**
 * Creates an account, and sends the link by which its owner confirms their email. Refuses a name that is
 * taken, in any case; another account's address; a common password; and staff deleted while it was being
 * hashed.
 */
export async function createUser(user: NewUser, staff: Staff, moment: Moment): Promise<Created> {
  if (userCalled(user.username)) return { refused: 'taken' }
  if (user.email && accountWithEmail(user.email)) return { refused: 'email-taken' }
  if (isCommonPassword(user.password)) return { refused: 'common-password' }
  const passwordHash = await hashPassword(user.password)
  return immediately((tx) => {
    if (!mayManage(staff)) return { refused: 'signed-out' }
    if (userCalled(user.username)) return { refused: 'taken' }
    const { username, role, email } = user
    const tooOften = email ? countProof(email, moment.at) : null
    if (tooOften) return tooOften
    const createdAt = moment.now
    const { id } = tx
      .insert(users)
      .values({ username, passwordHash, role, createdAt })
      .returning({ id: users.id })
      .get()
    recordAct(createdAt, {
      ...byStaff(staff),
      action: 'user-created',
      subject: `user:${username}`,
      detail: { role },
    })
    if (email) askToConfirm({ id, username }, email, moment)
    return { user: { id, username, role, createdAt, lastLoginAt: null } }
  })
}
