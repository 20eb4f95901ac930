import { and, asc, eq, isNull } from 'drizzle-orm'
import { businessDay } from '#app/clock.server'
import { showDays } from '#app/days'
import { env } from '#app/env.server'
import { departureOpened } from '#app/mail/departure-opened'
import { postTo } from '#app/mail/outbox.server'
import { showCents } from '#app/money'
import { nextOnSale } from '#app/tour/departures.server'
import { type Db, db, immediately } from '#db/connection.server'
import { departureWatchers as watchers } from '#db/schema'

/** Those who are told in one call: a few milliseconds of the only thread. */
const PORTION = 50

const waiting = db
  .select()
  .from(watchers)
  .where(and(isNull(watchers.toldAt), isNull(watchers.waitingSince)))
  .orderBy(asc(watchers.id))
  .limit(PORTION)
  .prepare()

/**
 * Once a departure is on sale, tells those who asked for it and confirmed, a portion a call: the letter goes into the outbox in the
 * transaction that marks them as told, so that a crash forgets nobody and tells nobody twice.
 */
export function tellWatchers(now: Date, outer: Db = db): number {
  if (!waiting.get()) return 0
  const departure = nextOnSale(businessDay(now))
  if (!departure) return 0
  return immediately(outer, (tx) => {
    const portion = waiting.all()
    for (const { id, email, token } of portion) {
      const stopAddress = `${env.BASE_URL}/departures/stop/${token}`
      postTo(
        email,
        {
          kind: 'departure-opened',
          once: id,
          letter: departureOpened({
            tourName: departure.name,
            dates: showDays(departure.startsOn, departure.endsOn),
            deposit: showCents(departure.depositCents),
            pageAddress: `${env.BASE_URL}/texascountrysafari?departure=${departure.startsOn}`,
            stopAddress,
          }),
          headers: {
            'List-Unsubscribe': `<${stopAddress}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        },
        now,
        tx,
      )
      tx.update(watchers).set({ toldAt: now }).where(eq(watchers.id, id)).run()
    }
    return portion.length
  })
}
