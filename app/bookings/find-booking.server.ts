import { randomInt } from 'node:crypto'
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { env } from '#app/platform/env.server'
import { secretDigest } from '#app/platform/keys.server'
import { isHeld, isPaidBooking, isUnfinished } from '#db/booking-queries.server'
import { db, inOneRead } from '#db/connection.server'
import { hasRow, prepared, rowBy } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { paymentIntents } from '#db/schema/money'

// Without 0 and O, 1 and I: references are read out over the phone.
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A reference such as TS-7K2M9Q (rules 1.11): one of a billion, and the unique key catches a repeat. */
export const newReference = (): string =>
  `TS-${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/** Whether an id is a booking's reference, in any case, or its number. */
export const asReference = (text: string): string | null =>
  /^ts-[0-9a-z]{6}$/i.test(text.trim()) ? text.trim().toUpperCase() : null

export type Booking = typeof bookings.$inferSelect
export type PaymentType = Booking['paymentType']

/** Finds a booking by its reference or its number, as it may stand in an address. */
export function findBooking(idOrReference: string): Booking | undefined {
  const reference = asReference(idOrReference)
  if (reference) return withReference(reference)
  return /^\d{1,15}$/.test(idOrReference.trim()) ? withId(Number(idOrReference)) : undefined
}

/** The booking of that id; undefined where there is none, as of money that belongs to no booking. */
export const bookingWithId = (id: number | null): Booking | undefined =>
  id === null ? undefined : withId(id)

const withReference = rowBy(bookings, bookings.reference)
const withId = rowBy(bookings, bookings.id)
const withToken = rowBy(bookings, bookings.linkToken)

/** Whether a text can be the token of a link: a booking's, a traveler's or that of a place in line. */
export const isToken = (text: string): boolean => /^[\w-]{16,64}$/.test(text)

/** The booking behind the token of a traveler's own link; null for an unknown one. */
export const bookingByLink = (token: string): Booking | null =>
  isToken(token) ? (withToken(token) ?? null) : null

/** What `read` says of the booking behind a token, all of it from one moment; null for an unknown one. */
export const readByLink = <T>(token: string, read: (booking: Booking) => T): T | null =>
  inOneRead(() => {
    const booking = bookingByLink(token)
    return booking && read(booking)
  })

/** The booking behind a token, one that its guest began and never paid for (rules 1.25). */
export const unfinishedByLink = (token: string): Booking | null =>
  isToken(token) ? (unfinishedWithToken.get({ token }) ?? null) : null

const unfinishedWithToken = db
  .select()
  .from(bookings)
  .where(and(eq(bookings.linkToken, sql.placeholder('token')), isUnfinished))
  .prepare()

type Linked = Pick<Booking, 'linkToken'>

/** The traveler's own page. Unguessable; renewed when another person or address leads (rules 1.20). */
export const bookingAddress = ({ linkToken }: Linked): string => `${env.BASE_URL}/booking/${linkToken}`

/** Where the traveler pays what is due (rules 3.10). Unguessable, and of the same token. */
export const payAddress = ({ linkToken }: Linked): string => `${env.BASE_URL}/pay/${linkToken}`

/** Checkout, filled in as it was when the booking was begun (rules 1.25). */
export const finishAddress = ({ linkToken }: Linked): string => `${env.BASE_URL}/checkout?again=${linkToken}`

/**
 * Who asks to see a booking: a browser by its signed key, the payer by the secret of a payment, or staff. The
 * secret is what Stripe gives the payer's browser alone: an intent's client secret, or a hosted page's id.
 * A payer with a link of their own sees that link's page alone.
 */
export type Viewer = { browserDigest: string | null; paymentSecret: string | null; isStaff: boolean }

/**
 * The booking, for the browser that made it, for someone who presents the secret of one of its payments, or
 * for staff; everyone else gets nothing, as if it did not exist (rules 5.8).
 */
export function bookingFor(viewer: Viewer, idOrReference: string): Booking | null {
  const booking = findBooking(idOrReference)
  return booking && maySee(viewer, booking) ? booking : null
}

export const maySee = ({ browserDigest, paymentSecret, isStaff }: Viewer, booking: Booking): boolean =>
  isStaff ||
  (!isOpenedByLinkAlone(booking) &&
    (booking.browserDigest === browserDigest ||
      (paymentSecret !== null && paysFor(paymentSecret, booking.id))))

/** Where a booking's links were renewed for another address, its browser and payments no longer open it. */
export const NO_BROWSER = ''

export const isOpenedByLinkAlone = ({ browserDigest }: Pick<Booking, 'browserDigest'>): boolean =>
  browserDigest === NO_BROWSER

const paysFor = (secret: string, bookingId: number): boolean =>
  hasRow(
    paymentIntents,
    and(
      eq(paymentIntents.bookingId, bookingId),
      isNull(paymentIntents.payerTravelerId),
      isNull(paymentIntents.payerLinkId),
      or(eq(paymentIntents.secretDigest, secretDigest(secret)), eq(paymentIntents.stripeSessionId, secret)),
    ),
  )

function newestOfBrowser(status: SQL) {
  const newest = prepared(() =>
    db
      .select()
      .from(bookings)
      .where(and(eq(bookings.browserDigest, sql.placeholder('browserDigest')), status))
      .orderBy(desc(bookings.id))
      .limit(1)
      .prepare(),
  )
  return (browserDigest: string): Booking | undefined => newest().get({ browserDigest })
}

/** The seat that this browser holds; the newest, where there are several. */
export const heldBy = newestOfBrowser(isHeld)

/** What this browser booked last and paid for, wholly or by the deposit. */
export const newestPaidBy = newestOfBrowser(isPaidBooking)
