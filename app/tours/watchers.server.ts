import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isSiteLimitReached } from '#app/mail/site-limits.server'
import { postConfirmation } from '#app/people/people-letters.server'
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

/** For how many days a notified address is retained, to hear if that departure is called off. */
export const TOLD_KEPT_DAYS = 30

/**
 * Stores a request to hear once when the next departure opens, and asks the mailbox to confirm: anyone can
 * type a stranger's address. `startsOn` is the departure whose page they asked on. One that waits already is
 * asked again, once a day at most, with the same answer, so that no one learns whose address is known.
 * Refused while a departure is on sale, and beyond the site's limit.
 */
export function askToWatch(email: string, now: Date, startsOn: Day | null = null): Asked {
  return immediately((tx) => {
    if (nextOnSale(businessDay(now))) return { refused: 'on-sale' }
    const known = whoWaits(email, tx)
    if (!known && isSiteLimitReached('interest', watchers, now, tx)) return { refused: 'too-many' }
    const watcher = known ?? write(email, departureOnOffer(businessDay(now), startsOn).id, now, tx)
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

const askToConfirm = ({ email, confirmToken }: Watcher, now: Date, tx: Tx): void =>
  postConfirmation(
    {
      kind: 'departure-confirmation',
      email,
      subject: 'Should we tell you when the next departure opens?',
      request:
        'Someone (we hope you) asked us to email this address on the day our next departure opens. We would write once more only if we have to cancel or postpone that departure.',
      label: 'Yes, tell me',
      address: `${env.BASE_URL}/departures/confirm/${confirmToken}`,
    },
    now,
    tx,
  )

/**
 * The masked address behind a confirmation link, and whether it still waits; undefined for an unknown token.
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
