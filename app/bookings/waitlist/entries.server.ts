import { and, count, eq, inArray, lt, or } from 'drizzle-orm'
import { addDays, type Day, dayAt, instantAt } from '#app/platform/days'
import { keyedDigest } from '#app/platform/keys.server'
import { KEEPS_SEAT } from '#db/booking-queries.server'
import { db, sqlite } from '#db/connection.server'
import { hasRow, prepared, rowBy } from '#db/prepared.server'
import { bookings, waitlistEntries as entries, waitlistOffers as offers } from '#db/schema/bookings'
import { type Booking, isToken } from '../find-booking.server'
import { LIVING_STATES } from '../stored-values'

/** A party that waits for seats of a departure, or has. */
export type Entry = typeof entries.$inferSelect
/** Seats that are kept for one, until an instant. */
export type WaitlistOffer = typeof offers.$inferSelect

export const isLiving = inArray(entries.state, [...LIVING_STATES])

const withLink = rowBy(entries, entries.linkToken)
const withConfirmation = rowBy(entries, entries.confirmToken)

/** The entry behind the token of its page; undefined for an unknown one. */
export const entryByLink = (token: string): Entry | undefined =>
  isToken(token) ? withLink(token) : undefined

/** The same of the link in the letter that asks to confirm. */
export const entryToConfirm = (token: string): Entry | undefined =>
  isToken(token) ? withConfirmation(token) : undefined

/** The wish of an entry in one line: what is confirmed is what was read. */
export const wishFingerprint = ({ name, phone, atLeast, atMost, rooms }: Entry): string =>
  digest(JSON.stringify([name, phone, atLeast, atMost, rooms])).slice(0, 16)

const digest = keyedDigest('waitlist wish')

export const entryWithId = rowBy(entries, entries.id)

/** The live offer of an entry. */
export const offerOf = (entryId: number): WaitlistOffer | undefined =>
  db
    .select()
    .from(offers)
    .where(and(eq(offers.entryId, entryId), eq(offers.state, 'live')))
    .get()

/** Whether someone is paying for seats of an offer. */
export const isBeingPaid = ({ id }: WaitlistOffer): boolean =>
  hasRow(bookings, and(eq(bookings.waitlistOfferId, id), eq(bookings.status, 'pending')))

export const offerWithId = rowBy(offers, offers.id)

export type OpenOffer = { entry: Entry; offer: WaitlistOffer }

/** The offer that a link opens, until it ends; null for another link, and after. */
export function openOffer(token: string | null | undefined, now: Date): OpenOffer | null {
  const entry = token ? entryByLink(token) : undefined
  const offer = entry && offerOf(entry.id)
  return entry && offer && offer.endsAt > now ? { entry, offer } : null
}

const takenIn = prepared(() =>
  sqlite.prepare<[number], { seats: number }>(
    `select coalesce(sum(number_of_guests), 0) as seats from bookings
     where waitlist_offer_id = ? and ${KEEPS_SEAT}`,
  ),
)

/** Seats of an offer that are not held in it. */
export const seatsInOffer = ({ id, seats }: WaitlistOffer): number =>
  Math.max(0, seats - (takenIn().get(id)?.seats ?? 0))

/** The offer in which a booking took its seats, while it is live. */
export function liveOfferOf(booking: Pick<Booking, 'waitlistOfferId'>): WaitlistOffer | undefined {
  const offer = booking.waitlistOfferId === null ? undefined : offerWithId(booking.waitlistOfferId)
  return offer?.state === 'live' ? offer : undefined
}

/** Who waits for a departure. */
export const waitFor = (departureId: number) =>
  and(eq(entries.departureId, departureId), eq(entries.state, 'waiting'))

/** How many wait before it, and it: 1 is the first in line. Those who were not confirmed do not count. */
export const placeInLine = ({ departureId, joinedAt, id }: Entry): number =>
  (db
    .select({ before: count() })
    .from(entries)
    .where(
      and(
        waitFor(departureId),
        or(lt(entries.joinedAt, joinedAt), and(eq(entries.joinedAt, joinedAt), lt(entries.id, id))),
      ),
    )
    .get()?.before ?? 0) + 1

/** An offer takes at most this part of the time until sales close, and never less than these hours. */
const PART_OF_TIME_LEFT = 1 / 4
export const OFFER_HOURS_LEAST = 6
/** No one has to get up for an offer: one that would end at night ends at noon. */
const NIGHT = { from: 21, until: 8 }
const NOON = 12

const HOUR_MS = 3_600_000

/** The instant at which the last day of sale is over. */
export const closesAt = (lastSaleDay: Day, zone: string): Date => instantAt(addDays(lastSaleDay, 1), 0, zone)

/**
 * Until when an offer that is made now stands: the smaller of `hours` and a quarter of the time until
 * `closing`, at least six hours, put to noon of `zone` where that is at night, and never past the closing.
 */
export function offerEnd(now: Date, hours: number, closing: Date, zone: string): Date {
  const left = closing.getTime() - now.getTime()
  const length = Math.max(Math.min(hours * HOUR_MS, left * PART_OF_TIME_LEFT), OFFER_HOURS_LEAST * HOUR_MS)
  const end = outOfTheNight(new Date(now.getTime() + length), zone)
  return end < closing ? end : closing
}

function outOfTheNight(end: Date, zone: string): Date {
  const day = dayAt(end, zone)
  if (end < instantAt(day, NIGHT.until, zone)) return instantAt(day, NOON, zone)
  return end < instantAt(day, NIGHT.from, zone) ? end : instantAt(addDays(day, 1), NOON, zone)
}
