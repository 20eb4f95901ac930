import { type SQL, sql } from 'drizzle-orm'
import { CAUGHT_RETAINED_DAYS } from '#app/people/caught-messages.server'
import { REQUEST_RETAINED_DAYS } from '#app/people/subscriber-words'
import { NOTIFIED_RETAINED_DAYS } from '#app/tours/watchers.server'
import { DETAILS_RETAINED_DAYS } from '#app/travelers/detail-fields'
import { purgeReviews } from '#app/travelers/review-photos.server'
import { eraseOldDetails } from '#app/travelers/save-details.server'
import type { Tx } from '#db/connection.server'

/** Purges at most this many rows that expired before an instant; answers how many it was. */
type Purge = (before: Date, atMost: number, tx: Tx) => number

type RetentionRule = {
  table: string
  what: string
  /** Full days of business time, from when it came, was sent, or was last changed. */
  days: number
  /** Rows are deleted unless this says otherwise. */
  atTheEnd?: 'blanked'
  reason: string
  /** Rows to delete, by an instant in milliseconds; else `purge`. Neither where another rule takes them. */
  expired?: (before: number) => SQL
  purge?: Purge
}

/** A year, as its page says to the traveler. */
const REVIEW_RETAINED_DAYS = 365

/** No one keeps a dialog open for longer. */
const FORM_RETAINED_DAYS = 90

/** As their pages say to those who are erased. */
export const AGREEMENT_RETAINED_YEARS = 3

/** A booking that came to nothing, and what goes with it. */
const UNPAID_RETAINED_DAYS = 90

/**
 * What strangers can make grow, how long it is retained, and what happens then; the daily job goes by this
 * list (purge-expired.server.ts). What bookkeeping needs never expires: ledger, refunds, bookings with money,
 * acts of staff.
 */
