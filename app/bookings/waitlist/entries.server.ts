import { and, count, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { KEEPS_SEAT } from '#db/booking-queries.server'
import { db, sqlite } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings, waitlistEntries as entries, waitlistOffers as offers } from '#db/schema'
import { type Booking, isToken } from '../find-booking.server'
import { LIVING_STATES } from './stored-states'

/** A party that waits for seats of a departure, or has. */
export type Entry = typeof entries.$inferSelect
/** Seats that are kept for one, until an instant. */
export type WaitlistOffer = typeof offers.$inferSelect

export const isLiving = inArray(entries.state, [...LIVING_STATES])

const one = (condition: SQL | undefined) =>
  prepared(() => db.select().from(entries).where(condition).prepare())
const ofLink = one(eq(entries.linkToken, sql.placeholder('token')))
const ofConfirmation = one(eq(entries.confirmToken, sql.placeholder('token')))
const ofId = one(eq(entries.id, sql.placeholder('id')))

/** The entry behind the token of its page; undefined for one that nobody has. */
export const entryByLink = (token: string): Entry | undefined =>
  isToken(token) ? ofLink().get({ token }) : undefined

/** The same of the link in the letter that asks to confirm. */
export const entryToConfirm = (token: string): Entry | undefined =>
  isToken(token) ? ofConfirmation().get({ token }) : undefined

export const entryWithId = (id: number): Entry | undefined => ofId().get({ id })

/** The live offer of an entry. */
export const offerOf = (entryId: number): WaitlistOffer | undefined =>
  db
    .select()
    .from(offers)
    .where(and(eq(offers.entryId, entryId), eq(offers.state, 'live')))
    .get()

/** Whether somebody is paying for seats of an offer. */
export const isBeingPaid = ({ id }: WaitlistOffer): boolean =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.waitlistOfferId, id), eq(bookings.status, 'pending')))
    .get() !== undefined

export const offerWithId = (id: number): WaitlistOffer | undefined =>
  db.select().from(offers).where(eq(offers.id, id)).get()

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
export function liveOfferOf({
  waitlistOfferId,
}: Pick<Booking, 'waitlistOfferId'>): WaitlistOffer | undefined {
  const offer = waitlistOfferId === null ? undefined : offerWithId(waitlistOfferId)
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
