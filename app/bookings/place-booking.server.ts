import { and, asc, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { asReference, newLinkToken, newReference } from '#app/bookings/reference.server'
import type { Traveller } from '#app/bookings/traveller-form'
import { businessDay } from '#app/clock.server'
import { planFor } from '#app/installments/plan'
import { scheduleInstallments } from '#app/installments/schedule-installments.server'
import { REFUND_TERMS } from '#app/tour/refund-terms'
import type { RoomType } from '#app/tour/room-type'
import { priceOf, salesState, type Tour, tourIn } from '#app/tour/tour.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings, paymentIntents } from '#db/schema'

export type Booking = typeof bookings.$inferSelect
export type PaymentType = Booking['paymentType']

const HOLD_MINUTES = 30
const DAY_MS = 24 * 3_600_000
const HOLDS_FOR_ONE_EMAIL = 2
const HOLDS_FOR_ONE_ADDRESS = 3

export type Order = {
  tourId: number
  roomType: RoomType
  paymentType: PaymentType
  traveller: Traveller
  /** Digest of the browser's own key. */
  browserDigest: string
  /** One opened checkout page. */
  checkoutKey: string
  /** Digest of the network address. */
  addressDigest: string
}

export type Placed =
  | { booking: Booking }
  | { refused: 'sold-out' | 'closed' | 'declined-too-often' }
  | { refused: 'too-many-holds'; freeAt: Date }
  | { refused: 'already-booked'; booking: Booking }
  /** Something may still be paid on its intent, for other terms or another traveller: withdraw that first. */
  | { refused: 'intent-in-the-way'; booking: Booking }

/**
 * Holds a seat for 30 minutes and writes down what is to be paid: all or nothing (decisions §3). The same
 * checkout page, or the same traveller in the same browser, gets the hold it already has, until its end, with
 * the details and the room of this order. Refuses the 21st traveller, a third hold for one e-mail address, a
 * fourth for one network address, and a second place for a traveller who has paid in this browser.
 */
export function placeBooking(order: Order, now: Date, outer: Db = db): Placed {
  return immediately(outer, (tx) => {
    const tour = tourIn(tx, order.tourId)
    if (!tour) return { refused: 'closed' }

    const paid = alreadyPaid(order, tx)
    if (paid) return { refused: 'already-booked', booking: paid }

    const held = heldBooking(order, tx)
    if (held) return renewHold(held, order, tour, now, tx)

    if (wasDeclinedHere(order, now, tx)) return { refused: 'declined-too-often' }
    const sales = salesState(tour, businessDay(now))
    if (sales !== 'open') return { refused: sales }

    const tooMany = tooManyHolds(order, now, tx)
    if (tooMany) return tooMany

    const booking = tx
      .insert(bookings)
      .values({
        ...termsOf(order, tour),
        ...detailsOf(order.traveller),
        reference: unusedReference(tx),
        tourId: tour.id,
        tourType: tour.tourType,
        roomType: order.roomType,
        refundTerms: REFUND_TERMS,
        holdEndsAt: new Date(now.getTime() + HOLD_MINUTES * 60_000),
        browserDigest: order.browserDigest,
        checkoutKey: order.checkoutKey,
        addressDigest: order.addressDigest,
        linkToken: newLinkToken(),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get()
    writePlan(booking, tour, now, tx)
    return { booking }
  })
}

const termsOf = (order: Order, tour: Tour) => ({
  paymentType: order.paymentType,
  totalCents: priceOf(tour, order.roomType),
  depositCents: tour.depositCents,
})

const detailsOf = (traveller: Traveller) => ({
  customerName: traveller.name,
  customerEmail: traveller.email,
  customerPhone: traveller.phone ?? null,
  customerAddress: traveller.address,
  customerCity: traveller.city,
  customerState: traveller.state,
  customerZipCode: traveller.zipCode,
  customerCountry: traveller.country,
})

const sameEmail = (email: string) => sql`lower(${bookings.customerEmail}) = lower(${email})`

const sameTraveller = ({ email, name }: Traveller) =>
  and(sameEmail(email), sql`lower(${bookings.customerName}) = lower(${name})`)

function alreadyPaid(order: Order, tx: Db): Booking | undefined {
  return tx
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.tourId, order.tourId),
        inArray(bookings.status, ['deposit_paid', 'completed']),
        or(
          eq(bookings.checkoutKey, order.checkoutKey),
          and(eq(bookings.browserDigest, order.browserDigest), sameTraveller(order.traveller)),
        ),
      ),
    )
    .orderBy(desc(bookings.id))
    .get()
}

