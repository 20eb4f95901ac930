import { and, eq, isNotNull, lte, ne, notInArray, sql } from 'drizzle-orm'
import type { Cents } from '#app/platform/money'
import { called, namesOf } from '#app/platform/typed/fields'
import { type By, recordBookingAct } from '#app/staff/audit-log.server'
import { departureOf } from '#app/tours/departures.server'
import { isHeld } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { changeRow, prepared } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { SEAT_STATUSES } from '#db/values'
import { type CustomerColumn, columnOf, TRAVELER } from './checkout-form'
import { type Booking, bookingWithId, type PaymentType } from './find-booking.server'
import { closeOpen } from './open-on-booking.server'
import { type BookingStatus, holdsSeat } from './status'
import { writeToStaff } from './traveler-letters.server'
import { offerFreedSeats, takeOffer } from './waitlist/offer-seats.server'

/** Notes that a seat is held, and for which room and payment. */
export const recordHeld = (booking: Booking, now: Date): void =>
  recordBookingAct(now, booking, { actor: 'traveler' }, 'seat-held', dealOf(booking))

/** Logs what a traveler changed in a hold, if anything: never the names and addresses (rules 5.10). */
export function recordHoldChanged(held: Booking, booking: Booking, now: Date): void {
  const changed = changedWords(CHANGES, held, booking)
  if (changed.length === 0) return
  recordBookingAct(now, booking, { actor: 'traveler' }, 'hold-changed', { ...dealOf(booking), changed })
}

const CONTACT = Object.fromEntries(
  namesOf(TRAVELER).map((field) => [
    columnOf(field),
    TRAVELER[field].part === 'address' ? 'address' : called(TRAVELER[field]),
  ]),
) as Record<CustomerColumn, string>

/** What differs in a lead traveler's contact, in words: an address counts as one. */
export const contactChanged = (before: Contact, typed: Partial<Contact>): string[] =>
  changedWords(CONTACT, before, { ...before, ...typed })

type Contact = Pick<Booking, CustomerColumn>

const changedWords = <Words extends Record<string, string>>(
  words: Words,
  before: Record<keyof Words, unknown>,
  after: Record<keyof Words, unknown>,
): string[] => [
  ...new Set(
    namesOf(words)
      .filter((field) => before[field] !== after[field])
      .map((field) => words[field] as string),
  ),
]

const CHANGES = {
  roomType: 'room',
  singles: 'room',
  travelers: 'number of travelers',
  paymentType: 'payment option',
  totalCents: 'price',
  ...CONTACT,
} satisfies Partial<Record<keyof Booking, string>>

export const dealOf = ({ roomType, travelers, singles, paymentType, totalCents }: Booking) => ({
  roomType,
  ...(travelers > 1 && { travelers }),
  ...(singles > 0 && singles < travelers && { singles }),
  paymentType,
  totalCents,
})

/** The statuses from which a booking may reach each status: it only moves forward (rules 1.10). */
const COMES_FROM: Partial<Record<BookingStatus, BookingStatus[]>> = {
  deposit_paid: ['pending', 'expired', 'payment_failed', 'deposit_paid'],
  completed: ['pending', 'expired', 'payment_failed', 'deposit_paid', 'completed'],
  cancelled: ['pending', 'deposit_paid', 'completed'],
  refunded: ['deposit_paid', 'completed', 'expired', 'cancelled', 'payment_failed'],
}

const SITE = { actor: 'site' }

/**
 * Moves a booking on, with the payment type that the money was for; null where that would be a step back.
 * The caller that credits money or cancels writes its audit entry; the end of a booking whose money all went
 * back is logged here.
 */
export function advanceBooking(
  bookingId: number,
  to:
    | { status: 'deposit_paid' | 'completed' | 'refunded'; paymentType?: PaymentType }
    | { status: 'cancelled'; staysCents: Cents },
  now: Date,
): Booking | null {
  return immediately((tx) => {
    const before = bookingWithId(bookingId)
    if (!before || !COMES_FROM[to.status]?.includes(before.status)) return null

    const canceled = to.status === 'cancelled' && { canceledAt: now }
    changeRow(bookings, bookingId, { ...to, ...canceled, addressDigest: null, updatedAt: now }, tx)
    const booking = bookingWithId(bookingId)
    if (!booking) throw new Error(`Booking ${bookingId} is gone`)
    if (to.status === 'cancelled' || to.status === 'refunded') closeOpen(booking, 'ended', SITE, now, tx)
    if (to.status === 'refunded') {
      const detail = { from: before.status, to: booking.status }
      recordBookingAct(now, booking, SITE, 'booking-refunded', detail)
    }
    if (holdsSeat(booking.status)) takeOffer(booking, now, tx)
    if (booking.waitlistOfferId !== null || !holdsSeat(booking.status)) {
      offerFreedSeats(booking.departureId, now)
    }
    return booking
  })
}

