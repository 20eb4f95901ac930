import { and, asc, desc, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm'
import { folded } from '#app/platform/typed/folded'
import { isPaidBooking } from '#db/booking-queries.server'
import { db } from '#db/connection.server'
import { prepared } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import type { Traveler } from './checkout-form'
import type { Booking } from './find-booking.server'

/** Who asks for how many seats, and from where: digests of the browser's own key and the network address. */
export type Asker = {
  departureId: number
  traveler: Traveler
  browserDigest: string
  /** One opened checkout page. */
  checkoutKey: string
  travelers: number
  addressDigest: string
}

export type TooManyHolds = { refused: 'declined-too-often' } | { refused: 'too-many-holds'; freeAt: Date }

const DAY_MS = 24 * 3_600_000
const HOLDS_FOR_ONE_EMAIL = 2
const HOLDS_FOR_ONE_ADDRESS = 3
/** Limits for one e-mail and one network address: a party and some friends, not a whole departure. */
const HELD_SEATS_AT_MOST = 8

const ofDeparture = eq(bookings.departureId, sql.placeholder('departureId'))
const ofPage = eq(bookings.checkoutKey, sql.placeholder('checkoutKey'))
const ofBrowser = eq(bookings.browserDigest, sql.placeholder('browserDigest'))
const ofTraveler = and(
  sql`lower(${bookings.customerEmail}) = lower(${sql.placeholder('email')})`,
  sql`folded(${bookings.customerName}) = ${sql.placeholder('name')}`,
)

/** What the queries are given by name. */
const namedIn = (order: Asker) => ({ ...order, ...order.traveler, name: folded(order.traveler.name) })

/** The place that this page, or this traveler in this browser, has paid for already. */
export const alreadyPaid = (order: Asker): Booking | undefined => paidBefore().get(namedIn(order))

const paidBefore = prepared(() =>
  db
    .select()
    .from(bookings)
    .where(and(ofDeparture, isPaidBooking, or(ofPage, and(ofBrowser, ofTraveler))))
    .orderBy(desc(bookings.id))
    .prepare(),
)

/** The live hold that this order would get again: of the same page, or the same traveler in this browser. */
export const heldBooking = (order: Asker): Booking | undefined => heldBefore().get(namedIn(order))

const heldBefore = prepared(() =>
  db
    .select()
    .from(bookings)
    // Written out: for a bound status SQLite would plan again each time, because of partial indexes.
    .where(and(ofDeparture, sql`${bookings.status} = 'pending'`, ofBrowser, or(ofPage, ofTraveler)))
    .orderBy(desc(ofPage), desc(bookings.id))
    .prepare(),
)

/** The page on which a card was declined too often sells nothing more while its hold would have lasted. */
export const wasDeclinedHere = (order: Asker, now: Date): boolean =>
  declinedBefore().get({ ...namedIn(order), now: now.getTime() }) !== undefined

const declinedBefore = prepared(() =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        ofBrowser,
        ofPage,
        sql`${bookings.status} = 'payment_failed'`,
        gt(bookings.holdEndsAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
)

const holdsWhere = (condition: SQL) =>
  prepared(() =>
    db
      .select({
        endsAt: bookings.holdEndsAt,
        status: bookings.status,
        travelers: bookings.travelers,
        soldBy: bookings.soldBy,
        waitlistOfferId: bookings.waitlistOfferId,
      })
      .from(bookings)
      .where(and(condition, ne(bookings.id, sql.placeholder('but'))))
      .orderBy(asc(bookings.holdEndsAt))
      .prepare(),
  )
const ofEmail = holdsWhere(sql`lower(${bookings.customerEmail}) = lower(${sql.placeholder('email')})`)
const ofAddress = holdsWhere(eq(bookings.addressDigest, sql.placeholder('addressDigest')))

/**
 * Live holds are counted for an e-mail and a network address; for the latter, holds that ended in declined
 * cards too. `renewed` is the hold that this order asks for again: it is not counted beside itself.
 */
export function tooManyHolds(order: Asker, now: Date, renewed?: Booking): TooManyHolds | null {
  // No booking has the number 0.
  const others = { but: renewed?.id ?? 0 }
  // Seats held by staff or offered to the waitlist do not count against anyone.
  const isHeld = (hold: Pick<Booking, 'status' | 'soldBy' | 'waitlistOfferId'>) =>
    hold.status === 'pending' && hold.soldBy === null && hold.waitlistOfferId === null
  const byEmail = ofEmail()
    .all({ ...others, email: order.traveler.email })
    .filter(isHeld)
  const byAddress = ofAddress().all({ ...others, addressDigest: order.addressDigest })
  const declined = byAddress.filter(
    ({ status, endsAt }) => status === 'payment_failed' && endsAt.getTime() > now.getTime() - DAY_MS,
  )
  if (declined.length >= HOLDS_FOR_ONE_ADDRESS) return { refused: 'declined-too-often' }

  const isTooMuch = (holds: { travelers: number }[], atMost: number) =>
    holds.length >= atMost ||
    (holds.length > 0 &&
      holds.reduce((sum, { travelers }) => sum + travelers, order.travelers) > HELD_SEATS_AT_MOST)
  const heldByAddress = byAddress.filter(isHeld)
  const firstOf = ([first]: { endsAt: Date }[]) =>
    first ? { refused: 'too-many-holds' as const, freeAt: first.endsAt } : null
  if (isTooMuch(byEmail, HOLDS_FOR_ONE_EMAIL)) return firstOf(byEmail)
  return isTooMuch(heldByAddress, HOLDS_FOR_ONE_ADDRESS) ? firstOf(heldByAddress) : null
}
