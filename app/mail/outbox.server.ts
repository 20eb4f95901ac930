import { randomUUID } from 'node:crypto'
import { env } from '#app/env.server'
import { type Letter, letterAsHtml, letterAsText } from '#app/mail/letter'
import type { Db } from '#db/connection.server'
import { outbox } from '#db/schema'

export type OutgoingMail = {
  kind: string
  /** What this mail is about, once and for ever: the same occasion is never mailed twice. */
  occasion: string
  bookingId?: number | null
  campaignId?: number
  /** Of a reminder: what it asks for. */
  installmentId?: number
  to: { name: string; address: string }
  letter: Letter
  headers?: Record<string, string>
}

/** Puts a mail in the outbox, in the transaction that causes it; the post goes out afterwards (decisions §4). */
export function post(mail: OutgoingMail, now: Date, tx: Db): void {
  tx.insert(outbox)
    .values({
      kind: mail.kind,
      occasion: mail.occasion,
      bookingId: mail.bookingId ?? null,
      campaignId: mail.campaignId ?? null,
      installmentId: mail.installmentId ?? null,
      toName: mail.to.name,
      toAddress: mail.to.address,
      subject: mail.letter.subject,
      textBody: letterAsText(mail.letter),
      htmlBody: letterAsHtml(mail.letter),
      headers: mail.headers ?? {},
      messageId: `<${randomUUID()}@${new URL(env.BASE_URL).hostname}>`,
      nextAttemptAt: now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: outbox.occasion })
    .run()
}

/** Where the company's own notices go. */
export const staffMailbox = () => ({ name: 'Staff', address: env.STAFF_EMAIL })
