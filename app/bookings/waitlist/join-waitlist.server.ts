import { and, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Letter } from '#app/mail/letter'
import { mailboxOf, postOncePer, postTo } from '#app/mail/outbox.server'
import { isLetterLimitReached, isSiteLimitReached } from '#app/mail/site-limits.server'
import { businessDay, DAY_MS } from '#app/platform/clock.server'
import { newLinkToken } from '#app/platform/keys.server'
import { formOf } from '#app/platform/typed/form-schema'
import { recordDepartureAct } from '#app/staff/audit-log.server'
import { type Departure, departureIn, departureOf, salesState, seatsLeft } from '#app/tours/departures.server'
import { immediately, type Tx } from '#db/connection.server'
import { hasRow } from '#db/prepared.server'
import { waitlistEntries as entries } from '#db/schema/bookings'
import { payments } from '#db/schema/money'
import type { Booking } from '../find-booking.server'
import { lostItsSeat } from '../status'
import { type Entry, entryByLink, entryToConfirm, isLiving, offerOf, wishFingerprint } from './entries.server'
import { endOffer, mailOfferEnded, moveEntry, offerFreedSeats } from './offer-seats.server'
import { WAITLIST } from './waitlist-fields'
import { aboutEntry, onTheWaitlist, waitlistConfirmation } from './waitlist-letters.server'

/** A wish to wait, as the form of the journey's page sends it: for the departure of that first day. */
export const WaitlistForm = formOf(WAITLIST)
  .extend({ departure: z.string().max(32).optional() })
  .transform(({ atLeast, atMost, phone, ...wish }) => ({
    ...wish,
    phone: phone ?? null,
    atLeast: Number(atLeast),
    atMost: Number(atMost),
  }))
  .refine(({ atLeast, atMost }) => atLeast <= atMost, {
    path: ['atMost'],
    error: '“At most” cannot be fewer than “at least”',
  })

/** What someone who wants to wait tells us. */
export type Wish = Pick<Entry, 'departureId' | 'name' | 'email' | 'phone' | 'atLeast' | 'atMost' | 'rooms'>

export type Joined = { asked: true } | { refused: 'closed' | 'on-sale' | 'too-many' }

/** Of one network address on one departure (rules 1.26). */
const ENTRIES_OF_NETWORK = 2

/**
 * Takes down a wish to wait for a sold-out departure, and asks the mailbox to confirm it; until then it keeps
 * no seat from anyone. The same address finds its entry again, with the same answer. Refused where seats are
 * to be had or sales are over, and beyond the limits.
 */
export function joinWaitlist(wish: Wish, addressDigest: string, now: Date): Joined {
  return immediately((tx) => {
    const departure = departureIn(wish.departureId)
    const refused = departure ? whyNoWaiting(departure, wish.atLeast, now) : 'closed'
    if (!departure || refused) return { refused: refused ?? 'closed' }
    if (isLetterLimitReached(CONFIRMATION, now, tx)) return { refused: 'too-many' }
    const known = entryOf(wish, tx)
    if (known && isInLine(known)) {
      writeTo(known, onTheWaitlist(aboutEntry(known, departure, now)), now, tx)
      return { asked: true }
    }
    if (known?.state !== 'unconfirmed' && isTooMany(wish.departureId, addressDigest, now, tx)) {
      return { refused: 'too-many' }
    }
    const entry =
      known?.state === 'unconfirmed'
        ? asked(wish, known, now, tx)
        : begin(wish, known, addressDigest, now, tx)
    writeTo(entry, waitlistConfirmation(aboutEntry(entry, departure, now)), now, tx)
    return { asked: true }
  })
}

/** Why no one waits for that many seats of a departure: they are available, or nothing is sold. */
function whyNoWaiting(departure: Departure, seats: number, now: Date): 'closed' | 'on-sale' | null {
  const sales = salesState(departure, businessDay(now))
  if (sales === 'closed' || sales === 'not-yet') return 'closed'
  return seatsLeft(departure) >= seats ? 'on-sale' : null
}

const CONFIRMATION = 'waitlist-confirmation' as const

const isInLine = ({ state }: Entry): boolean => state === 'waiting' || state === 'offered'

const entryOf = ({ email, departureId }: Pick<Wish, 'email' | 'departureId'>, tx: Tx): Entry | undefined =>
  tx
    .select()
    .from(entries)
    .where(and(eq(sql`lower(${entries.email})`, email.toLowerCase()), eq(entries.departureId, departureId)))
    .get()

const isTooMany = (departureId: number, addressDigest: string, now: Date, tx: Tx): boolean =>
  areTooManyOf(addressDigest, departureId, tx) || isSiteLimitReached('interest', entries, now, tx)

function areTooManyOf(addressDigest: string, departureId: number, tx: Tx): boolean {
  const ofNetwork = tx
    .select({ total: count() })
    .from(entries)
    .where(and(eq(entries.addressDigest, addressDigest), eq(entries.departureId, departureId), isLiving))
    .get()
  return (ofNetwork?.total ?? 0) >= ENTRIES_OF_NETWORK
}

/** One row for an address and a departure: one that has ended begins again, with the links that it had. */
function begin(wish: Wish, known: Entry | undefined, addressDigest: string | null, now: Date, tx: Tx): Entry {
  const begun = {
    ...wish,
    ...{ addressDigest, state: 'unconfirmed' as const, confirmedAt: null },
    ...{ joinedAt: now, createdAt: now, updatedAt: now },
  }
  return known
    ? tx.update(entries).set(begun).where(eq(entries.id, known.id)).returning().get()
    : tx
        .insert(entries)
        .values({ ...begun, confirmToken: newLinkToken(), linkToken: newLinkToken() })
        .returning()
        .get()
}

