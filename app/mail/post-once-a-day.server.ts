import { inArray } from 'drizzle-orm'
import { mailboxOf } from '#app/mail/mailbox-of'
import { type OutgoingMail, post } from '#app/mail/outbox.server'
import type { Db } from '#db/connection.server'
import { outbox } from '#db/schema'

const DAY = 24 * 3_600_000

/**
 * Posts a mail that anybody can have us write to anybody: at most one of its kind a day goes to a mailbox, however its
 * address is spelled. Nothing happens where one went there already.
 */
export function postOnceADay(mail: Omit<OutgoingMail, 'occasion'>, now: Date, tx: Db): void {
  const slot = Math.floor(now.getTime() / DAY)
  const occasionIn = (day: number) => `${mail.kind}:${mailboxOf(mail.to.address)}:${day}`
  // An occasion is a day of UTC: a mail of the day before may also be younger than a day.
  const wasJustSent = tx
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.occasion, [occasionIn(slot), occasionIn(slot - 1)]))
    .all()
    .some(({ createdAt }) => now.getTime() - createdAt.getTime() < DAY)
  if (!wasJustSent) post({ ...mail, occasion: occasionIn(slot) }, now, tx)
}
