import { and, asc, count, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Letter, letter } from '#app/mail/letter'
import { postTo } from '#app/mail/outbox.server'
import { isLetterLimitReached, isSiteLimitReached } from '#app/mail/site-limits.server'
import { postConfirmation, unsubscribeHeaders } from '#app/people/people-letters.server'
import { maskedEmail } from '#app/people/subscriber-words'
import { businessDay } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { newLinkToken } from '#app/platform/keys.server'
import { showCents } from '#app/platform/money'
import { signature } from '#app/site/letter-foot.server'
import { tourPrint } from '#app/site/letter-print.server'
import { isHeld, isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { scheduleChanges, departureWatchers as watchers } from '#db/schema/tours'
import type { Dates } from './departure'
import { pageOf } from './departure'
import { openInstead, openInWords, seeDepartures } from './departure-list.server'
import { type Departure, departureOf, departureOnOffer, nextOnSale } from './departures.server'
import { shownTours } from './tours.server'

type Watcher = typeof watchers.$inferSelect

export type Asked = { asked: true } | { refused: 'on-sale' | 'too-many' }

/** For how many days a notified address is retained, to hear if that departure is called off. */
export const NOTIFIED_RETAINED_DAYS = 30

/**
 * Stores a request to hear once of the journey's next departure, and asks the mailbox to confirm; `named` is
 * the departure on whose page they asked. One that waits is asked again once a day, with the same answer for
 * all. Refused while a departure is on sale, and beyond the site's limit.
 */
export function startWatching(email: string, now: Date, named: string | null = null): Asked {
  return immediately((tx) => {
    const departure = departureOnOffer(businessDay(now), named)
    if (nextOnSale(businessDay(now), departure)) return { refused: 'on-sale' }
    const known = waitingWatcher(email, departure, tx)
    if (!known && isSiteLimitReached('interest', watchers, now, tx)) return { refused: 'too-many' }
    if (isLetterLimitReached(CONFIRMATION, now, tx)) return { refused: 'too-many' }
    const watcher = known ?? insertWatcher(email, departure, now, tx)
    if (watcher.waitingSince) askToConfirm(watcher, now, tx)
    return { asked: true }
  })
}

const CONFIRMATION = 'departure-confirmation'

const waitingWatcher = (email: string, { tourId }: Departure, tx: Tx): Watcher | undefined =>
  tx
    .select()
    .from(watchers)
    .where(
      and(
        eq(watchers.tourId, tourId),
        eq(sql`lower(${watchers.email})`, email.toLowerCase()),
        isNull(watchers.toldAt),
      ),
    )
    .get()

const insertWatcher = (email: string, { id: departureId, tourId }: Departure, now: Date, tx: Tx): Watcher =>
  tx
    .insert(watchers)
    .values({
      tourId,
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
      kind: CONFIRMATION,
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

type WatchRequest = { maskedEmail: string; state: 'unconfirmed' | 'confirmed' | 'told' }

/** The masked address behind a confirmation link, and how its request stands; undefined if unknown. */
export function watchRequestByToken(token: string): WatchRequest | undefined {
  const found = db
    .select({ email: watchers.email, waitingSince: watchers.waitingSince, toldAt: watchers.toldAt })
    .from(watchers)
    .where(eq(watchers.confirmToken, token))
    .get()
  if (!found) return undefined
  const state = found.waitingSince ? 'unconfirmed' : found.toldAt ? 'told' : 'confirmed'
  return { maskedEmail: maskedEmail(found.email), state }
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

/** Whose link this is, masked; undefined for one that no one has, or whose owner was forgotten. */
export function watcherByToken(token: string): { maskedEmail: string } | undefined {
  const found = db.select({ email: watchers.email }).from(watchers).where(eq(watchers.token, token)).get()
  return found && { maskedEmail: maskedEmail(found.email) }
}

/** Forgets an address that waits, or was told; false where there is none. */
export const stopWatching = (token: string): boolean =>
  db.delete(watchers).where(eq(watchers.token, token)).run().changes > 0

/** The one letter that watchers asked for: that a departure can be booked. */
const departureOpened = (departure: Departure, stopAddress: string, hearsOfChanges: boolean): Letter => {
  const days = inWords(departure)
  const page = `${env.BASE_URL}${pageOf(departure)}`
  const whatNext = hearsOfChanges
    ? `We’ll write again only if we have to cancel or postpone this departure within ${NOTIFIED_RETAINED_DAYS} days; then we’ll delete your address.`
    : 'We won’t send another.'
  return letter`
    # ${departure.name}: ${days} can be booked

    Karibu,

    ${tourPrint(departure)}

    You asked us to tell you when the next departure opens. It is open now: ${days}. A
    ${showCents(departure.depositCents)} deposit holds a seat.

    [See the tour and its seats](${page})

    ${signature()}

    -# This is the email you asked for. ${whatNext} [Have it deleted now](${stopAddress}).
  `
}

/** Those who are told in one call: a few milliseconds of the only thread. */
const PORTION = 50

const waiting = db
  .select()
  .from(watchers)
  .where(
    and(
      eq(watchers.tourId, sql.placeholder('tourId')),
      isNull(watchers.toldAt),
      isNull(watchers.waitingSince),
      isNull(watchers.changeId),
    ),
  )
  .orderBy(asc(watchers.id))
  .limit(PORTION)
  .prepare()

/**
 * Tells confirmed watchers that a departure is on sale, or that theirs was canceled or postponed, a portion a
 * call: one transaction writes the letter and marks them, so that a crash skips no one and tells no one
 * twice.
 */
export const notifyWatchers = (now: Date): number =>
  notifyOfChanges(now) || shownTours().reduce((told, { id }) => told || notifyOfOpening(id, now), 0)

function notifyOfOpening(tourId: number, now: Date): number {
  if (!waiting.get({ tourId })) return 0
  const departure = nextOnSale(businessDay(now), { tourId })
  if (!departure) return 0
  return immediately((tx) => {
    const portion = waiting.all({ tourId })
    for (const { id, email, token, departureId } of portion) {
      const stopAddress = stopAddressOf(token)
      postTo(email, now, {
        kind: 'departure-opened',
        once: `${id}:${departure.id}`,
        letter: departureOpened(departure, stopAddress, departureId !== null),
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

type Change = typeof scheduleChanges.$inferSelect

/** Where someone who waits for a departure has their address deleted. */
const stopAddressOf = (token: string): string => `${env.BASE_URL}/departures/stop/${token}`

/** Tells someone who watched a departure that it is canceled or postponed, and what else is open. */
const watchedChanged = (about: {
  tourName: string
  from: Dates
  path: string
  /** The new dates; null of one that is canceled. */
  to: Dates | null
  open: Departure[]
  /** Whether they will hear of the next opening. */
  waits: boolean
  stopAddress: string
}): Letter => {
  const { tourName, from, to, open, waits, stopAddress } = about
  return letter`
    # ${to ? 'New dates' : 'Canceled'}: ${tourName}, ${inWords(to ?? from)}

    Karibu,

    You asked us about our next departure.
    ${to && `We had to move the ${tourName}: it now takes place ${inWords(to)}, instead of ${inWords(from)}.`}
    ${!to && `We are sorry: we had to cancel the ${tourName}, ${inWords(from)}.`}

    ${to && open.length === 0 ? seeDepartures(about) : openInWords(open, about)}

    ${waits && 'We’ll email you on the day the next one opens.'}

    -# Not interested anymore? [Have your address deleted](${stopAddress}).
  `
}

const inWords = ({ startsOn, endsOn }: Dates): string => showDays(startsOn, endsOn)

/**
 * Confirmed watchers of a departure, each mailbox once; not those who hear as its guest or on its waitlist.
 */
const watchersToNotify = (departureId: number): SQL | undefined =>
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
  db.select({ total: count() }).from(watchers).where(watchersToNotify(departureId)).get()?.total ?? 0

/**
 * Orders the letters to the watchers of a departure, in the transaction that cancels or postpones it and
 * before its waitlist ends; they are written later, a portion at a time.
 */
export function orderWatcherLetters({ id: changeId, departureId }: Change, tx: Tx): void {
  tx.update(watchers).set({ changeId }).where(watchersToNotify(departureId)).run()
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
function notifyOfChanges(now: Date): number {
  if (!ordered.get()) return 0
  return immediately((tx) => {
    const portion = ordered.all()
    for (const { watcher, change } of portion) notifyWatcher(change, watcher, now, tx)
    return portion.length
  })
}

function notifyWatcher(change: Change, watcher: Watcher, now: Date, tx: Tx): void {
  const departure = departureOf(change)
  const open = openInstead(departure.id, businessDay(now))
  const toldAt = change.kind === 'canceled' ? toldAtAfter(watcher, open, now, tx) : watcher.toldAt
  const stopAddress = stopAddressOf(watcher.token)
  const notice = watchedChanged({
    ...{ tourName: departure.name, path: departure.path },
    from: { startsOn: change.fromStartsOn, endsOn: change.fromEndsOn },
    to: change.kind === 'postponed' ? departure : null,
    open,
    waits: toldAt === null,
    stopAddress,
  })
  postTo(watcher.email, now, {
    kind: 'departure-watched',
    once: `${watcher.id}:${change.id}`,
    letter: notice,
    headers: unsubscribeHeaders(stopAddress),
  })
  tx.update(watchers).set({ changeId: null, toldAt }).where(eq(watchers.id, watcher.id)).run()
}

/** What is open stands in this letter. Else they wait again, unless they have asked again since. */
function toldAtAfter({ id, tourId, email, toldAt }: Watcher, open: Departure[], now: Date, tx: Tx) {
  if (open.length > 0) return now
  const waiting = and(
    eq(watchers.tourId, tourId),
    sql`lower(${watchers.email}) = lower(${email})`,
    isNull(watchers.toldAt),
    sql`${watchers.id} <> ${id}`,
  )
  return tx.select({ id: watchers.id }).from(watchers).where(waiting).get() ? toldAt : null
}
