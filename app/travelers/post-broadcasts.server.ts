import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { failInterrupted } from '#app/mail/campaign-mail.server'
import { post, postTo } from '#app/mail/outbox.server'
import { unsubscribeAddress, unsubscribeHeaders } from '#app/people/people-letters.server'
import { subscriberTotals } from '#app/people/subscribers.server'
import { businessDay } from '#app/platform/clock.server'
import { newLinkToken } from '#app/platform/keys.server'
import { recordDepartureAct } from '#app/staff/audit-log.server'
import type { SkipReason } from '#app/tours/broadcast-form'
import {
  type Broadcast,
  broadcastsToLeave,
  type DepartureLetter,
  departureFor,
  isDepartureLetter,
  isTooLate,
  skipBroadcast,
} from '#app/tours/broadcasts.server'
import { departureOf } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { broadcasts } from '#db/schema/broadcasts'
import { outbox, broadcastRecipients as recipients } from '#db/schema/mail'
import { newsletterSubscriptions as subscriptions } from '#db/schema/people'
import { layOut, renderSubject } from './broadcast-text.server'
import { leftFor, reachedBy, recipientsOf } from './letter-recipients.server'
import { beginCampaign, beginLetter, whyUnable } from './send-broadcasts.server'
import { firstNameAt } from './subscriber-names.server'

type ToLeave = ReturnType<typeof broadcastsToLeave>[number]

/** By the clock: all but a campaign that has begun, which goes on whatever the day. */
const isDated = ({ broadcast }: ToLeave): boolean =>
  broadcast.state === 'scheduled' || isDepartureLetter(broadcast)

const isDue = ({ broadcast, at }: ToLeave, now: Date): boolean =>
  broadcast.state === 'sending' || (at !== null && at <= now)

/** Whether `postBroadcasts` would do anything now that depends on the clock. */
export const areDatedDue = (now: Date): boolean =>
  broadcastsToLeave().some((one) => isDated(one) && isDue(one, now))

/**
 * Lets each broadcast leave whose time has come, one portion at each call; answers how many mails were
 * written. Mails and the place reached are one transaction: a crash forgets no one. What is too late is
 * skipped, and the log says so. Not what is dated where `isOnTime` is false.
 */
export function postBroadcasts(now: Date, isOnTime = true): number {
  return broadcastsToLeave()
    .filter((one) => isDue(one, now) && (isOnTime || !isDated(one)))
    .reduce((written, { broadcast }) => written + immediately((tx) => carryOn(broadcast.id, now, tx)), 0)
}

/** Looks at it again: another process may have carried it on. */
function carryOn(id: number, now: Date, tx: Tx): number {
  const broadcast = tx.select().from(broadcasts).where(eq(broadcasts.id, id)).get()
  if (!broadcast || (broadcast.state !== 'scheduled' && broadcast.state !== 'sending')) return 0
  const why = broadcast.state === 'scheduled' ? whySkipped(broadcast, now) : null
  if (why) {
    skipBroadcast(broadcast, why, now, tx)
    return 0
  }
  return isDepartureLetter(broadcast)
    ? carryOnLetter(broadcast, now, tx)
    : carryOnCampaign(broadcast, now, tx)
}

function whySkipped(broadcast: Broadcast, now: Date): SkipReason | null {
  if (isTooLate(broadcast, departureFor(broadcast), businessDay(now))) return 'too-late'
  if (isDepartureLetter(broadcast) && leftFor(broadcast).length === 0) return 'nobody'
  return whyUnable(broadcast)
}

/** Travelers who are written to before others have their turn: a few milliseconds of the only thread. */
const TRAVELERS_AT_ONCE = 10

/** Whom it reaches is asked again each time. */
function carryOnLetter(letter: DepartureLetter, now: Date, tx: Tx): number {
  const left = leftFor(letter)
  if (letter.state === 'scheduled') beginLetter(letter, now, tx)
  const letterTo = layOut(letter, departureOf(letter))
  const portion = left.slice(0, TRAVELERS_AT_ONCE)
  for (const reader of portion) {
    const { travelerId, bookingId, to } = reader
    const readToken = letter.isUrgent ? newLinkToken() : null
    const once = `${letter.id}:${travelerId}`
    const written = letterTo({ ...reader, readToken })
    const outboxId = post({ kind: 'departure-letter', once, bookingId, to, letter: written }, now)
    tx.insert(recipients).values({ broadcastId: letter.id, travelerId, bookingId, outboxId, readToken }).run()
  }
  if (portion.length === left.length) {
    finish(letter, letter.sentAt ?? now, tx)
    const detail = { title: letter.subject, travelers: recipientsOf(letter.id).size }
    recordDepartureAct(now, letter.departureId, { actor: 'schedule' }, 'letter-sent', detail)
  }
  return portion.length
}

