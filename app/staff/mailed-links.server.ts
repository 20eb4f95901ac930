import { and, eq, gt, type SQL } from 'drizzle-orm'
import { type Letter, letterAsHtml, letterAsText, type Words, words } from '#app/mail/letter'
import type { Mail } from '#app/mail/send-mail.server'
import { db } from '#db/connection.server'
import { outbox } from '#db/schema/mail'
import type { emailProofs, passwordResets } from '#db/schema/staff'
import { digestOf, newToken } from './sessions.server'

// Links that staff get by letter: random, good once, only the newest. A token is made as its letter leaves,
// and no table has it. By the machine's clock, given as `at`, as sessions are.

/** The tables of such links, one row for an account. */
type LinkTable = typeof passwordResets | typeof emailProofs

export const isOpenIn = (table: LinkTable, at: Date): SQL => gt(table.endsAt, at)

/** Makes the token of an open link, in place of an earlier one; null where it has ended. */
export function tokenIn(table: LinkTable, which: SQL, at: Date): string | null {
  const token = newToken()
  const { changes } = db
    .update(table)
    .set({ tokenDigest: digestOf(token) })
    .where(and(which, isOpenIn(table, at)))
    .run()
  return changes === 1 ? token : null
}

/**
 * A letter with its link, at the moment of sending; withdrawn (null) where the link has ended or was replaced
 * by then.
 */
export function withLink(
  mail: Mail,
  table: LinkTable,
  letterWith: (token: string) => Letter,
  at: Date,
): Mail | null {
  const token = tokenIn(table, eq(table.occasion, mail.occasion), at)
  if (!token) {
    // Unless another process has taken it over.
    db.delete(outbox)
      .where(and(eq(outbox.id, mail.id), eq(outbox.attempts, mail.attempts)))
      .run()
    return null
  }
  const letter = letterWith(token)
  return { ...mail, textBody: letterAsText(letter), htmlBody: letterAsHtml(letter) }
}

/** The button with the link, and in a letter as it is stored the place of it. */
export const pageOrPlace = (label: string, address: string | null): Words =>
  address
    ? words`[${label}](${address})`
    : words`(The link is filled in when this email is sent, and is not stored.)`
