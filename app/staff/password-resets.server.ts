import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Letter, letter } from '#app/mail/letter'
import { newPasswordInAdmin, occasionOf, post } from '#app/mail/outbox.server'
import type { Mail } from '#app/mail/send-mail.server'
import { HOUR_MS, type Moment } from '#app/platform/clock.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { adminUsers, passwordResets as resets } from '#db/schema/staff'
import { byStaff, recordAct, recordRepeated } from './audit-log.server'
import { counterOf, takeFrom } from './guesses.server'
import { isOpenIn, pageOrPlace, tokenIn, withLink } from './mailed-links.server'
import { hashPassword, isCommonPassword, isQueueFull } from './password.server'
import { removeFactor } from './second-factor.server'
import { digestOf, endSessionsOf } from './sessions.server'
import { RESET_MINUTES } from './user-forms'
import { accountWithEmail, userCalled } from './users.server'

/** Opens a reset for an account, in place of any other; `occasion` is its letter's. */
function openReset(adminUserId: number, occasion: string | null, at: Date): void {
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

/** The account of a reset token; null where it has ended or never was. */
export const accountOfReset = (token: string, at: Date): { id: number; username: string } | null =>
  db
    .select({ id: adminUsers.id, username: adminUsers.username })
    .from(resets)
    .innerJoin(adminUsers, eq(adminUsers.id, resets.adminUserId))
    .where(and(eq(resets.tokenDigest, digestOf(token)), isOpenIn(resets, at)))
    .get() ?? null

export const endResetOf = (adminUserId: number): void => {
  db.delete(resets).where(eq(resets.adminUserId, adminUserId)).run()
}

type Reset = { account: { id: number; username: string } } | { refused: 'ended' | 'common-password' | 'busy' }

/** Gives the account of a token another password, once, and ends all its sessions. */
export async function resetPassword(token: string, newPassword: string, { now, at }: Moment): Promise<Reset> {
  if (!accountOfReset(token, at)) return { refused: 'ended' }
  if (isCommonPassword(newPassword)) return { refused: 'common-password' }
  if (isQueueFull()) return { refused: 'busy' }

  const passwordHash = await hashPassword(newPassword)
  return immediately((tx) => {
    // The same link may have been used while this one was being hashed.
    const account = accountOfReset(token, at)
    if (!account) return { refused: 'ended' }
    tx.update(adminUsers).set({ passwordHash }).where(eq(adminUsers.id, account.id)).run()
    endResetOf(account.id)
    endSessionsOf(account.id, null)
    const subject = `user:${account.username}`
    recordAct(now, { ...byStaff(account), action: 'password-reset', subject })
    return { account }
  })
}

/** Asked for by the owner of the account, or by a colleague. */
const passwordReset = (to: { username: string; address: string | null }): Letter => letter`
  # Choose a new password

  You, or a colleague for you, asked for a new password for the staff account ${to.username}. Choose one here:

  ${pageOrPlace('Choose a new password', to.address)}

  -# The link is good for ${RESET_MINUTES} minutes and works once. Didn’t ask for it? Do nothing: your password stays
  as it is.
`

const KIND = 'password-reset'

const LIMITS = { mailbox: 3, address: 10, everybody: 200 }

/**
 * Sends a link to a new password, where an account has this address. Outside, known and unknown addresses and
 * those over the limit look the same: there is no result.
 */
export function requestReset(email: string, address: string | undefined, { now, at }: Moment): void {
  const budgets = [
    { counter: counterOf('reset-mailbox', email.toLowerCase()), atMost: LIMITS.mailbox, ms: HOUR_MS },
    { counter: counterOf('reset-address', address ?? 'unknown'), atMost: LIMITS.address, ms: HOUR_MS },
    { counter: 'resets', atMost: LIMITS.everybody, ms: HOUR_MS },
  ]
  if (takeFrom(budgets, at) !== null) return

  immediately(() => {
    const account = accountWithEmail(email)
    if (!account?.email) return
    const { id, username } = account
    postReset({ id, username, email: account.email }, { now, at })
    recordRepeated({ actor: 'somebody', action: 'reset-asked', subject: `user:${username}` }, now)
  })
}

/** Opens a reset, and writes the letter that brings its link to a confirmed address. */
export function postReset(
  { id, username, email }: { id: number; username: string; email: string },
  { now, at }: Moment,
): void {
  const mail = { kind: KIND, once: randomUUID() } as const
  openReset(id, occasionOf(mail), at)
  post(
    { ...mail, to: { name: username, address: email }, letter: passwordReset({ username, address: null }) },
    now,
  )
}

/** The letter with its link, at the moment of sending. Other mail passes unchanged. */
export const resetAsOfNow = (mail: Mail, at: Date): Mail | null =>
  mail.kind === KIND
    ? withLink(
        mail,
        resets,
        (token) => passwordReset({ username: mail.toName, address: newPasswordInAdmin(token) }),
        at,
      )
    : mail

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
  const link = newPasswordInAdmin(tokenIn(resets, eq(resets.adminUserId, id), at) ?? '')
  return `${isOff ? `Two-step sign-in of ${username} is off.\n` : ''}${username} chooses a new password here, within ${RESET_MINUTES} minutes:\n\n  ${link}\n`
}

/** For anyone who lost the app and all recovery codes; false where there was no second factor. */
function turnOffByHand({ id, username }: { id: number; username: string }, now: Date, tx: Tx): boolean {
  if (!removeFactor({ id }, now, tx)) return false
  endSessionsOf(id, null)
  recordAct(now, { actor: 'machine', action: 'second-factor-off', subject: `user:${username}` })
  return true
}