/** What was typed last is confirmed, in the place of the first time where that is within a day. */
const asked = (wish: Wish, known: Entry, now: Date, tx: Tx): Entry =>
  tx
    .update(entries)
    .set({ ...wish, joinedAt: isWithinDay(known.joinedAt, now) ? known.joinedAt : now, updatedAt: now })
    .where(eq(entries.id, known.id))
    .returning()
    .get()

const isWithinDay = (since: Date, now: Date): boolean => now.getTime() - since.getTime() <= DAY_MS

/** What anyone can have us write: once a day to a mailbox about a departure, however it is spelled. */
function writeTo({ email, departureId }: Entry, letter: Letter, now: Date, tx: Tx): void {
  const who = `${departureId}:${mailboxOf(email)}`
  const mail = { kind: CONFIRMATION, letter }
  postOncePer({ periodMs: DAY_MS }, who, mail, (once) => postTo(email, now, once), now, tx)
}

/**
 * Puts an entry in line by its mailbox's link: at its moment of joining within a day of that, else at the
 * end; what is free goes to it at once in its turn. `shown` is the wish as its page showed it, since anyone
 * can type the address again. False where it does not wait for that.
 */
export function confirmPlace(token: string, now: Date, shown = ''): boolean {
  return immediately((tx) => {
    const entry = entryToConfirm(token)
    if (entry?.state !== 'unconfirmed') return false
    const isAsRead = shown ? wishFingerprint(entry) === shown : !wasRewritten(entry)
    if (!isAsRead) return false
    stand(entry, isWithinDay(entry.joinedAt, now) ? entry.joinedAt : now, now, tx)
    return true
  })
}

const wasRewritten = ({ createdAt, updatedAt }: Entry): boolean => updatedAt > createdAt

/** In line from now on, at the place of `joinedAt`. */
function stand(entry: Entry, joinedAt: Date, now: Date, tx: Tx): void {
  const standing = tx
    .update(entries)
    .set({ state: 'waiting', joinedAt, confirmedAt: now, updatedAt: now })
    .where(eq(entries.id, entry.id))
    .returning()
    .get()
  const departure = departureOf(entry)
  const letter = onTheWaitlist(aboutEntry(standing, departure, now))
  postTo(entry.email, now, { kind: 'waitlist-joined', once: `${entry.id}:${now.getTime()}`, letter })
  const detail = { entry: entry.id, party: standing.atMost }
  recordDepartureAct(now, entry.departureId, { actor: 'traveler' }, 'waitlist-joined', detail)
  offerFreedSeats(entry.departureId, now)
}

/** Whether an entry that has ended can stand at the end of the line again. */
export const canStandAgain = ({ state }: Entry): boolean =>
  state === 'left' || state === 'declined' || state === 'lapsed'

/**
 * Stands at the end of the line again, by the link of a place that has ended; false where it cannot, and
 * refused where its network has as many living places as it may (rules 1.26).
 */
export function rejoinWaitlist(
  token: string,
  now: Date,
  addressDigest: string | null = null,
): boolean | 'too-many' {
  return immediately((tx) => {
    const entry = entryByLink(token)
    if (!entry || !canStandAgain(entry)) return false
    const sales = salesState(departureOf(entry), businessDay(now))
    if (sales !== 'sold-out' && sales !== 'open') return false
    if (addressDigest !== null && areTooManyOf(addressDigest, entry.departureId, tx)) return 'too-many'
    tx.update(entries).set({ addressDigest }).where(eq(entries.id, entry.id)).run()
    stand(entry, now, now, tx)
    return true
  })
}

/**
 * Leaves the line, by the link; an offer is declined with it, and its seats go on to the next. A payment that
 * has begun in it keeps its seats. False where there is nothing to leave.
 */
export function leaveWaitlist(token: string, now: Date): boolean {
  return immediately((tx) => {
    const entry = entryByLink(token)
    if (!entry || !['unconfirmed', 'waiting', 'offered'].includes(entry.state)) return false
    const offer = offerOf(entry.id)
    if (offer) endOffer(offer, 'declined', 'traveler', now, tx)
    moveEntry(entry, offer ? 'declined' : 'left', now, tx)
    if (offer) mailOfferEnded(entry, offer, 'declined', now)
    else {
      const detail = { entry: entry.id, party: entry.atMost }
      recordDepartureAct(now, entry.departureId, { actor: 'traveler' }, 'waitlist-left', detail)
    }
    offerFreedSeats(entry.departureId, now)
    return true
  })
}

/** Whether late money of a booking was given back because its departure was full (rules 2.11). */
export const mayWaitAsBooked = (booking: Booking, now: Date): boolean =>
  lostItsSeat(booking.status) &&
  hasRow(payments, eq(payments.bookingId, booking.id)) &&
  salesState(departureOf(booking), businessDay(now)) === 'sold-out'

/**
 * Puts the party of a booking whose late money was given back in line, in the place of the day when they
 * booked. Its letter has proved the mailbox. Gives the entry; undefined where the departure is not sold out.
 */
export function waitAsBooked(booking: Booking, now: Date): Entry | undefined {
  return immediately((tx) => {
    if (!mayWaitAsBooked(booking, now)) return undefined
    const { departureId, travelers, roomType } = booking
    const wish: Wish = {
      departureId,
      name: booking.customerName,
      email: booking.customerEmail,
      phone: booking.customerPhone,
      ...{ atLeast: travelers, atMost: travelers, rooms: roomType },
    }
    const known = entryOf(wish, tx)
    if (known && isInLine(known)) return known
    stand(begin(wish, known, null, now, tx), booking.createdAt, now, tx)
    return entryOf(wish, tx)
  })
}
