import { and, count, desc, eq, gte, isNotNull, lt, notInArray } from 'drizzle-orm'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Actor, byStaff, recordDepartureAct } from '#app/staff/audit-log.server'
import {
  type Departure,
  departureIn,
  departureOf,
  salesState,
  unofferedSeats,
} from '#app/tours/departures.server'
import { db, immediately, type Tx } from '#db/connection.server'
import { waitlistEntries as entries, waitlistOffers as offers } from '#db/schema/bookings'
import { mailboxKey } from '#db/schema/columns'
import { LIVING_STATES } from '../stored-values'
import { type Entry, entryWithId, isBeingPaid, isLiving, offerOf, type WaitlistOffer } from './entries.server'
import { endOffer, moveEntry, offerFreedSeats, offerTo, seatsFor } from './offer-seats.server'

/** For how many days at most staff collect freed seats for one party (rules 1.27). */
export const COLLECT_DAYS_AT_MOST = 30

export const QUEUE_ACTS = ['offer', 'skip', 'resume', 'collect', 'stop-collecting', 'take-off'] as const
export type QueueAct = (typeof QUEUE_ACTS)[number]

/** What staff ask for; `until` where they collect. */
export type QueueWish = { departureId: number; entryId: number; act: QueueAct; until?: Day | undefined }

export type QueueActed =
  | { done: Entry }
  | { refused: 'gone' | 'changed' | 'sales-closed' | 'wrong-day' | 'being-paid' }
  | { refused: 'too-few-seats'; seats: number }

/**
 * Does what staff want with a party on the waitlist: offers free seats out of turn, passes it over
 * until it is resumed, collects all seats that come free for it alone until a day, or takes it off.
 * Refused where the party is no longer in the state for it, or someone is paying in its offer.
 */
export function actOnQueue(wish: QueueWish, staff: Actor, now: Date): QueueActed {
  return immediately((tx) => {
    const entry = entryWithId(wish.entryId)
    const departure = departureIn(wish.departureId)
    if (!departure || entry?.departureId !== departure.id) return { refused: 'gone' }
    if (!isPossible(wish.act, entry)) return { refused: 'changed' }
    const acted = ACTS[wish.act]({ entry, departure, wish, staff, now, tx })
    if (acted) return acted
    offerFreedSeats(departure.id, now)
    return { done: entryWithId(entry.id) ?? entry }
  })
}

/** What can be done with a party as it stands. */
export function isPossible(act: QueueAct, { state, isSkipped, collectUntil }: Entry): boolean {
  if (act === 'take-off') return state === 'unconfirmed' || state === 'waiting' || state === 'offered'
  if (state !== 'waiting') return false
  if (act === 'resume') return isSkipped
  if (act === 'skip') return !isSkipped
  if (act === 'stop-collecting') return collectUntil !== null
  return act === 'offer' || (collectUntil === null && !isSkipped)
}

type Acting = { entry: Entry; departure: Departure; wish: QueueWish; staff: Actor; now: Date; tx: Tx }

const ACTS: Record<QueueAct, (acting: Acting) => QueueActed | null> = {
  offer({ entry, departure, staff, now, tx }) {
    if (salesState(departure, businessDay(now)) === 'closed') return { refused: 'sales-closed' }
    const seats = seatsFor(entry, departure)
    if (seats < entry.atLeast) return { refused: 'too-few-seats', seats }
    offerTo(entry, departure, staff, now, tx)
    return null
  },
  skip: (acting) => change(acting, { isSkipped: true, collectUntil: null }, 'waitlist-skipped'),
  resume: (acting) => change(acting, { isSkipped: false }, 'waitlist-resumed'),
  collect({ entry, wish, departure, staff, now, tx }) {
    const today = businessDay(now)
    const until = wish.until ?? ''
    if (until < today || until > addDays(today, COLLECT_DAYS_AT_MOST)) return { refused: 'wrong-day' }
    tx.update(entries)
      .set({ collectUntil: null })
      .where(and(eq(entries.departureId, departure.id), isNotNull(entries.collectUntil)))
      .run()
    tx.update(entries).set({ collectUntil: until, updatedAt: now }).where(eq(entries.id, entry.id)).run()
    recordDepartureAct(now, departure.id, byStaff(staff), 'waitlist-collected', { entry: entry.id, until })
    return null
  },
  'stop-collecting': (acting) => change(acting, { collectUntil: null }, 'waitlist-not-collected'),
  'take-off'({ entry, departure, staff, now, tx }) {
    const offer = offerOf(entry.id)
    if (offer && isBeingPaid(offer)) return { refused: 'being-paid' }
    if (offer) endOffer(offer, 'withdrawn', staff.username, now, tx)
    moveEntry(entry, 'taken-off', now, tx)
    recordDepartureAct(now, departure.id, byStaff(staff), 'waitlist-taken-off', { entry: entry.id })
    return null
  },
}