export const RETENTION_RULES: Record<string, RetentionRule> = {
  inquiries: {
    table: 'contact_inquiries',
    what: 'inquiries',
    days: 730,
    reason: 'A journey is planned for two years at the longest.',
    expired: (before) => sql`created_at < ${before} order by created_at`,
  },
  newsletterRequests: {
    table: 'newsletter_subscriptions',
    what: 'requests for the newsletter that were never confirmed',
    days: REQUEST_RETAINED_DAYS,
    reason:
      'No one consented, and the address may be a stranger’s. Anyone who had unsubscribed before counts as unsubscribed again.',
    purge: (before, atMost, tx) => {
      const over = sql`select id from newsletter_subscriptions where waiting_since is not null
        and waiting_since < ${ms(before)} order by waiting_since limit ${atMost}`
      const ids = tx.all<{ id: number }>(over).map(({ id }) => id)
      for (const id of ids) {
        tx.run(sql`delete from newsletter_subscriptions where id = ${id} and unsubscribed_at is null`)
        tx.run(sql`update newsletter_subscriptions set waiting_since = null where id = ${id}`)
      }
      return ids.length
    },
  },
  caughtMessages: {
    table: 'caught_messages',
    what: 'messages caught as spam',
    days: CAUGHT_RETAINED_DAYS,
    reason: 'Time enough to see that one of them was a guest.',
    expired: (before) => sql`created_at < ${before} order by created_at`,
  },
  erasedAddresses: {
    table: 'erased_addresses',
    what: 'codes of addresses that were erased, from which no one can read the address',
    days: 3_650,
    reason:
      'An old list may be imported years later: by its code such an address is left out. It goes sooner where its owner subscribes again.',
    expired: (before) => sql`created_at < ${before} order by created_at`,
  },
  erasureRequests: {
    table: 'erasure_requests',
    what: 'requests to be erased',
    days: 1_095,
    reason: 'A journey that is still ahead comes first, and staff are reminded until they have erased them.',
    expired: (before) => sql`created_at < ${before} order by created_at`,
  },
  autopayConsents: {
    table: 'autopay_consents',
    what: 'agreements to automatic payment that ended',
    days: AGREEMENT_RETAINED_YEARS * 365,
    reason: 'A cardholder may ask for so long what was agreed. Their card has left Stripe at the end.',
    expired: (before) =>
      sql`ended_at < ${before} and (stripe_method_id is null or detached_at is not null) order by ended_at`,
  },
  leaderApplications: {
    table: 'leaders',
    what: 'applications to bring others that were never approved',
    days: 365,
    reason: 'Anyone who was called back has been approved by then.',
    expired: (before) => sql`state = 'applied' and created_at < ${before} order by created_at`,
  },
  departureRequests: {
    table: 'departure_watchers',
    what: 'requests to hear about a departure that were never confirmed',
    days: REQUEST_RETAINED_DAYS,
    reason: 'No one consented, and the address may be a stranger’s.',
    expired: (before) => sql`waiting_since is not null and waiting_since < ${before} order by waiting_since`,
  },
  departureWatchers: {
    table: 'departure_watchers',
    what: 'addresses that were notified of a departure',
    days: NOTIFIED_RETAINED_DAYS,
    reason:
      'They asked for one email, and have received it; until then they hear if that departure is called off. Those still waiting have confirmed.',
    expired: (before) => sql`told_at is not null and told_at < ${before} and change_id is null`,
  },
  waitlistRequests: {
    table: 'waitlist_entries',
    what: 'places on a waitlist that were never confirmed',
    days: REQUEST_RETAINED_DAYS,
    reason: 'No one consented, and the address may be a stranger’s.',
    expired: (before) => sql`state = 'unconfirmed' and created_at < ${before} order by created_at`,
  },
  waitlist: {
    table: 'waitlist_entries',
    what: 'places on a waitlist and their offers (counted from the trip’s first day)',
    days: 30,
    reason: 'The journey has begun without them; those who came have a booking.',
    purge: rowsBy(
      (before, atMost) => sql`delete from waitlist_entries where id in (
          select entry.id from departures cross join waitlist_entries as entry on departure_id = departures.id
          where departures.id > 0 and starts_on <= ${before.toISOString().slice(0, 10)} limit ${atMost})`,
    ),
  },
  letters: {
    table: 'outbox',
    what: 'text and headers of sent mail',
    days: 30,
    atTheEnd: 'blanked',
    reason: 'Questions about what an email said come soon. When it was sent, and to whom, stays.',
    purge: rowsBy(
      (before, atMost) => sql`update outbox set text_body = '', html_body = '', headers = '{}' where id in (
          select id from outbox where state = 'sent' and text_body <> '' and sent_at < ${ms(before)}
          order by sent_at limit ${atMost})`,
    ),
  },
  mails: {
    table: 'outbox',
    what: 'email about no booking or campaign, once sent or abandoned',
    days: 365,
    reason:
      'No one needs last year’s notices. Mail about a booking stays with it, an answer with its inquiry.',
    expired: (before) => sql`booking_id is null and campaign_id is null and created_at < ${before}
          and state in ('sent', 'failed') and not exists (select 1 from inquiry_answers where mail_id = outbox.id)
          order by created_at`,
  },
  unpaidBookings: {
    table: 'bookings',
    what: 'bookings that ended without any money',
    days: UNPAID_RETAINED_DAYS,
    reason: 'No one is traveling and nothing is owed; until then the traveler may ask what happened to it.',
    purge: (before, atMost, tx) => {
      const ended = tx.all<{ id: number; reference: string }>(endedWithoutMoney(before, atMost))
      for (const { id, reference } of ended) {
        tx.run(
          sql`delete from audit_log where subject = ${`booking:${reference}`} and actor_id is null
            and actor in ('traveler', 'stripe', 'schedule', 'site')`,
        )
        tx.run(sql`delete from payment_intents where booking_id = ${id}`)
        tx.run(sql`delete from bookings where id = ${id}`)
      }
      return ended.length
    },
  },
  unpaidInstallments: {
    table: 'installments',
    what: 'the installments of such a booking',
    days: UNPAID_RETAINED_DAYS,
    reason: 'They go with the booking. Those of a booking with money stay.',
  },
  unpaidHistory: {
    table: 'audit_log',
    what: 'what the traveler, Stripe and the schedule did to such a booking',
    days: UNPAID_RETAINED_DAYS,
    reason: 'It goes with the booking. What staff did and everything about money stays.',
  },
  travelerDetails: {
    table: 'traveler_details',
    what: 'details of travelers, from the return or the booking’s end',
    days: DETAILS_RETAINED_DAYS,
    reason: 'They are for the journey. Travelers can erase them sooner themselves, at once.',
    purge: eraseOldDetails,
  },
  reviews: {
    table: 'reviews',
    what: 'reviews of travelers',
    days: REVIEW_RETAINED_DAYS,
    reason: 'Staff have read them by then. One that was published is a story, and stays as such.',
    purge: purgeReviews,
  },
  reviewPhotos: {
    table: 'review_photos',
    what: 'photographs that came with reviews',
    days: REVIEW_RETAINED_DAYS,
    reason: 'They go with their review. What was published hangs in the gallery until staff remove it.',
  },
  roomWishes: {
    table: 'room_wishes',
    what: 'requests for a room companion, from the return',
    days: DETAILS_RETAINED_DAYS,
    reason: 'They may name someone who never wrote to us, and the journey is over.',
    purge: rowsBy(
      (before, atMost) => sql`delete from room_wishes where traveler_id in (
          select wish.traveler_id from room_wishes as wish
            cross join travelers on travelers.id = wish.traveler_id
            cross join rooms on rooms.id = travelers.room_id
            cross join departures on departures.id = rooms.departure_id
          where wish.traveler_id > 0 and departures.ends_on <= ${before.toISOString().slice(0, 10)} limit ${atMost})`,
    ),
  },
  unpaidIntents: {
    table: 'payment_intents',
    what: 'payment intents of abandoned card forms',
    days: 30,
    reason: 'Canceled at Stripe, where they are kept. Those of a booking stay as long as it does.',
    purge: rowsBy(
      (before, atMost) => sql`delete from payment_intents where id in (
          select id from payment_intents as intent where booking_id is null and state = 'cancelled'
            and updated_at < ${ms(before)} and not ${isInBooks} order by updated_at limit ${atMost})`,
    ),
  },
  failedSignIns: {
    table: 'audit_log',
    what: 'failed attempts to sign in, counted by the hour',
    days: 365,
    reason: 'They are about strangers, not about staff.',
    expired: (before) =>
      sql`actor = 'somebody' and actor_id is null and created_at < ${before} order by created_at`,
  },
  formKeys: {
    table: 'form_keys',
    what: 'the forms by which bookings were changed',
    days: FORM_RETAINED_DAYS,
    reason: 'A form is sent again within minutes. One that is older has to show what holds.',
    purge: rowsBy(
      (before, atMost) => sql`delete from form_keys where key in (
          select key from form_keys where created_at < ${ms(before)} order by created_at limit ${atMost})`,
    ),
  },
  stripeEvents: {
    table: 'stripe_events',
    what: 'IDs of webhooks that were handled',
    days: 90,
    reason: 'Stripe repeats one for three days, and by hand for thirty.',
    expired: (before) => sql`received_at < ${before} order by received_at`,
  },
  dailyRuns: {
    table: 'job_runs',
    what: 'runs of the daily jobs',
    days: 400,
    reason: 'A year can be compared with the one before.',
    expired: (before) => sql`(job < 'reconcile' or job > 'reconcile') and started_at < ${before}`,
  },
  reconcileRuns: {
    table: 'job_runs',
    what: 'runs of the Stripe reconciliation, every ten minutes',
    days: 30,
    reason: 'No one asks later what Stripe said then; the ledger says it.',
    expired: (before) => sql`job = 'reconcile' and started_at < ${before}`,
  },
  alerts: {
    table: 'alerts',
    what: 'past problems with the site',
    days: 400,
    reason: 'A year can be compared with the one before. Problems that are not over stay.',
    expired: (before) => sql`over_at is not null and over_at < ${before} order by over_at`,
  },
  pageViews: {
    table: 'page_views',
    what: 'individual page views',
    days: 30,
    reason: 'They tell one day’s visitors apart; every figure comes from the daily totals.',
    expired: (before) => sql`created_at < ${before} order by created_at`,
  },
  dailyViews: {
    table: 'daily_views',
    what: 'the daily totals by page, source and country',
    days: 1_826,
    reason: 'Five years can be compared. A day has a few hundred rows at most.',
    purge: rowsBy(
      (before, atMost) => sql`delete from daily_views where rowid in (
          select rowid from daily_views where dimension in ('all', 'path', 'source', 'country')
            and day < ${before.toISOString().slice(0, 10)} limit ${atMost})`,
    ),
  },
}

