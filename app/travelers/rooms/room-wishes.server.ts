import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { asReference } from '#app/bookings/find-booking.server'
import { EMAIL_AT_MOST } from '#app/platform/typed/limits'
import { optionalText } from '#app/platform/typed/text'
import { recordRepeated } from '#app/staff/audit/audit-log.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { bookings, formerWords, roomWishes } from '#db/schema'
import { pairTravelers } from './pair-travelers.server'
import { guestAlone, namesOf, type RoomGuest } from './room-guests.server'
import { askCompanion } from './room-letters.server'
import { hasDeclined, requestsTo } from './room-requests.server'

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
  z.email().safeParse(text).success ? text.toLowerCase() : null

const travelerId = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** The answer to somebody who says that they share a room with the reader. */
export const RequestForm = z.object({ travelerId })

/** A box that is not ticked is not sent. */
export const SharingForm = z.object({
  travelerId,
  shares: z
    .literal('on')
    .optional()
    .transform((ticked) => ticked === 'on'),
})

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
 * Writes down with whom the traveler of a booking for one wishes to share the double room that they are alone
 * in; one wish, the last. Who names somebody who has named them is in one room with them at once, and both
 * get a letter. Somebody who has not is asked by one letter, ever. Whether a booking of theirs exists is not
 * answered.
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

/** True where somebody who is meant has named this guest, too: now they share a room. */
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

/**
 * Guests of the same departure who are alone in a double room, too: several where one address booked for
 * several.
 */
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
 * The guest confirms somebody who says that they share a room: a wish that names them, so that both have
 * named each other. Refused where nobody asks anymore.
 */
export function confirmRequest(
  bookingId: number,
  travelerId: number,
  now: Date,
): WishSaved | { refused: 'gone' } {
  return immediately(() => {
    const guest = guestAlone(bookingId, now)
    const asker = guest && requestsTo(guest, now).find(({ traveler }) => traveler.id === travelerId)
    if (!asker) return { refused: 'gone' }
    return saveRoomWish(bookingId, { kind: 'companion', companion: asker.booking.reference }, now)
  })
}
