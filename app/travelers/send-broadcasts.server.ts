import { eq, max } from 'drizzle-orm'
import { subscriberTotals } from '#app/people/subscribers.server'
import { businessDay } from '#app/platform/clock.server'
import { siteSettings } from '#app/site/settings.server'
import { type Actor, type By, byStaff, recordAct, recordDepartureAct } from '#app/staff/audit-log.server'
import {
  type Broadcast,
  type DepartureLetter,
  departureFor,
  draftOpened,
  isDepartureLetter,
  isTooLate,
  leavesAt,
  type NotOpen,
  recordBroadcast,
} from '#app/tours/broadcasts.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { broadcasts } from '#db/schema/broadcasts'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { whyWaits } from './broadcast-text.server'
import { leftFor, type Recipient, reachedBy } from './letter-recipients.server'

type Opened = { id: number; version: number }
type Unable = 'nobody' | 'no-address' | 'not-ready'

export type Scheduled = { leavesAt: Date } | NotOpen | { refused: 'no-time' | 'too-late' | Unable }

/**
 * Schedules a draft for its time, or at once where that has passed. Refuses one without a time, and
 * `isTooLate`.
 */
export function scheduleBroadcast(opened: Opened, staff: Actor, now: Date): Scheduled {
  return immediately((tx) => {
    const known = draftOpened(opened, tx)
    if ('refused' in known) return known
    const { broadcast } = known
    const departure = departureFor(broadcast)
    const at = leavesAt(broadcast, departure)
    if (!at) return { refused: 'no-time' }
    if (isTooLate(broadcast, departure, businessDay(now))) return { refused: 'too-late' }
    const why = whyUnable(broadcast)
    if (why && why !== 'nobody') return { refused: why }
    tx.update(broadcasts).set({ state: 'scheduled' }).where(eq(broadcasts.id, broadcast.id)).run()
    recordBroadcast('scheduled', broadcast, staff, now)
    return { leavesAt: at }
  })
}

/** Why a broadcast cannot leave as it and the site are now. */
export function whyUnable(broadcast: Broadcast): Unable | null {
  if (whyWaits(broadcast)) return 'not-ready'
  if (isDepartureLetter(broadcast)) return null
  // The law on commercial mail asks for a real one, and the seed's is none.
  if (!siteSettings().postalAddress) return 'no-address'
  return subscriberTotals().confirmed === 0 ? 'nobody' : null
}

export type Begun =
  | { recipients: number }
  | NotOpen
  | { refused: Unable | 'recipients-changed'; recipients?: number }

/**
 * Lets a draft leave now, as it was at `version`: a campaign to everyone on the list, a letter to those whom
 * staff saw on its page; refused where these are others by now. Of two who press at once, one is refused.
 */
export function sendNow({ shown, ...opened }: Opened & { shown: string }, staff: Actor, now: Date): Begun {
  return immediately((tx) => {
    const known = draftOpened(opened, tx)
    if ('refused' in known) return known
    const { broadcast } = known
    const why = whyUnable(broadcast)
    if (why) return { refused: why }
    if (isDepartureLetter(broadcast))
      return beginFor(broadcast, reachedBy(broadcast).gets, shown, staff, now, tx)
    return { recipients: beginCampaign(broadcast, byStaff(staff), now, tx).recipients }
  })
}

/**
 * Who would get a letter today that has left without them: they came later, or have only become meant. No one
 * once its time is over, or the journey where it was sent by hand.
 */
export function missedBy(letter: DepartureLetter, now: Date): Recipient[] {
  const [departure, today] = [departureOf(letter), businessDay(now)]
  const isOver = letter.timing === 'by-hand' ? today > departure.endsOn : isTooLate(letter, departure, today)
  if (letter.state !== 'sent' || isOver) return []
  return leftFor(letter)
}

/** Sends a letter that has left to those who missed it: refused where these are others than staff saw. */
export function sendToMissed({ id, shown }: { id: number; shown: string }, staff: Actor, now: Date): Begun {
  return immediately((tx) => {
    const letter = tx.select().from(broadcasts).where(eq(broadcasts.id, id)).get()
    if (!letter || !isDepartureLetter(letter)) return { refused: 'gone' }
    return beginFor(letter, missedBy(letter, now), shown, staff, now, tx)
  })
}

function beginFor(
  letter: DepartureLetter,
  readers: Recipient[],
  shown: string,
  staff: Actor,
  now: Date,
  tx: Tx,
): Begun {
  if (readers.length === 0) return { refused: 'nobody' }
  if (shown !== recipientsFingerprint(readers)) return { refused: 'recipients-changed' }
  beginLetter(letter, now, tx)
  recordDepartureAct(now, letter.departureId, byStaff(staff), 'letter-begun', { title: letter.subject })
  return { recipients: readers.length }
}

/** What a page sends along of whom it showed. */
export const recipientsFingerprint = (gets: Pick<Recipient, 'travelerId'>[]): string =>
  gets.map(({ travelerId }) => travelerId).join('.')

export function beginLetter({ id }: DepartureLetter, now: Date, tx: Tx): void {
  tx.update(broadcasts).set({ state: 'sending', sendingAt: now }).where(eq(broadcasts.id, id)).run()
}

/** Claims a campaign for sending once to everyone on the list now. */
export function beginCampaign({ id }: Broadcast, by: By, now: Date, tx: Tx): Broadcast {
  const { newest } = tx
    .select({ newest: max(subscriptions.id) })
    .from(subscriptions)
    .get() ?? { newest: 0 }
  const recipients = subscriberTotals().confirmed
  recordAct(now, { ...by, action: 'campaign-begun', subject: `campaign:${id}`, detail: { recipients } })
  return tx
    .update(broadcasts)
    .set({ state: 'sending', recipients, lastSubscriberId: newest ?? 0, sendingAt: now })
    .where(eq(broadcasts.id, id))
    .returning()
    .get()
}
