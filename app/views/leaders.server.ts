import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import {
  type Leader,
  type LeaderTerms,
  leaderWithId,
  termsOfLeader,
} from '#app/bookings/leaders/leaders.server'
import {
  ownBooking,
  placesEarned,
  placesGiven,
  travelersPaid,
} from '#app/money/changes/leader-rewards.server'
import { type Cents, cents } from '#app/platform/money'
import { departureOf, seatsKeptFor } from '#app/tours/departures.server'
import { isPaidBooking, keepsSeat } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { bookings } from '#db/schema/bookings'
import { leaders, leaderTerms } from '#db/schema/leaders'

/** All leaders, who has applied first, with the travelers whom each brought and what they paid. */
export const listLeaders = () =>
  db
    .select({
      leader: leaders,
      travelers: sql<number>`coalesce(sum(${bookings.travelers}), 0)`,
      paidCents: sql<Cents>`coalesce(sum(${bookings.keptCents}), 0)`,
    })
    .from(leaders)
    .leftJoin(bookings, and(eq(bookings.leaderId, leaders.id), isPaidBooking))
    .groupBy(leaders.id)
    .orderBy(asc(leaders.state), desc(leaders.createdAt))
    .all()
    .toSorted((one, other) => ORDER[one.leader.state] - ORDER[other.leader.state])

const ORDER: Record<Leader['state'], number> = { applied: 0, approved: 1, ended: 2 }

/** The bookings of a leader's guests that keep their seats, the latest first. */
export const guestsOf = (leaderId: number): Booking[] =>
  db
    .select()
    .from(bookings)
    .where(and(eq(bookings.leaderId, leaderId), keepsSeat))
    .orderBy(desc(bookings.id))
    .all()

/** What an agreement has come to so far: seats that are left of it, and the reward. */
function standingOf(terms: LeaderTerms) {
  const departure = departureOf(terms)
  const own = ownBooking(terms)
  const given = own ? placesGiven(terms.id, own.id) : []
  const paid = terms.earnedTravelers ?? travelersPaid(terms)
  const givenCents = cents(given.reduce((sum, one) => sum - one.priceChangeCents, 0))
  return {
    ...{ terms, departure, own, paid, given: given.length, givenCents },
    earned: placesEarned(terms, paid),
    seatsLeft: terms.releasedAt === null && terms.seats > 0 ? seatsKeptFor(terms.leaderId, departure) : 0,
    sumCents: terms.earnedCents ?? cents(paid * (terms.eachCents ?? 0)),
  }
}

export const agreementsOf = (leaderId: number) => termsOfLeader(leaderId).map(standingOf)

/** Every agreement with its leader, the latest departure first: what was earned, or will be as it stands. */
export const rewards = () =>
  db
    .select()
    .from(leaderTerms)
    .all()
    .flatMap((terms) => {
      const leader = leaderWithId(terms.leaderId)
      return leader ? [{ leader, ...standingOf(terms) }] : []
    })
    .toSorted((one, other) => (one.departure.startsOn < other.departure.startsOn ? 1 : -1))

export type Reward = ReturnType<typeof rewards>[number]
