import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Letter } from '#app/mail/letter'
import { postTo } from '#app/mail/outbox.server'
import { unsubscribeHeaders } from '#app/people/people-letters.server'
import { businessDay } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { isHeld, isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings, scheduleChanges, departureWatchers as watchers } from '#db/schema'
import type { Dates } from './departure'
import { openInstead, openInWords, SEE_DEPARTURES } from './departure-list.server'
import { type Departure, departureOf, nextOnSale } from './departures.server'
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
      paragraph: `You asked us to tell you when the next departure opens. It is open now: ${about.dates}. A ${about.deposit} deposit holds a seat.`,
    },
    { link: { label: 'See the journey and its seats', address: about.pageAddress } },
    {
      quiet: `This is the letter you asked for. ${about.hearsOfChanges ? `We write again only if we have to cancel or postpone this departure within ${TOLD_KEPT_DAYS} days; then we delete your address.` : 'We won’t send another.'} To have it deleted now: ${about.stopAddress}`,
    },
  ],
})

/** Those who are told in one call: a few milliseconds of the only thread. */
const PORTION = 50

const waiting = db
  .select()
  .from(watchers)
  .where(and(isNull(watchers.toldAt), isNull(watchers.waitingSince), isNull(watchers.changeId)))
  .orderBy(asc(watchers.id))
  .limit(PORTION)
  .prepare()

/**
 * Tells confirmed watchers that a departure is on sale, or that theirs was canceled or postponed, a portion a
 * call: one transaction writes the letter and marks them, so that a crash skips no one and tells no one
 * twice.
 */
export const tellWatchers = (now: Date): number => tellOfChanges(now) || tellOfOpening(now)

function tellOfOpening(now: Date): number {
  if (!waiting.get()) return 0
  const departure = nextOnSale(businessDay(now))
  if (!departure) return 0
  return immediately((tx) => {
    const portion = waiting.all()
    for (const { id, email, token, departureId } of portion) {
      const stopAddress = stopAddressOf(token)
      postTo(email, now, {
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
        headers: unsubscribeHeaders(stopAddress),
      })
      tx.update(watchers)
        .set({ toldAt: now, departureId: departureId && departure.id })
        .where(eq(watchers.id, id))
        .run()
    }
    return portion.length
  })
}

type Watcher = typeof watchers.$inferSelect
type Change = typeof scheduleChanges.$inferSelect

/** Where someone who waits for a departure has their address deleted. */
const stopAddressOf = (token: string): string => `${env.BASE_URL}/departures/stop/${token}`

/** Tells somebody who watched a departure that it is canceled or postponed, and what else is open. */
const watchedChanged = (about: {
  tourName: string
  from: Dates
  /** The new dates; null of one that is canceled. */
  to: Dates | null
  open: Departure[]
  /** Whether they will hear of the next opening. */
  waits: boolean
  stopAddress: string
}): Letter => ({
  subject: about.to
    ? `New dates: ${about.tourName}, ${inWords(about.to)}`
    : `Canceled: ${about.tourName}, ${inWords(about.from)}`,
  blocks: [
    { paragraph: 'Karibu,' },
    {
      paragraph: about.to
        ? `You asked us about our next departure. We had to move the ${about.tourName} from ${inWords(about.from)} to ${inWords(about.to)}.`
        : `You asked us about our next departure. We are sorry: we had to cancel the ${about.tourName}, ${inWords(about.from)}.`,
    },
    ...(about.to && about.open.length === 0 ? [SEE_DEPARTURES] : openInWords(about.open)),
    ...(about.waits ? [{ paragraph: 'We’ll email you on the day the next one opens.' }] : []),
    { quiet: `Not interested anymore? Have your address deleted: ${about.stopAddress}` },
  ],
})

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)

/**
 * Confirmed watchers of a departure, each mailbox once, without those that hear of a change as its guest or
 * on its waitlist.
 */
const concernedBy = (departureId: number): SQL | undefined =>
  and(
    eq(watchers.departureId, departureId),
    isNull(watchers.waitingSince),
    sql`${watchers.id} = (select max(same.id) from departure_watchers same
      where same.departure_id = ${departureId} and same.waiting_since is null
        and lower(same.email) = lower(${watchers.email}))`,
    sql`not exists (select 1 from ${bookings} where ${bookings.departureId} = ${departureId}
      and lower(${bookings.customerEmail}) = lower(${watchers.email})
      and (${isPaidBooking} or (${isHeld} and ${isNotNull(bookings.soldBy)})))`,
    sql`not exists (select 1 from waitlist_entries line where line.departure_id = ${departureId}
      and line.state in ('waiting', 'offered') and lower(line.email) = lower(${watchers.email}))`,
  )

/** How many watchers of a departure would hear that it is canceled or postponed. */
export const watcherCountOf = (departureId: number): number =>
  db.select({ total: count() }).from(watchers).where(concernedBy(departureId)).get()?.total ?? 0

/**
 * Orders the letters to the watchers of a departure, in the transaction that cancels or postpones it and
 * before its waitlist ends; they are written later, a portion at a time.
 */
export function orderToTellWatchers({ id: changeId, departureId }: Change, tx: Tx): void {
  tx.update(watchers).set({ changeId }).where(concernedBy(departureId)).run()
}

const ordered = db
  .select({ watcher: watchers, change: scheduleChanges })
  .from(watchers)
  .innerJoin(scheduleChanges, eq(scheduleChanges.id, watchers.changeId))
  .where(isNotNull(watchers.changeId))
  .orderBy(asc(watchers.id))
  .limit(PORTION)
  .prepare()

/**
 * Writes a portion of the ordered letters (rules 1.16). Where nothing else is open, a watcher of a canceled
 * departure waits for the next opening again.
 */
function tellOfChanges(now: Date): number {
  if (!ordered.get()) return 0
  return immediately((tx) => {
    const portion = ordered.all()
    for (const { watcher, change } of portion) tellOf(change, watcher, now, tx)
    return portion.length
  })
}

function tellOf(change: Change, watcher: Watcher, now: Date, tx: Tx): void {
  const departure = departureOf(change)
  const open = openInstead(departure.id, businessDay(now))
  const toldAt = change.kind === 'canceled' ? toldAfterwards(watcher, open, now, tx) : watcher.toldAt
  const stopAddress = stopAddressOf(watcher.token)
  const letter = watchedChanged({
    tourName: departure.name,
    from: { startsOn: change.fromStartsOn, endsOn: change.fromEndsOn },
    to: change.kind === 'postponed' ? departure : null,
    open,
    waits: toldAt === null,
    stopAddress,
  })
  postTo(watcher.email, now, {
    kind: 'departure-watched',
    once: `${watcher.id}:${change.id}`,
    letter,
    headers: unsubscribeHeaders(stopAddress),
  })
  tx.update(watchers).set({ changeId: null, toldAt }).where(eq(watchers.id, watcher.id)).run()
}

/** What is open stands in this letter. Else they wait again, unless they have asked again since. */
function toldAfterwards({ id, tourId, email, toldAt }: Watcher, open: Departure[], now: Date, tx: Tx) {
  if (open.length > 0) return now
  const waiting = and(
    eq(watchers.tourId, tourId),
    sql`lower(${watchers.email}) = lower(${email})`,
    isNull(watchers.toldAt),
    sql`${watchers.id} <> ${id}`,
  )
  return tx.select({ id: watchers.id }).from(watchers).where(waiting).get() ? toldAt : null
}