const finish = ({ id }: Broadcast, sentAt: Date, tx: Tx) =>
  tx.update(broadcasts).set({ state: 'sent', sentAt }).where(eq(broadcasts.id, id)).run()

/** Subscribers who are gone through in one call: a few milliseconds of the only thread. */
const SUBSCRIBERS_AT_ONCE = 50

/** No more are added while this many are untried, or that many wait because the mail server is down. */
const UNTRIED_AT_MOST = 200
const WAITING_AT_MOST = 2_000

/** In the order of subscription. A campaign whose last mail has gone out is sent. */
function carryOnCampaign(scheduled: Broadcast, now: Date, tx: Tx): number {
  const campaign =
    scheduled.state === 'scheduled' ? beginCampaign(scheduled, { actor: 'schedule' }, now, tx) : scheduled
  failInterrupted(campaign.id, tx)
  const { waiting, untried } = waitingOf(campaign.id, tx)
  const isWhole = campaign.postedThroughId >= campaign.lastSubscriberId
  if (isWhole && waiting === 0) finish(campaign, now, tx)
  if (isWhole || untried >= UNTRIED_AT_MOST || waiting >= WAITING_AT_MOST) return 0
  return postPortion(campaign, now, tx)
}

function waitingOf(campaignId: number, tx: Tx): { waiting: number; untried: number } {
  const some = tx
    .select({ attempts: outbox.attempts })
    .from(outbox)
    .where(and(eq(outbox.campaignId, campaignId), sql`${outbox.state} in ('waiting', 'sending')`))
    .limit(WAITING_AT_MOST)
    .all()
  return { waiting: some.length, untried: some.filter(({ attempts }) => attempts === 0).length }
}

function postPortion(campaign: Broadcast, now: Date, tx: Tx): number {
  const { id: campaignId, postedThroughId, lastSubscriberId } = campaign
  const readers = tx
    .select({
      id: subscriptions.id,
      email: subscriptions.email,
      token: subscriptions.unsubscribeToken,
      state: subscriptions.state,
    })
    .from(subscriptions)
    .where(and(gt(subscriptions.id, postedThroughId), lte(subscriptions.id, lastSubscriberId)))
    .orderBy(asc(subscriptions.id))
    .limit(SUBSCRIBERS_AT_ONCE)
    .all()
  const letterTo = layOut(campaign, null)
  for (const { id, email, token, state } of readers) {
    if (state !== 'confirmed') continue
    const wayOut = unsubscribeAddress(token, campaignId)
    postTo(email, now, {
      kind: 'campaign',
      once: `${campaignId}:${id}`,
      campaignId,
      subscriberId: id,
      letter: letterTo({ firstName: firstNameAt(email), wayOut }),
      headers: unsubscribeHeaders(wayOut),
    })
  }
  const reached = readers.length < SUBSCRIBERS_AT_ONCE ? lastSubscriberId : readers.at(-1)?.id
  tx.update(broadcasts).set({ postedThroughId: reached }).where(eq(broadcasts.id, campaignId)).run()
  return readers.length
}

/** Broadcasts that leave on a business day by the schedule, as it stands; `now` decides what has left. */
export const leavingOn = (day: string, now: Date) =>
  broadcastsToLeave().flatMap(({ broadcast, departure, at: planned }) => {
    if (broadcast.state !== 'scheduled' || planned === null) return []
    const at = planned > now ? planned : now
    if (businessDay(at) !== day) return []
    const { id, departureId } = broadcast
    return [
      {
        ...{ id, departureId, at, startsOn: departure?.startsOn ?? null },
        subject: renderSubject(broadcast.subject, departure),
        isTooLate: isTooLate(broadcast, departure, day),
        recipients: isDepartureLetter(broadcast)
          ? reachedBy(broadcast).gets.length
          : subscriberTotals().confirmed,
      },
    ]
  })
