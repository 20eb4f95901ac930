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
import { PORTION, tellOfChanges, wayOut } from './watched-changes.server'
import { TOLD_KEPT_DAYS } from './watchers.server'

/** Tells somebody who asked for it that a departure can be booked: the one letter that they asked for. */
const departureOpened = (about: {
  tourName: string
  dates: string
  deposit: string
  pageAddress: string
  stopAddress: string
  hearsOfChanges: boolean
}): Letter => ({
  subject: `${about.tourName}: ${about.dates} can be booked`,
  blocks: [
    { paragraph: 'Karibu,' },
    {
      paragraph: `You asked us to tell you when the next departure opens. It has: ${about.dates}. A ${about.deposit} deposit holds a seat.`,
    },
    { link: { label: 'See the journey and its seats', address: about.pageAddress } },
    {
      quiet: `This is the letter you asked for. ${about.hearsOfChanges ? `We write again only if we have to cancel or postpone this departure within ${TOLD_KEPT_DAYS} days; then we delete your address.` : 'We won’t send another.'} To have it deleted now: ${about.stopAddress}`,
    },
  ],
})

const waiting = db
  .select()
  .from(watchers)
  .where(and(isNull(watchers.toldAt), isNull(watchers.waitingSince), isNull(watchers.changeId)))
  .orderBy(asc(watchers.id))
  .limit(PORTION)
  .prepare()

/**
 * Tells those who asked for it and confirmed that a departure is on sale, or that theirs was canceled or put
 * off, a portion a call: the letter goes into the outbox in the transaction that marks them as told, so that a
 * crash forgets nobody and tells nobody twice.
 */
export const tellWatchers = (now: Date): number => tellOfChanges(now) || tellOfOpening(now)

function tellOfOpening(now: Date): number {
  if (!waiting.get()) return 0
  const departure = nextOnSale(businessDay(now))
  if (!departure) return 0
  return immediately((tx) => {
    const portion = waiting.all()
    for (const { id, email, token, departureId } of portion) {
      const { stopAddress, headers } = wayOut(token)
      postTo(
        email,
        {
          kind: 'departure-opened',
          once: `${id}:${departure.id}`,
          letter: departureOpened({
            tourName: departure.name,
            dates: showDays(departure.startsOn, departure.endsOn),
            deposit: showCents(departure.depositCents),
            pageAddress: `${env.BASE_URL}/texascountrysafari?departure=${departure.startsOn}`,
            stopAddress,
            hearsOfChanges: departureId !== null,
          }),
          headers,
        },
        now,
      )
      tx.update(watchers)
        .set({ toldAt: now, departureId: departureId && departure.id })
        .where(eq(watchers.id, id))
        .run()
    }
    return portion.length
  })
}
