import { randomUUID } from 'node:crypto'
import { type Letter, letter } from '#app/mail/letter'
import { type Mailbox, post, userInAdmin } from '#app/mail/outbox.server'
import { HOUR_MS, type Moment } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { immediately, type Tx } from '#db/connection.server'
import { adminUsers } from '#db/schema/staff'
import { byStaff, recordAct } from './audit-log.server'
import { counterOf, countFrom, type RequestOrigin, type TooOften } from './guesses.server'
import { type FactorRefusal, proveBoth } from './own-account.server'
import { postReset } from './password-resets.server'
import { may } from './rights'
import { removeFactor } from './second-factor.server'
import { endSessionsOf, type Staff } from './sessions.server'
import { accountWith, findUser, mayManage } from './users.server'

// What those who manage accounts do for a colleague who cannot sign in. Nobody chooses another's password.

const LINKS_AN_HOUR = 5

type Sent =
  | { email: string; username: string }
  | { refused: 'unknown' | 'own-account' | 'no-email' | 'signed-out' }
  | TooOften

/** Sends a colleague the link to a new password, to their confirmed address alone. */
export function sendNewLink(id: number, staff: Staff, moment: Moment): Sent {
  return immediately(() => {
    if (!mayManage(staff)) return { refused: 'signed-out' }
    if (id === staff.id) return { refused: 'own-account' }
    const account = accountWith(id)
    if (!account) return { refused: 'unknown' }
    const { username, email } = account
    if (!email) return { refused: 'no-email' }
    const counter = counterOf('links-for', String(id))
    const tooOften = countFrom([{ counter, atMost: LINKS_AN_HOUR, ms: HOUR_MS }], moment.at)
    if (tooOften) return tooOften

    postReset({ id, username, email }, moment)
    recordAct(moment.now, { ...byStaff(staff), action: 'reset-link-sent', subject: `user:${username}` })
    return { email, username }
  })
}

type LetIn =
  | { username: string }
  | { refused: 'unknown' | 'own-account' | 'colleague-without' }
  | Extract<FactorRefusal, { refused: unknown }>

/**
 * Lets a colleague in again who has lost phone and recovery codes: their second factor is removed, and they
 * sign in with their password alone. Needs one's own password and code. All who manage accounts are told.
 */
export async function letInAgain(
  id: number,
  typed: { currentPassword: string; code: string },
  by: { staff: Staff; origin: RequestOrigin },
  moment: Moment,
): Promise<LetIn> {
  const { staff } = by
  if (id === staff.id) return { refused: 'own-account' }
  if (!findUser(id)) return { refused: 'unknown' }
  const proved = await proveBoth(typed, by, moment)
  if ('refused' in proved) return proved
  return immediately((tx) => {
    if (!mayManage(staff)) return { refused: 'signed-out' }
    const colleague = findUser(id)
    if (!colleague) return { refused: 'unknown' }
    if (!removeFactor(colleague, moment.now, tx)) return { refused: 'colleague-without' }
    endSessionsOf(id, null)
    const { username } = colleague
    recordAct(moment.now, { ...byStaff(staff), action: 'second-factor-lifted', subject: `user:${username}` })
    const notice = letInLetter({ by: staff.username, username, page: userInAdmin(id) })
    for (const to of managers(tx))
      post({ kind: 'staff-let-in-again', once: randomUUID(), to, letter: notice }, moment.now)
    return { username }
  })
}

/** The company's own mailbox, and that of each account that may manage others; each once. */
function managers(tx: Tx): Mailbox[] {
  const accounts = tx
    .select({ name: adminUsers.username, role: adminUsers.role, address: adminUsers.email })
    .from(adminUsers)
    .all()
    .flatMap(({ name, role, address }) => (address && may({ role }, 'change users') ? { name, address } : []))
  const all = [{ name: 'Staff', address: env.STAFF_EMAIL }, ...accounts]
  return [...new Map(all.map((mailbox) => [mailbox.address.toLowerCase(), mailbox])).values()]
}

const letInLetter = ({ by, username, page }: Record<'by' | 'username' | 'page', string>): Letter => letter`
  # ${username} was let in again without two-step sign-in

  ${by} turned off two-step sign-in for ${username}, with their own password and code. Until ${username} sets it up
  again, the account signs in with its password alone. All its sessions have ended.

  [See the account ${username}](${page})

  -# Everyone who manages accounts gets this email. If ${username} still has their phone, this may not have been ${by}:
  send ${username} a new link on that page, and ask ${by}.
`
