import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/connection.server'
import { outbox } from '#db/schema'
import { type Once, occasionOf, postTo } from './outbox.server'

/**
 * One name for all spellings of a mailbox: in small letters, without a tag ('+1') and without dots. Only to
 * count by: to some servers 'j.doe' and 'jdoe' are two people, who then share a limit.
 */
export function mailboxOf(address: string): string {
  const [name, domain] = partsOf(address)
  const [untagged = ''] = name.split('+')
  return `${untagged.replaceAll('.', '') || name}@${domain}`
}

/**
 * One name for those spellings alone that are surely one person's: capitals, and what Gmail takes for one.
 */
export function certainMailboxOf(address: string): string {
  const [name, domain] = partsOf(address)
  return domain === GMAIL ? mailboxOf(address) : `${name}@${domain}`
}

const GMAIL = 'gmail.com'

function partsOf(address: string): [name: string, domain: string] {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  return [address.slice(0, at).toLowerCase(), domain === 'googlemail.com' ? GMAIL : domain]
}

/** `aDay`: the most within 24 hours, for a period that is shorter. */
type Pace = { periodMs: number; aDay?: number }

/**
 * Posts a mail at most once in `periodMs` for one `who`, however often it is asked for: false where one of
 * its kind was posted less than that ago, or as many as may be a day.
 */
export function postOncePer(
  { periodMs, aDay }: Pace,
  who: string,
  mail: Omit<Once, 'once'>,
  send: (mail: Once) => void,
  now: Date,
  tx: Tx,
): boolean {
  const slot = Math.floor(now.getTime() / periodMs)
  const onceIn = (one: number) => `${who}:${one}`
  const longestMs = aDay === undefined ? periodMs : DAY
  // A mail of the slot before the first may also be younger than that.
  const slots = Array.from({ length: Math.ceil(longestMs / periodMs) + 1 }, (_, ago) => slot - ago)
  const occasions = slots.map((one) => occasionOf({ kind: mail.kind, once: onceIn(one) }))
  const ages = tx
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(inArray(outbox.occasion, occasions))
    .all()
    .map(({ createdAt }) => now.getTime() - createdAt.getTime())
  const today = ages.filter((ms) => ms < DAY).length
  const isEnough = ages.some((ms) => ms < periodMs) || today >= (aDay ?? Number.POSITIVE_INFINITY)
  if (!isEnough) send({ ...mail, once: onceIn(slot) })
  return !isEnough
}

const DAY = 24 * 3_600_000

/**
 * Posts a mail that anybody can have us write to anybody: at most one of its kind a day goes to a mailbox,
 * however its address is spelled. Nothing happens where one went there already.
 */
export function postOnceADay(address: string, mail: Omit<Once, 'once'>, now: Date, tx: Tx): void {
  postOncePer({ periodMs: DAY }, mailboxOf(address), mail, (once) => postTo(address, once, now), now, tx)
}
