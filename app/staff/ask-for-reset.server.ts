import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Letter, letterAsHtml, letterAsText } from '#app/mail/letter'
import { occasionOf, post } from '#app/mail/outbox.server'
import type { Mail } from '#app/mail/send-mail.server'
import type { Moment } from '#app/platform/clock.server'
import { recordRepeated } from '#app/staff/audit/audit-log.server'
import { db, immediately } from '#db/connection.server'
import { outbox } from '#db/schema'
import { newPasswordInAdmin } from './admin-addresses.server'
import { counterOf, takeFrom } from './guesses.server'
import { accountWithEmail, openReset, tokenForLetter } from './password-resets.server'
import { RESET_MINUTES } from './staff-limits'

/** Brings the link to a new password. Kept without it: the token is in no table. */
const passwordReset = (to: { username: string; minutes: number; address: string | null }): Letter => ({
  subject: 'Choose a new password',
  blocks: [
    {
      paragraph: `Someone asked for a new password for the staff account ${to.username}. If it was you, choose one here:`,
    },
    to.address
      ? { link: { label: 'Choose a new password', address: to.address } }
      : { paragraph: '(The link is filled in when this letter is sent, and is not stored.)' },
    {
      quiet: `The link is good for ${to.minutes} minutes and works once. Didn’t ask for it? Do nothing: your password stays as it is.`,
    },
  ],
})

const KIND = 'password-reset'
const HOUR = 3_600_000

const LIMITS = { mailbox: 3, address: 10, everybody: 200 }

/**
 * Posts a letter with a link to a new password, where an account has this mailbox. Known and unknown
 * mailboxes, and those that were asked for too often, look no different from outside: there is no answer.
 */
export function askForReset(email: string, address: string | undefined, { now, at }: Moment): void {
  const budgets = [
    { counter: counterOf('reset-mailbox', email.toLowerCase()), atMost: LIMITS.mailbox, ms: HOUR },
    { counter: counterOf('reset-address', address ?? 'unknown'), atMost: LIMITS.address, ms: HOUR },
    { counter: 'resets', atMost: LIMITS.everybody, ms: HOUR },
  ]
  if (takeFrom(budgets, at) !== null) return

  immediately(() => {
    const account = accountWithEmail(email)
    if (!account?.email) return
    const { id, username } = account
    const mail = { kind: KIND, once: randomUUID() } as const
    openReset(id, occasionOf(mail), at)
    const letter = passwordReset({ username, minutes: RESET_MINUTES, address: null })
    post({ ...mail, to: { name: username, address: account.email }, letter }, now)
    recordRepeated({ actor: 'somebody', action: 'reset-asked', subject: `user:${username}` }, now)
  })
}

/**
 * The letter with its link, as it goes out; taken back where the half hour is over by then, or another was
 * asked for. Other mails pass as they are. `at` is the machine's time.
 */
export function resetAsOfNow(mail: Mail, at: Date): Mail | null {
  if (mail.kind !== KIND) return mail
  const token = tokenForLetter(mail.occasion, at)
  if (!token) {
    // Not where another process has taken it over.
    db.delete(outbox)
      .where(and(eq(outbox.id, mail.id), eq(outbox.attempts, mail.attempts)))
      .run()
    return null
  }
  const address = newPasswordInAdmin(token)
  const letter = passwordReset({ username: mail.toName, minutes: RESET_MINUTES, address })
  return { ...mail, textBody: letterAsText(letter), htmlBody: letterAsHtml(letter) }
}