/** How the rows of a rule are purged; undefined where another rule takes them along. */
export function purgeOf({ table, expired, purge }: RetentionRule): Purge | undefined {
  if (!expired) return purge
  const name = sql.identifier(table)
  return rowsBy(
    (before, atMost) =>
      sql`delete from ${name} where id in (select id from ${name} where ${expired(ms(before))} limit ${atMost})`,
  )
}

/** Purges by one statement. */
function rowsBy(statement: (before: Date, atMost: number) => SQL): Purge {
  return (before, atMost, tx) => tx.run(statement(before, atMost)).changes
}

const ms = (instant: Date): number => instant.getTime()

/** Whether ledger or refunds name the row called `intent`. */
const isInBooks = sql`(
  exists (select 1 from payments where stripe_intent_id = intent.stripe_intent_id)
  or exists (select 1 from refunds where stripe_intent_id = intent.stripe_intent_id))`

/** A pending one is not over: its hold is ended first, when Stripe has said that nothing came. */
const endedWithoutMoney = (before: Date, atMost: number) => sql`
  select id, booking_reference as reference from bookings
  where payment_status in ('expired', 'payment_failed', 'cancelled') and created_at < ${ms(before)}
    and not exists (select 1 from payments where booking_id = bookings.id)
    and not exists (select 1 from refunds where booking_id = bookings.id)
    and not exists (
      select 1 from payment_intents as intent
      where intent.booking_id = bookings.id and (intent.state <> 'cancelled' or ${isInBooks}))
  limit ${atMost}`
