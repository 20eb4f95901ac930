import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/connection.server'
import { outbox } from '#db/schema'
import { mailboxOf } from './mailbox-of'
import { type Once, occasionOf, postTo } from './outbox.server'

/**
 * Posts a mail at most once in `periodMs` for one `who`, however often it is asked for: false where one of its kind was
 * posted less than that ago.
 */
export function postOncePer(
  periodMs: number,
  who: string,
  mail: Omit<Once, 'once'>,
  send: (mail: Once) => void,
  now: Date,
  tx: Tx,
): boolean {
  const slot = Math.floor(now.getTime() / periodMs)
  const onceIn = (one: number) => `${who}:${one}`
  // A mail of the slot before may also be younger than that.
  const occasions = [slot, slot - 1].map((one) => occasionOf({ kind: mail.kind, once: onceIn(one) }))
  const wasJustSent = tx
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.occasion, occasions))
    .all()
    .some(({ createdAt }) => now.getTime() - createdAt.getTime() < periodMs)
  if (!wasJustSent) send({ ...mail, once: onceIn(slot) })
  return !wasJustSent
}

const DAY = 24 * 3_600_000

/**
 * Posts a mail that anybody can have us write to anybody: at most one of its kind a day goes to a mailbox, however its
 * address is spelled. Nothing happens where one went there already.
 */
export function postOnceADay(address: string, mail: Omit<Once, 'once'>, now: Date, tx: Tx): void {
  postOncePer(DAY, mailboxOf(address), mail, (once) => postTo(address, once, now, tx), now, tx)
}