/** The live hold that this order would get again: of the same page, or of the same traveller in this browser. */
function heldBooking(order: Order, tx: Db): Booking | undefined {
  return tx
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.tourId, order.tourId),
        eq(bookings.status, 'pending'),
        eq(bookings.browserDigest, order.browserDigest),
        or(eq(bookings.checkoutKey, order.checkoutKey), sameTraveller(order.traveller)),
      ),
    )
    .orderBy(desc(eq(bookings.checkoutKey, order.checkoutKey)), desc(bookings.id))
    .get()
}

/** The page on which a card was declined too often sells nothing more while its hold would have lasted. */
const wasDeclinedHere = (order: Order, now: Date, tx: Db): boolean =>
  tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.browserDigest, order.browserDigest),
        eq(bookings.checkoutKey, order.checkoutKey),
        eq(bookings.status, 'payment_failed'),
        gt(bookings.holdEndsAt, now),
      ),
    )
    .get() !== undefined

/**
 * While an intent is open that may be paid, who travels and on which terms stays as it is; and a hold that ran
 * out is not begun anew, it ends first. The price that was agreed stays, also where staff changed the tour's.
 */
function renewHold(held: Booking, order: Order, tour: Tour, now: Date, tx: Db): Placed {
  const ranOut = held.holdEndsAt <= now
  if (ranOut || (changesTheDeal(held, order) && hasOpenIntent(held, tx))) {
    return { refused: 'intent-in-the-way', booking: held }
  }
  const booking = tx
    .update(bookings)
    .set({
      ...detailsOf(order.traveller),
      ...(held.roomType === order.roomType ? {} : termsOf(order, tour)),
      roomType: order.roomType,
      paymentType: order.paymentType,
      updatedAt: now,
    })
    .where(eq(bookings.id, held.id))
    .returning()
    .get()
  writePlan(booking, tour, now, tx)
  return { booking }
}

const changesTheDeal = (held: Booking, { traveller, roomType, paymentType }: Order): boolean =>
  held.roomType !== roomType ||
  held.paymentType !== paymentType ||
  held.customerName !== traveller.name ||
  held.customerEmail !== traveller.email

const hasOpenIntent = (held: Booking, tx: Db): boolean =>
  tx
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.bookingId, held.id), sql`${paymentIntents.state} in ('creating', 'open')`))
    .get() !== undefined

function writePlan(booking: Booking, tour: Tour, now: Date, tx: Db): void {
  const plan = planFor(tour, booking.totalCents, businessDay(now))
  scheduleInstallments(booking.id, booking.paymentType === 'deposit' ? plan.installments : [], tx)
}

/** Live holds are counted for an e-mail and a network address; for the latter, holds that ended in declined cards too. */
function tooManyHolds(order: Order, now: Date, tx: Db): Placed | null {
  const holdsWhere = (condition: SQL) =>
    tx
      .select({ endsAt: bookings.holdEndsAt, status: bookings.status })
      .from(bookings)
      .where(condition)
      .orderBy(asc(bookings.holdEndsAt))
      .all()
  const isHeld = ({ status }: { status: Booking['status'] }) => status === 'pending'
  const byEmail = holdsWhere(sameEmail(order.traveller.email)).filter(isHeld)
  const byAddress = holdsWhere(eq(bookings.addressDigest, order.addressDigest))
  const declined = byAddress.filter(
    ({ status, endsAt }) => status === 'payment_failed' && endsAt.getTime() > now.getTime() - DAY_MS,
  )
  if (declined.length >= HOLDS_FOR_ONE_ADDRESS) return { refused: 'declined-too-often' }

  const [first] =
    byEmail.length >= HOLDS_FOR_ONE_EMAIL
      ? byEmail
      : byAddress.filter(isHeld).length >= HOLDS_FOR_ONE_ADDRESS
        ? byAddress.filter(isHeld)
        : []
  return first ? { refused: 'too-many-holds', freeAt: first.endsAt } : null
}

function unusedReference(tx: Db): string {
  const reference = newReference()
  return findBooking(reference, tx) ? unusedReference(tx) : reference
}

/** Finds a booking by its reference or its number, as it may stand in an address. */
export function findBooking(idOrReference: string, outer: Db = db): Booking | undefined {
  const reference = asReference(idOrReference)
  const number = /^\d{1,15}$/.test(idOrReference.trim()) ? Number(idOrReference) : null
  if (!reference && number === null) return undefined
  return outer
    .select()
    .from(bookings)
    .where(reference ? eq(bookings.reference, reference) : eq(bookings.id, number ?? 0))
    .get()
}
