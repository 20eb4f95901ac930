import { and, eq } from 'drizzle-orm'
import { log } from '#app/log.server'
import { letterAsHtml, letterAsText } from '#app/mail/letter'
import type { BeforeSending } from '#app/mail/send-mail.server'
import { candidateFor } from '#app/reminders/candidates.server'
import type { ReminderKind } from '#app/reminders/reminder-kinds'
import { writeReminder } from '#app/reminders/write-reminder.server'
import { db, immediately } from '#db/connection.server'
import { outbox, reminders } from '#db/schema'

const OCCASION = /^(?:manual-)?reminder:(\d+):/

/**
 * A reminder that waited, as while the mail server was down, is written anew by the ledger before it goes out;
 * one for which nothing is owed any more, or whose payment is on its way, is taken back instead, and its claim
 * with it (decisions §4). Other mails pass as they are.
 */
export const reminderAsOfNow: BeforeSending = (mail, now) => {
  const installmentId = Number(OCCASION.exec(mail.occasion)?.[1])
  if (!installmentId) return mail
  const kind = mail.kind.replace(/^reminder-/, '') as ReminderKind
  const candidate = candidateFor(installmentId, now)
  if (!candidate || candidate.owedCents <= 0 || candidate.isBeingPaid || candidate.isBeingRefunded) {
    takeBack(mail.id, installmentId, kind)
    return null
  }
  const { letter } = writeReminder(candidate, kind, db)
  return {
    ...mail,
    subject: letter.subject,
    textBody: letterAsText(letter),
    htmlBody: letterAsHtml(letter),
  }
}

function takeBack(mailId: number, installmentId: number, kind: ReminderKind): void {
  immediately(db, (tx) => {
    tx.delete(reminders)
      .where(
        and(
          eq(reminders.installmentId, installmentId),
          eq(reminders.kind, kind),
          eq(reminders.outboxId, mailId),
        ),
      )
      .run()
    tx.delete(outbox).where(eq(outbox.id, mailId)).run()
  })
  log.info({ mail: mailId, kind }, 'A reminder was taken back: nothing is asked for any more')
}
