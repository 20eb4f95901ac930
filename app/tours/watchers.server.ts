import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isFull, postOnceADay } from '#app/mail/outbox.server'
import { confirmationLetter } from '#app/people/people-letters'
import { maskedEmail } from '#app/people/subscriber-words'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { newLinkToken } from '#app/platform/keys.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { departureWatchers as watchers } from '#db/schema'
import { departureOnOffer, nextOnSale } from './departures.server'
import { theTour } from './tour-lists.server'

type Watcher = typeof watchers.$inferSelect

export type Asked = { asked: true } | { refused: 'on-sale' | 'too-many' }

/**
 * How long an address is kept that was told, in days; until then it hears if that departure is called off.
 */
export const TOLD_KEPT_DAYS = 30

/**
 * Writes down that somebody wants to be told once when the next departure opens, with the time of consent and
 * the departure whose page they asked on (`asked` is its first day), and asks that mailbox: anybody can type
 * a stranger's address. One that waits already is asked again, once a day at most; the answer is the same,
 * and tells nobody whose address it is. Refused while a departure is on sale, and beyond what the whole site
 * takes.
 */
export function askToWatch(email: string, now: Date, asked: Day | null = null): Asked {
  return immediately((tx) => {
    if (nextOnSale(businessDay(now))) return { refused: 'on-sale' }
    const known = whoWaits(email, tx)
    if (!known && isFull('interest', watchers, now, tx)) return { refused: 'too-many' }
    const watcher = known ?? write(email, departureOnOffer(businessDay(now), asked).id, now, tx)
    if (watcher.waitingSince) askToConfirm(watcher, now, tx)
    return { asked: true }
  })
}

const whoWaits = (email: string, tx: Tx): Watcher | undefined =>
  tx
    .select()
    .from(watchers)
    .where(and(eq(sql`lower(${watchers.email})`, email.toLowerCase()), isNull(watchers.toldAt)))
    .get()

const write = (email: string, departureId: number, now: Date, tx: Tx): Watcher =>
  tx
    .insert(watchers)
    .values({
      tourId: theTour().id,
      departureId,
      email,
      consentAt: now,
      token: newLinkToken(),
      confirmToken: newLinkToken(),
      waitingSince: now,
      createdAt: now,
    })
    .returning()
    .get()

function askToConfirm({ email, confirmToken }: Watcher, now: Date, tx: Tx): void {
  postOnceADay(
    email,
    {
      kind: 'departure-confirmation',
      letter: confirmationLetter({
        subject: 'Should we tell you when the next departure opens?',
        asked:
          'Someone (we hope you) asked us to email this address on the day our next departure opens. We would write once more only if we have to cancel or postpone that departure.',
        label: 'Yes, tell me',
        address: `${env.BASE_URL}/departures/confirm/${confirmToken}`,
      }),
    },
    now,
    tx,
  )
}

/**
 * Whose link of a letter that asks this is, masked, and whether it still waits; undefined for one that nobody
 * has.
 */
export function watchRequestBehind(token: string): { maskedEmail: string; isWaiting: boolean } | undefined {
  const found = db
    .select({ email: watchers.email, waitingSince: watchers.waitingSince })
    .from(watchers)
    .where(eq(watchers.confirmToken, token))
    .get()
  return found && { maskedEmail: maskedEmail(found.email), isWaiting: found.waitingSince !== null }
}

/** Lets an address be told, by the link that only its mailbox has; false where it does not wait for that. */
export const confirmWatching = (token: string): boolean =>
  db
    .update(watchers)
    .set({ waitingSince: null })
    .where(and(eq(watchers.confirmToken, token), isNotNull(watchers.waitingSince)))
    .run().changes > 0

/** How many confirmed that they want to be told, and were not yet. */
export const watcherCount = (): number =>
  db
    .select({ total: count() })
    .from(watchers)
    .where(and(isNull(watchers.toldAt), isNull(watchers.waitingSince)))
    .get()?.total ?? 0

/** Whose link this is, masked; undefined for one that nobody has, or whose owner was forgotten. */
export function watcherBehind(token: string): { maskedEmail: string } | undefined {
  const found = db.select({ email: watchers.email }).from(watchers).where(eq(watchers.token, token)).get()
  return found && { maskedEmail: maskedEmail(found.email) }
}

/** Forgets an address that waits, or was told; false where there is none. */
export const stopWatching = (token: string): boolean =>
  db.delete(watchers).where(eq(watchers.token, token)).run().changes > 0
