import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Letter, letter } from '#app/mail/letter'
import { confirmEmailInAdmin, mailboxOf, occasionOf, post } from '#app/mail/outbox.server'
import type { Mail } from '#app/mail/send-mail.server'
import { DAY_MS, HOUR_MS, type Moment } from '#app/platform/clock.server'
import { db, immediately } from '#db/connection.server'
import { adminUsers, emailProofs as proofs } from '#db/schema/staff'
import { byStaff, recordAct } from './audit-log.server'
import { counterOf, countFrom, type TooOften } from './guesses.server'
import { isOpenIn, pageOrPlace, withLink } from './mailed-links.server'
import { endResetOf } from './password-resets.server'
import { digestOf, type Staff } from './sessions.server'
import { PROOF_DAYS } from './user-forms'
import { accountWithEmail } from './users.server'

// An address counts once its mailbox and its account agree: the link goes to the one, and is confirmed by
// who is signed in to the other. A mistyped address gives its owner nothing.

const KIND = 'email-proof'

const LIMITS = { mailbox: 3, everybody: 100 }

/** Counts a letter to this mailbox, before it is written. Null where it is allowed. */
export const countProof = (email: string, at: Date): TooOften | null =>
  countFrom(
    [
      { counter: counterOf('proof-mailbox', mailboxOf(email)), atMost: LIMITS.mailbox, ms: HOUR_MS },
      { counter: 'proofs', atMost: LIMITS.everybody, ms: HOUR_MS },
    ],
    at,
  )

type Account = { id: number; username: string }

/** Sends the link that confirms an account's address, in place of an earlier one. */
export function askToConfirm({ id, username }: Account, email: string, { now, at }: Moment): void {
  const mail = { kind: KIND, once: randomUUID() } as const
  const asked = {
    email,
    occasion: occasionOf(mail),
    tokenDigest: null,
    endsAt: new Date(at.getTime() + PROOF_DAYS * DAY_MS),
  }
  db.insert(proofs)
    .values({ adminUserId: id, ...asked })
    .onConflictDoUpdate({ target: proofs.adminUserId, set: asked })
    .run()
  post({ ...mail, to: { name: username, address: email }, letter: proofLetter(username, null) }, now)
}

/** The letter with its link, at the moment of sending. Other mail passes unchanged. */
export const proofAsOfNow = (mail: Mail, at: Date): Mail | null =>
  mail.kind === KIND
    ? withLink(mail, proofs, (token) => proofLetter(mail.toName, confirmEmailInAdmin(token)), at)
    : mail

const proofLetter = (username: string, address: string | null): Letter => letter`
  # Please confirm your email address

  This address was given for the staff account ${username}. Is that you? Please confirm it: then a link to a new
  password can be sent to you here.

  ${pageOrPlace('Confirm this address', address)}

  -# You sign in to confirm it. The link is good for ${PROOF_DAYS} days and works once. Not you? Do nothing: without
  you, nothing else is sent here.
`

/** The account's confirmed address, and one that waits to be confirmed. */
export const emailsOf = (id: number): { email: string | null; waiting: string | null } => ({
  email:
    db.select({ email: adminUsers.email }).from(adminUsers).where(eq(adminUsers.id, id)).get()?.email ?? null,
  waiting:
    db.select({ email: proofs.email }).from(proofs).where(eq(proofs.adminUserId, id)).get()?.email ?? null,
})

export const endProofOf = (id: number): void => {
  db.delete(proofs).where(eq(proofs.adminUserId, id)).run()
}

/** The address that a link confirms, and whose it is; null where the link has ended or never was. */
export const proofWith = (token: string, at: Date) =>
  db
    .select({
      id: adminUsers.id,
      username: adminUsers.username,
      before: adminUsers.email,
      email: proofs.email,
    })
    .from(proofs)
    .innerJoin(adminUsers, eq(adminUsers.id, proofs.adminUserId))
    .where(and(eq(proofs.tokenDigest, digestOf(token)), isOpenIn(proofs, at)))
    .get() ?? null

type Confirmed = { email: string } | { refused: 'ended' | 'another-account' | 'taken' }

/** Only the account's owner, signed in, confirms its address. The former address is told. */
export function confirmEmail(token: string, staff: Staff, { now, at }: Moment): Confirmed {
  return immediately((tx) => {
    const proof = proofWith(token, at)
    if (!proof) return { refused: 'ended' }
    if (proof.id !== staff.id) return { refused: 'another-account' }
    const { id, username, email, before } = proof
    const other = accountWithEmail(email)
    if (other && other.id !== id) return { refused: 'taken' }
    tx.update(adminUsers).set({ email }).where(eq(adminUsers.id, id)).run()
    endProofOf(id)
    endResetOf(id)
    recordAct(now, { ...byStaff(staff), action: 'email-confirmed', subject: `user:${username}` })
    if (before?.toLowerCase() !== email.toLowerCase()) tellFormerAddress(username, before, now)
    return { email }
  })
}

/** Tells an address that it is not the account's anymore; nobody where there was none. */
export function tellFormerAddress(username: string, address: string | null, now: Date): void {
  if (address === null) return
  const to = { name: username, address }
  post({ kind: 'email-changed', once: randomUUID(), to, letter: changedLetter(username) }, now)
}

/** Sends the link of an address that waits once more. */
export function askAgain(staff: Staff, moment: Moment): { waiting: string } | { refused: 'none' } | TooOften {
  return immediately(() => {
    const { waiting } = emailsOf(staff.id)
    if (!waiting) return { refused: 'none' }
    const tooOften = countProof(waiting, moment.at)
    if (tooOften) return tooOften
    askToConfirm(staff, waiting, moment)
    return { waiting }
  })
}

const changedLetter = (username: string): Letter => letter`
  # Your account no longer has this email address

  The staff account ${username} no longer has this email address: links to a new password are not sent here anymore.

  -# Wasn’t you? Change your password now, and tell the person who runs the site.
`