function change(
  { entry, departure, staff, now, tx }: Acting,
  values: Partial<Pick<Entry, 'isSkipped' | 'collectUntil'>>,
  action: 'waitlist-skipped' | 'waitlist-resumed' | 'waitlist-not-collected',
): null {
  tx.update(entries)
    .set({ ...values, updatedAt: now })
    .where(eq(entries.id, entry.id))
    .run()
  recordDepartureAct(now, departure.id, byStaff(staff), action, { entry: entry.id })
  return null
}

/** How many of those that ended are shown, the latest first. */
const ENDED_AT_MOST = 50

export type Queued = Entry & { offer: WaitlistOffer | null }

/** The waitlist of a departure: who waits, in line; and who has left it, the latest first. */
export function queueOf(departureId: number): { living: Queued[]; ended: Entry[] } {
  const living = db
    .select({ entry: entries, offer: offers })
    .from(entries)
    .leftJoin(offers, and(eq(offers.entryId, entries.id), eq(offers.state, 'live')))
    .where(and(eq(entries.departureId, departureId), isLiving))
    .orderBy(entries.joinedAt, entries.id)
    .all()
  const ended = db
    .select()
    .from(entries)
    .where(and(eq(entries.departureId, departureId), notInArray(entries.state, [...LIVING_STATES])))
    .orderBy(desc(entries.updatedAt), desc(entries.id))
    .limit(ENDED_AT_MOST)
    .all()
  return { living: living.map(({ entry, offer }) => ({ ...entry, offer })), ended }
}

/** What someone waits for or has waited for, by the name of their mailbox; the latest first. */
export const entriesOf = (mailbox: string, atMost: number): Entry[] =>
  db
    .select()
    .from(entries)
    .where(eq(mailboxKey(entries.email), mailbox))
    .orderBy(desc(entries.id))
    .limit(atMost)
    .all()

/** Offers that end by themselves within a day of the business, unless someone pays in them. */
export const offersEndingOn = (day: Day) =>
  db
    .select({ offer: offers, name: entries.name, departureId: entries.departureId })
    .from(offers)
    .innerJoin(entries, eq(entries.id, offers.entryId))
    .where(
      and(
        eq(offers.state, 'live'),
        gte(offers.endsAt, instantAt(day, 0, env.BUSINESS_TIMEZONE)),
        lt(offers.endsAt, instantAt(addDays(day, 1), 0, env.BUSINESS_TIMEZONE)),
      ),
    )
    .orderBy(offers.endsAt)
    .all()

/** Departures with free seats beside parties that wait: none of them fits by itself, and staff may decide. */
export function waitingBesideFreeSeats(today: Day) {
  const waiting = db
    .select({ departureId: entries.departureId, parties: count() })
    .from(entries)
    .where(eq(entries.state, 'waiting'))
    .groupBy(entries.departureId)
    .all()
  return waiting.flatMap(({ departureId, parties }) => {
    const departure = departureOf({ departureId })
    const free = salesState(departure, today) === 'closed' ? 0 : unofferedSeats(departure)
    const { startsOn, endsOn } = departure
    return free > 0 ? [{ departureId, parties, free, startsOn, endsOn }] : []
  })
}
