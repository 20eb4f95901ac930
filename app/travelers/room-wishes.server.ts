import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { asReference } from '#app/bookings/find-booking.server'
import { plainAddress } from '#app/platform/typed/clean'
import { EMAIL_AT_MOST } from '#app/platform/typed/fields'
import { checkbox, deliverable, optionalText } from '#app/platform/typed/text'
import { recordBookingAct, recordRepeated } from '#app/staff/audit-log.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { bookings, formerWords, roomWishes, travelers } from '#db/schema/bookings'
import { auditLog } from '#db/schema/staff'
import { pairTravelers } from './pair-travelers.server'
import { guestAlone, guestWith, namesOf, type RoomGuest, roommatesFromElsewhere } from './room-guests.server'
import { askCompanion } from './room-letters.server'

/** With whom a traveler wishes to share their double room; a companion by their reference or address. */
export type RoomWish = { kind: 'companion'; companion: string } | { kind: 'introduction' | 'none' }

const CHOOSE = 'Please choose who you share your room with'
const WHO = 'Please enter their booking reference, such as TS-7K2M9Q, or the email address they booked with'

/** What the traveler's page sends. What was typed of a companion counts only where one was chosen. */
export const RoomWishForm = z
  .object({
    wish: z.enum(['companion', 'introduction', 'none'], { error: CHOOSE }),
    companion: optionalText({ label: 'This', atMost: EMAIL_AT_MOST }),
  })
  .transform(({ wish, companion = '' }, context): RoomWish => {
    if (wish !== 'companion') return { kind: wish }
    const named = asReference(companion) ?? asAddress(companion)
    if (named) return { kind: wish, companion: named }
    context.addIssue({ code: 'custom', path: ['companion'], message: WHO })
    return z.NEVER
  })

const asAddress = (text: string): string | null =>
  deliverable().safeParse(plainAddress(text)).data?.toLowerCase() ?? null

const travelerId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** The answer to someone who says that they share a room with the reader. */
export const RequestForm = z.object({ travelerId })

/** A box that is not ticked is not sent. */
export const SharingForm = z.object({ travelerId, shares: checkbox() })

type WishSaved = { saved: true; isPaired: boolean } | { refused: 'not-alone' | 'yourself' }

const BY_TRAVELER = { actor: 'traveler' } as const

/** What a guest wished last; undefined for nothing. */
export const wishOf = ({ traveler }: RoomGuest) =>
  db
    .select({ kind: roomWishes.kind, companion: roomWishes.companion })
    .from(roomWishes)
    .where(eq(roomWishes.travelerId, traveler.id))
    .get()

/**
 * Writes down whom a traveler alone in a double room wishes to share it with; one wish, the last. Two who
 * name each other share it at once, and both get a letter; one who has not is asked once, ever. Whether a
 * booking of theirs exists is not answered.
 */
export function saveRoomWish(bookingId: number, wish: RoomWish, now: Date): WishSaved {
  return immediately((tx) => {
    const guest = guestAlone(bookingId, now)
    if (!guest) return { refused: 'not-alone' }
    const { reference } = guest.booking
    if (wish.kind === 'companion' && wish.companion === reference) return { refused: 'yourself' }

    writeWish(guest, wish, now, tx)
    recordRepeated({ ...BY_TRAVELER, action: 'room-wish-saved', subject: `booking:${reference}` }, now)
    return { saved: true, isPaired: wish.kind === 'companion' && pairOrAsk(guest, wish.companion, now, tx) }
  })
}

function writeWish({ traveler }: RoomGuest, wish: RoomWish, now: Date, tx: Tx): void {
  tx.delete(roomWishes).where(eq(roomWishes.travelerId, traveler.id)).run()
  if (wish.kind === 'none') return
  tx.insert(roomWishes)
    .values({ companion: '', ...wish, kind: wish.kind, travelerId: traveler.id, createdAt: now })
    .run()
}

/** True where someone who is meant has named this guest, too: now they share a room. */
function pairOrAsk(guest: RoomGuest, companion: string, now: Date, tx: Tx): boolean {
  const meant = guestsMeant(guest, companion, now, tx)
  const both = meant.find((other) => isNamedBy(guest, other))
  if (both) {
    const wish = { travelerId: guest.traveler.id, withId: both.traveler.id }
    return 'done' in pairTravelers(wish, BY_TRAVELER, now)
  }
  for (const other of meant)
    if (!hasDeclined(other.booking.reference, guest.booking.reference)) askCompanion(other, guest, now)
  return false
}

