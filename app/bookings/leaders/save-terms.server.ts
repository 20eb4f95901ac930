import { and, eq, sql } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { type Actor, byStaff, recordAct, recordBookingAct } from '#app/staff/audit-log.server'
import { hasBegun } from '#app/tours/departure'
import { departureIn, seatsKeptFor, unofferedSeats } from '#app/tours/departures.server'
import { keepsSeat } from '#db/booking-queries.server'
import { immediately, type Tx } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { leaderTerms } from '#db/schema/leaders'
import { findBooking } from '../find-booking.server'
import { offerFreedSeats } from '../waitlist/offer-seats.server'
import type { LeaderTermsWords } from './leader-form'
import { leaderWithId } from './leaders.server'

type Saved =
  | { saved: true }
  | { refused: 'gone' | 'has-begun' | 'release-over' }
  | { refused: 'too-few-seats'; seatsLeft: number }

/**
 * Saves what is agreed with a leader for a departure: the latest counts. More seats than are free, with those
 * their guests have, cannot be kept, and none until a day that is over. Refused once the departure has begun:
 * by then the reward is earned.
 */
export function saveTerms(
  { leaderId, departureId }: { leaderId: number; departureId: number },
  { seats: wanted, each: eachCents, releaseOn, freeEvery }: LeaderTermsWords,
  actor: Actor,
  now: Date,
): Saved {
  return immediately((tx) => {
    const departure = departureIn(departureId)
    if (leaderWithId(leaderId)?.state !== 'approved' || !departure) return { refused: 'gone' }
    if (hasBegun(departure, businessDay(now)) || departure.canceledAt !== null)
      return { refused: 'has-begun' }
    const seats = wanted ?? 0
    const before = tx.select().from(leaderTerms).where(isOf({ leaderId, departureId })).get()
    const isSameBlock = seats === before?.seats && releaseOn === before.releaseOn
    if (!isSameBlock && seats > 0) {
      if ((releaseOn ?? '') < businessDay(now)) return { refused: 'release-over' }
      const theirs = seatsOfGuests({ leaderId, departureId }, tx)
      const most = theirs + seatsKeptFor(leaderId, departure) + unofferedSeats(departure)
      if (seats > most) return { refused: 'too-few-seats', seatsLeft: most }
    }
    const terms = { seats, releaseOn, freeEvery, eachCents, updatedAt: now }
    const releasedAt = isSameBlock ? before.releasedAt : null
    tx.insert(leaderTerms)
      .values({ ...terms, leaderId, departureId, createdAt: now })
      .onConflictDoUpdate({
        target: [leaderTerms.leaderId, leaderTerms.departureId],
        set: { ...terms, releasedAt },
      })
      .run()
    const detail = { seats, releaseOn, freeEvery, eachCents }
    recordAct(now, { ...byStaff(actor), action: 'leader-agreed', subject: `leader:${leaderId}`, detail })
    offerFreedSeats(departureId, now)
    return { saved: true }
  })
}

const isOf = ({ leaderId, departureId }: { leaderId: number; departureId: number }) =>
  and(eq(leaderTerms.leaderId, leaderId), eq(leaderTerms.departureId, departureId))

const seatsOfGuests = ({ leaderId, departureId }: { leaderId: number; departureId: number }, tx: Tx) =>
  tx
    .select({ seats: sql<number>`coalesce(sum(${bookings.travelers}), 0)` })
    .from(bookings)
    .where(and(eq(bookings.leaderId, leaderId), eq(bookings.departureId, departureId), keepsSeat))
    .get()?.seats ?? 0

/**
 * Says whose guest a booking is, where the guest forgot the code or typed another; null for no one's. False
 * where nothing changed. What is kept for a leader, and what they have earned, follow.
 */
export function correctLeader(reference: string, leaderId: number | null, actor: Actor, now: Date): boolean {
  return immediately((tx) => {
    const booking = findBooking(reference)
    const leader = leaderId === null ? null : leaderWithId(leaderId)
    if (!booking || leader === undefined || leader?.state === 'applied' || booking.leaderId === leaderId)
      return false
    tx.update(bookings).set({ leaderId, updatedAt: now }).where(eq(bookings.id, booking.id)).run()
    const before = booking.leaderId === null ? undefined : leaderWithId(booking.leaderId)
    const detail = { from: before?.code ?? null, to: leader?.code ?? null }
    recordBookingAct(now, booking, byStaff(actor), 'leader-corrected', detail)
    offerFreedSeats(booking.departureId, now)
    return true
  })
}
