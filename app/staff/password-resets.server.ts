import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Letter, letterAsHtml, letterAsText } from '#app/mail/letter'
import { newPasswordInAdmin, occasionOf, post } from '#app/mail/outbox.server'
import type { Mail } from '#app/mail/send-mail.server'
import { HOUR_MS, type Moment } from '#app/platform/clock.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { adminUsers, outbox, passwordResets as resets } from '#db/schema'
import { byStaff, recordAct, recordRepeated } from './audit-log.server'
import { counterOf, takeFrom } from './guesses.server'
import { hashPassword, isCommonPassword, isQueueFull } from './password.server'
import { removeFactor } from './second-factor.server'
import { digestOf, endSessionsOf, newToken } from './sessions.server'
import { RESET_MINUTES } from './user-forms'
import { userCalled } from './users.server'

// By the machine's clock, given as `at`, as sessions are.

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

const isOpen = (at: Date) => gt(resets.endsAt, at)

/** Makes the token of an open reset, in place of an earlier one; null where it has ended. */
function tokenFor(which: ReturnType<typeof eq>, at: Date): string | null {
  const token = newToken()
  const { changes } = db
    .update(resets)
    .set({ tokenDigest: digestOf(token) })
    .where(and(which, isOpen(at)))
    .run()
  return changes === 1 ? token : null
}

const tokenForAccount = (id: number, at: Date): string | null => tokenFor(eq(resets.adminUserId, id), at)

/** The account of a reset token; null where it has ended or never was. */
export const accountOfReset = (token: string, at: Date): { id: number; username: string } | null =>
  db
    .select({ id: adminUsers.id, username: adminUsers.username })
    .from(resets)
    .innerJoin(adminUsers, eq(adminUsers.id, resets.adminUserId))
    .where(and(eq(resets.tokenDigest, digestOf(token)), isOpen(at)))
    .get() ?? null

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

/** The link to a new password. Stored without it: no table has the token. */
const passwordReset = (to: { username: string; address: string | null }): Letter => ({
  subject: 'Choose a new password',
  blocks: [
    {
      paragraph: `Someone asked for a new password for the staff account ${to.username}. If it was you, choose one here:`,
    },
    to.address
      ? { link: { label: 'Choose a new password', address: to.address } }
      : { paragraph: '(The link is filled in when this email is sent, and is not stored.)' },
    {
      quiet: `The link is good for ${RESET_MINUTES} minutes and works once. Didn’t ask for it? Do nothing: your password stays as it is.`,
    },
  ],
})

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
    const mail = { kind: KIND, once: randomUUID() } as const
    openReset(id, occasionOf(mail), at)
    const letter = passwordReset({ username, address: null })
    post({ ...mail, to: { name: username, address: account.email }, letter }, now)
    recordRepeated({ actor: 'somebody', action: 'reset-asked', subject: `user:${username}` }, now)
  })
}

/**
 * The letter with its link, at the moment of sending; withdrawn (null) where the reset has ended or was
 * replaced by then. Other mail passes unchanged.
 */
export function resetAsOfNow(mail: Mail, at: Date): Mail | null {
  if (mail.kind !== KIND) return mail
  const token = tokenFor(eq(resets.occasion, mail.occasion), at)
  if (!token) {
    // Unless another process has taken it over.
    db.delete(outbox)
      .where(and(eq(outbox.id, mail.id), eq(outbox.attempts, mail.attempts)))
      .run()
    return null
  }
  const address = newPasswordInAdmin(token)
  const letter = passwordReset({ username: mail.toName, address })
  return { ...mail, textBody: letterAsText(letter), htmlBody: letterAsHtml(letter) }
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
