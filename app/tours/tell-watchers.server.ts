import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Letter } from '#app/mail/letter'
import { postTo } from '#app/mail/outbox.server'
import { businessDay } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { db, immediately } from '#db/connection.server'
import { departureWatchers as watchers } from '#db/schema'
import { nextOnSale } from './departures.server'

/** Tells somebody who asked for it that a departure can be booked: the one letter that they asked for. */
const departureOpened = (about: {
  tourName: string
  dates: string
  deposit: string
  pageAddress: string
  stopAddress: string
}): Letter => ({
  subject: `${about.tourName}: ${about.dates} can be booked`,
  blocks: [
    { paragraph: 'Karibu,' },
    {
      paragraph: `You asked us to tell you when the next departure opens. It has: ${about.dates}. A ${about.deposit} deposit holds a seat.`,
    },
    { link: { label: 'See the journey and its seats', address: about.pageAddress } },
    {
      quiet: `This is the one letter you asked for; we won’t send another. To have your address deleted now: ${about.stopAddress}`,
    },
  ],
})

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
 * Once a departure is on sale, tells those who asked for it and confirmed, a portion a call: the letter goes
 * into the outbox in the transaction that marks them as told, so that a crash forgets nobody and tells nobody
 * twice.
 */
export function tellWatchers(now: Date): number {
  if (!waiting.get()) return 0
  const departure = nextOnSale(businessDay(now))
  if (!departure) return 0
  return immediately((tx) => {
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
      )
      tx.update(watchers).set({ toldAt: now }).where(eq(watchers.id, id)).run()
    }
    return portion.length
  })
}
