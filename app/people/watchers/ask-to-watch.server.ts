import { randomBytes } from 'node:crypto'
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { businessDay } from '#app/clock.server'
import { env } from '#app/env.server'
import { departureConfirmation } from '#app/mail/departure-confirmation'
import { postOnceADay } from '#app/mail/post-once-per.server'
import { SITE_MEASURES } from '#app/open-actions'
import { REQUEST_KEPT_DAYS } from '#app/people/subscriber-states'
import { nextOnSale } from '#app/tour/departures.server'
import { theTour } from '#app/tour/tour-items.server'
import { type Db, db, immediately, type Tx } from '#db/connection.server'
import { departureWatchers as watchers } from '#db/schema'

type Watcher = typeof watchers.$inferSelect

export type Asked = { asked: true } | { refused: 'on-sale' | 'too-many' }

const DAY = 24 * 3_600_000

/**
 * Writes down that somebody wants to be told once when the next departure opens, with the time of consent, and asks that
 * mailbox: anybody can type a stranger's address. One that waits already is asked again, once a day at most; the answer
 * is the same, and tells nobody whose address it is. Refused while a departure is on sale, and beyond what the whole
 * site takes.
 */
export function askToWatch(email: string, now: Date, outer: Db = db): Asked {
  return immediately(outer, (tx) => {
    if (nextOnSale(businessDay(now))) return { refused: 'on-sale' }
    const known = whoWaits(email, tx)
    if (!known && isFull(now, tx)) return { refused: 'too-many' }
    const watcher = known ?? write(email, now, tx)
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

const write = (email: string, now: Date, tx: Tx): Watcher =>
  tx
    .insert(watchers)
    .values({
      tourId: theTour().id,
      email,
      consentAt: now,
      token: newToken(),
      confirmToken: newToken(),
      waitingSince: now,
      createdAt: now,
    })
    .returning()
    .get()

/** 192 bits. */
const newToken = () => randomBytes(24).toString('base64url')

const isFull = (now: Date, tx: Tx): boolean =>
  SITE_MEASURES.interest.some(({ atMost, days }) => askedWithin(days * DAY, atMost, now, tx) === atMost)

/** How many came in the last `ms`; counting ends at `atMost`. */
const askedWithin = (ms: number, atMost: number, now: Date, tx: Tx): number =>
  tx
    .select({ total: count() })
    .from(
      tx
        .select({ id: watchers.id })
        .from(watchers)
        .where(gt(watchers.createdAt, new Date(now.getTime() - ms)))
        .limit(atMost)
        .as('newest'),
    )
    .get()?.total ?? 0

function askToConfirm({ email, confirmToken }: Watcher, now: Date, tx: Tx): void {
  postOnceADay(
    email,
    {
      kind: 'departure-confirmation',
      letter: departureConfirmation({
        confirmAddress: `${env.BASE_URL}/departures/confirm/${confirmToken}`,
        keptDays: REQUEST_KEPT_DAYS,
      }),
    },
    now,
    tx,
  )
}