/** Guests of the departure who are alone in a double room, too: several where one address booked them. */
function guestsMeant({ booking }: RoomGuest, companion: string, now: Date, tx: Tx): RoomGuest[] {
  const isMeant = asReference(companion)
    ? eq(bookings.reference, companion)
    : sql`(lower(${bookings.customerEmail}) = ${companion} or exists (
        select 1 from ${formerWords} where booking_id = ${bookings.id} and lower(word) = ${companion}))`
  return tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(isMeant, eq(bookings.departureId, booking.departureId), isPaidBooking, ne(bookings.id, booking.id)),
    )
    .orderBy(asc(bookings.id))
    .all()
    .flatMap(({ id }) => guestAlone(id, now) ?? [])
}

function isNamedBy(guest: RoomGuest, other: RoomGuest): boolean {
  const wish = wishOf(other)
  return wish?.kind === 'companion' && namesOf(guest).includes(wish.companion)
}

/**
 * The guest confirms someone who says that they share a room: a wish that names them, so that both have
 * named each other. Refused where no one asks anymore.
 */
export function confirmRequest(
  bookingId: number,
  travelerId: number,
  now: Date,
): WishSaved | { refused: 'gone' } {
  return immediately(() => {
    const asker = askerOf(guestAlone(bookingId, now), travelerId, now)
    if (!asker) return { refused: 'gone' }
    return saveRoomWish(bookingId, { kind: 'companion', companion: asker.booking.reference }, now)
  })
}

/**
 * Who says that they share a room with this guest: alone in a double room of the same departure, and not told
 * "Not me" before. Found again each time, so that anyone who books later finds a request that was there
 * before.
 */
export function requestsTo(guest: RoomGuest, now: Date): RoomGuest[] {
  const askers = db
    .select({ bookingId: bookings.id, reference: bookings.reference })
    .from(bookings)
    .innerJoin(travelers, eq(travelers.bookingId, bookings.id))
    .innerJoin(roomWishes, eq(roomWishes.travelerId, travelers.id))
    .where(
      and(
        eq(bookings.departureId, guest.booking.departureId),
        isPaidBooking,
        ne(bookings.id, guest.booking.id),
        eq(roomWishes.kind, 'companion'),
        inArray(roomWishes.companion, namesOf(guest)),
      ),
    )
    .orderBy(asc(bookings.id))
    .all()
  return askers
    .filter(({ reference }) => !hasDeclined(guest.booking.reference, reference))
    .flatMap(({ bookingId }) => guestAlone(bookingId, now) ?? [])
}

/**
 * The guest shares no room with someone who says so: they are not asked again, and anyone who asked is not
 * told, for it would tell them that such a booking exists. False where no one asks anymore.
 */
export function declineRequest(bookingId: number, travelerId: number, now: Date): boolean {
  return immediately(() => {
    const guest = guestAlone(bookingId, now)
    const asker = askerOf(guest, travelerId, now)
    if (!guest || !asker) return false
    const detail = { of: asker.booking.reference }
    recordBookingAct(now, guest.booking, BY_TRAVELER, 'room-request-declined', detail)
    return true
  })
}

const askerOf = (guest: RoomGuest | null, travelerId: number, now: Date): RoomGuest | undefined =>
  guest ? requestsTo(guest, now).find(({ traveler }) => traveler.id === travelerId) : undefined

/** The history remembers it: there is nothing else to keep of a "Not me". */
export const hasDeclined = (reference: string, asker: string): boolean =>
  hasRow(
    auditLog,
    and(
      eq(auditLog.subject, `booking:${reference}`),
      eq(auditLog.action, 'room-request-declined'),
      sql`${auditLog.detail} ->> '$.of' = ${asker}`,
    ),
  )

/**
 * Agrees that the room companion from another booking may have the e-mail address and telephone of this one,
 * or takes that back; each sees the other's while both agree. False where the traveler is not of this
 * booking, or shares no room.
 */
export function shareContact(bookingId: number, travelerId: number, shares: boolean, now: Date): boolean {
  return immediately((tx) => {
    const guest = guestWith(travelerId)
    if (guest?.booking.id !== bookingId) return false
    if (roommatesFromElsewhere(guest).length === 0) return false
    if (guest.traveler.sharesContact === shares) return true

    tx.update(travelers)
      .set({ sharesContact: shares, updatedAt: now })
      .where(eq(travelers.id, travelerId))
      .run()
    const action = shares ? 'contact-shared' : 'contact-unshared'
    recordRepeated({ ...BY_TRAVELER, action, subject: `booking:${guest.booking.reference}` }, now)
    return true
  })
}
