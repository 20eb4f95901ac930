import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type PriceChange, priceChangesOf } from '#app/bookings/charges.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { type LeaderTerms, leaderWithId } from '#app/bookings/leaders/leaders.server'
import { partyOf } from '#app/bookings/party.server'
import { changeOf, enterChange } from '#app/money/books/enter-price-change.server'
import { sharesOf } from '#app/money/books/shares.server'
import { mailPriceChanged } from '#app/money/letters/party-mail.server'
import { businessDay } from '#app/platform/clock.server'
import { cents } from '#app/platform/money'
import { counted } from '#app/platform/words'
import { recordAct, recordBookingAct } from '#app/staff/audit-log.server'
import { hasBegun } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { isPaidBooking } from '#db/booking-queries.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { prepared, rowBy } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { mailboxKey } from '#db/schema/columns'
import { leaderTerms } from '#db/schema/leaders'
import { charges } from '#db/schema/money'
import { changeBooking } from './change-booking.server'
import { orNothing, undone, whyNot } from './price-changes.server'

const SITE = { actor: 'site' }

const termsWithId = rowBy(leaderTerms, leaderTerms.id)
const unearned = prepared(() => db.select().from(leaderTerms).where(isNull(leaderTerms.earnedAt)).prepare())

/**
 * Brings the rewards of leaders up to now, each minute until the first day (rules 1.36): free places come and
 * go on their own bookings with who is paid in full; on that day the sums are earned, and all stays. Throws
 * StripeUnavailable: the next run goes on.
 */
export async function settleRewards(clock: () => Date): Promise<void> {
  for (const { id } of unearned().all()) {
    for (const reference of concernedBy(id)) await settlePlaces(id, reference, clock)
    immediately((tx) => earn(id, clock(), tx))
  }
}

/** The leader's own booking, and any other that still has a free place of theirs. */
function concernedBy(termsId: number): string[] {
  const terms = termsWithId(termsId)
  const own = terms && ownBooking(terms)
  const had = db
    .selectDistinct({ reference: bookings.reference })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.bookingId))
    .where(eq(charges.leaderTermsId, termsId))
    .all()
  return [...new Set([...had.map(({ reference }) => reference), ...(own ? [own.reference] : [])])]
}

/** One act for each place, until there are as many as are earned, or nothing of a price is left to give. */
async function settlePlaces(termsId: number, reference: string, clock: () => Date): Promise<void> {
  for (;;) {
    const done = await changeBooking({ reference }, clock, {
      name: 'leader-place',
      plan: (booking, now) => nextChange(termsId, booking, now),
      change: (booking, { change, words }, now, tx) => {
        const { undoes } = change
        const cause = { kind: 'discount' as const, words, staff: { id: null }, leaderTermsId: termsId }
        const entered = enterChange(booking, change, cause, now, tx)
        const changeCents = entered?.changeCents ?? cents(0)
        const once = `leader:${termsId}:${entered?.id}`
        mailPriceChanged(booking.id, { ...change.quote, changeCents, words, isUndone: !!undoes }, once, now)
        const action = undoes ? 'free-place-taken-back' : 'free-place-given'
        recordBookingAct(now, booking, SITE, action, { changeCents })
        return { changeCents }
      },
    })
    if (!('changeCents' in done)) return
  }
}

/** The last place too many is undone, or the first traveler without one gets it. */
function nextChange(termsId: number, booking: Booking, now: Date) {
  const terms = termsWithId(termsId)
  const refused = whyNot(booking)
  if (refused || !terms || terms.earnedAt !== null) return { refused: refused ?? ('settled' as const) }
  const party = partyOf(booking.id).map(({ id }) => id)
  const given = placesGiven(terms.id, booking.id)
  const travelers = travelersPaid(terms)
  const isOwn = ownBooking(terms)?.id === booking.id
  const due = isOwn ? Math.min(placesEarned(terms, travelers), party.length) : 0
  const last = given.at(-1)
  if (last && given.length > due) {
    const change = undone(booking, last.id, now, 'site')
    return 'refused' in change ? change : { change, words: last.words }
  }
  const has = new Set(given.map(({ travelerId }) => travelerId))
  const next = sharesOf(booking).find(({ traveler }) => !has.has(traveler.id))
  if (given.length >= due || !next) return { refused: 'settled' as const }
  const change = orNothing(changeOf(booking, cents(-next.shareCents), next.traveler.id, now))
  const words = `A free place, since ${counted((terms.freeEvery ?? 1) * (given.length + 1), 'traveler')} of your group paid in full`
  return 'refused' in change ? change : { change, words }
}

/** The free places that stand on a booking, each with its traveler who still travels. */
export function placesGiven(termsId: number, bookingId: number): (PriceChange & { travelerId: number })[] {
  const party = new Set(partyOf(bookingId).map(({ id }) => id))
  return priceChangesOf(bookingId)
    .filter((one) => one.leaderTermsId === termsId && one.undoesId === null && !one.isUndone)
    .flatMap((one) => {
      const [part] = one.parts
      return part && party.has(part.travelerId) ? [{ ...one, travelerId: part.travelerId }] : []
    })
}

/** How many places a leader has earned so far. */
export const placesEarned = ({ freeEvery }: LeaderTerms, travelers: number): number =>
  freeEvery === null ? 0 : Math.floor(travelers / freeEvery)

const ofLeader = ({ leaderId }: LeaderTerms) => leaderWithId(leaderId)?.email ?? ''

/** The leader's guests on the departure who are paid in full. Their own booking does not count. */
export function travelersPaid(terms: LeaderTerms): number {
  if (departureOf(terms).canceledAt !== null) return 0
  const row = db
    .select({ travelers: sql<number>`coalesce(sum(${bookings.travelers}), 0)` })
    .from(bookings)
    .where(
      and(
        eq(bookings.leaderId, terms.leaderId),
        eq(bookings.departureId, terms.departureId),
        eq(bookings.moneyState, 'paid-in-full'),
        eq(bookings.writtenOffCents, cents(0)),
        sql`${mailboxKey(bookings.customerEmail)} <> ${mailboxKey(sql`${ofLeader(terms)}`)}`,
      ),
    )
    .get()
  return row?.travelers ?? 0
}

/** The first paid booking on the departure that has the leader's own mailbox. */
export const ownBooking = (terms: LeaderTerms): Booking | undefined =>
  db
    .select()
    .from(bookings)
    .where(
      and(
        isPaidBooking,
        eq(bookings.departureId, terms.departureId),
        sql`${mailboxKey(bookings.customerEmail)} = ${mailboxKey(sql`${ofLeader(terms)}`)}`,
      ),
    )
    .orderBy(asc(bookings.id))
    .limit(1)
    .get()

/** On the first day the sums are written down as earned. */
function earn(termsId: number, now: Date, tx: Tx): void {
  const terms = termsWithId(termsId)
  if (!terms || terms.earnedAt !== null || !hasBegun(departureOf(terms), businessDay(now))) return
  const earnedTravelers = travelersPaid(terms)
  const earnedCents = cents(earnedTravelers * (terms.eachCents ?? 0))
  tx.update(leaderTerms)
    .set({ earnedTravelers, earnedCents, earnedAt: now, updatedAt: now })
    .where(eq(leaderTerms.id, termsId))
    .run()
  const subject = `leader:${terms.leaderId}`
  const detail = { travelers: earnedTravelers, amountCents: earnedCents }
  recordAct(now, { actor: 'schedule', action: 'leader-earned', subject, detail })
}