/** The customer came back and Stripe confirmed the money: a deposit that is paid becomes completed. */
export function completeBooking(booking: Booking, now: Date): Booking {
  if (booking.status !== 'deposit_paid') return booking
  return immediately(() => {
    // Another tab may have come back a moment before.
    const current = bookingWithId(booking.id) ?? booking
    if (current.status !== 'deposit_paid') return current
    const completed = advanceBooking(booking.id, { status: 'completed' }, now) ?? current
    const detail = { from: current.status, to: completed.status }
    recordBookingAct(now, booking, { actor: 'traveler' }, 'booking-completed', detail)
    return completed
  })
}

/**
 * Takes a booking that has ended back among those that keep their seats: what it keeps counts as paid again,
 * or its seats are held. The one step back (rules 1.10); the caller has checked seats and money, and writes
 * the audit entry.
 */
export function reopenBooking(
  booking: Booking,
  to: { status: 'deposit_paid' | 'completed' } | ({ status: 'pending' } & Partial<Booking>),
  by: By,
  now: Date,
  tx: Tx,
): void {
  closeOpen(booking, 'reinstated', by, now, tx)
  tx.update(bookings)
    .set({ ...to, canceledAt: null, staysCents: null, updatedAt: now })
    .where(and(eq(bookings.id, booking.id), notInArray(bookings.status, [...SEAT_STATUSES])))
    .run()
}

const ENDED_ACTS = { expired: 'hold-expired', payment_failed: 'hold-payment_failed' } as const

const endedHolds = prepared(() =>
  db
    .select()
    .from(bookings)
    .where(and(isHeld, lte(bookings.holdEndsAt, sql.placeholder('now'))))
    .orderBy(bookings.holdEndsAt)
    .prepare(),
)

/** Holds that have run out and still keep their seat, oldest first. */
export const holdsThatEnded = (now: Date): Booking[] => endedHolds().all({ now: now.getTime() })

/**
 * Gives a held seat back. Only where nothing can be paid on the booking's intent anymore: ask Stripe first.
 * A booking that was paid or renewed in the meantime keeps its seat: then the answer is false.
 */
export function endBooking(bookingId: number, as: 'expired' | 'payment_failed', now: Date): boolean {
  return immediately((tx) => {
    const ended = tx
      .update(bookings)
      .set({ status: as, ...(as === 'expired' && { addressDigest: null }), updatedAt: now })
      .where(
        and(
          eq(bookings.id, bookingId),
          eq(bookings.status, 'pending'),
          as === 'expired' ? lte(bookings.holdEndsAt, now) : undefined,
        ),
      )
      .returning()
      .get()
    if (!ended) return false
    if (ended.soldBy && departureOf(ended).canceledAt === null) notifyHoldOver(ended, now)
    recordBookingAct(now, ended, { actor: 'schedule' }, ENDED_ACTS[as], { from: 'pending', to: as })
    offerFreedSeats(ended.departureId, now)
    return true
  })
}

/** The staff member who held seats for a guest hears that they are on sale again. */
const notifyHoldOver = (booking: Booking, now: Date) =>
  writeToStaff(booking, now, {
    kind: 'staff-hold-over',
    once: booking.reference,
    subject: 'Seats released, no one paid',
    says: `${booking.customerName} has not paid for the seats that ${booking.soldBy} held, so they are on sale again. A late payment still takes a free seat.`,
  })

/** Declined cards are counted against a network address for a day; then its digest is deleted. */
export function purgeAddressDigests(now: Date): void {
  db.update(bookings)
    .set({ addressDigest: null })
    .where(
      and(
        isNotNull(bookings.addressDigest),
        ne(bookings.status, 'pending'),
        lte(bookings.holdEndsAt, new Date(now.getTime() - 24 * 3_600_000)),
      ),
    )
    .run()
}
