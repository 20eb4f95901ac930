import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { asReference, newLinkToken, newReference } from '#app/bookings/reference.server'
import type { Traveller } from '#app/bookings/traveller-form'
import { businessDay } from '#app/clock.server'
import { planFor } from '#app/installments/plan'
import { scheduleInstallments } from '#app/installments/schedule-installments.server'
import { REFUND_TERMS } from '#app/tour/refund-terms'
import type { RoomType } from '#app/tour/room-type'
import { priceOf, salesState, type Tour, tourIn } from '#app/tour/tour.server'
import { type Db, db, immediately } from '#db/connection.server'
import { bookings } from '#db/schema'

export type Booking = typeof bookings.$inferSelect
export type PaymentType = Booking['paymentType']

const HOLD_MINUTES = 30
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
  | { refused: 'sold-out' | 'closed' }
  | { refused: 'too-many-holds'; freeAt: Date }
  | { refused: 'already-booked'; booking: Booking }

/**
 * Holds a seat for 30 minutes and writes down what is to be paid: all or nothing (decisions §3). The same
 * checkout page, or the same traveller in the same browser, gets the hold it already has, with the details and
 * amounts of this order. Refuses the 21st traveller, a third hold for one e-mail address, a fourth for one
 * network address, and a second place for a traveller who has paid in this browser.
 */
export function placeBooking(order: Order, now: Date, outer: Db = db): Placed {
  return immediately(outer, (tx) => {
    const tour = tourIn(tx, order.tourId)
    if (!tour) return { refused: 'closed' }

    const paid = alreadyPaid(order, tx)
    if (paid) return { refused: 'already-booked', booking: paid }

    const held = heldBooking(order, tx)
    if (held) return { booking: renewHold(held, order, tour, now, tx) }

    const sales = salesState(tour, businessDay(now))
    if (sales !== 'open') return { refused: sales }

    const freeAt = endOfTooManyHolds(order, tx)
    if (freeAt) return { refused: 'too-many-holds', freeAt }

    const booking = tx
      .insert(bookings)
      .values({
        ...termsOf(order, tour),
        ...detailsOf(order.traveller),
        reference: unusedReference(tx),
        tourId: tour.id,
        tourType: tour.tourType,
        holdEndsAt: holdEnd(now),
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

const holdEnd = (now: Date) => new Date(now.getTime() + HOLD_MINUTES * 60_000)

const termsOf = (order: Order, tour: Tour) => ({
  roomType: order.roomType,
  paymentType: order.paymentType,
  totalCents: priceOf(tour, order.roomType),
  depositCents: tour.depositCents,
  refundTerms: REFUND_TERMS,
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

const sameEmail = (email: string) => eq(sql`lower(${bookings.customerEmail})`, email.toLowerCase())

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
          and(
            eq(bookings.browserDigest, order.browserDigest),
            sameEmail(order.traveller.email),
            eq(sql`lower(${bookings.customerName})`, order.traveller.name.toLowerCase()),
          ),
        ),
      ),
    )
    .orderBy(desc(bookings.id))
    .get()
}

/** The live hold that this order would get again rather than a new one. */
export function heldBooking(
  order: Pick<Order, 'tourId' | 'browserDigest' | 'checkoutKey' | 'traveller'>,
  tx: Db = db,
): Booking | undefined {
  return tx
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.tourId, order.tourId),
        eq(bookings.status, 'pending'),
        eq(bookings.browserDigest, order.browserDigest),
        or(eq(bookings.checkoutKey, order.checkoutKey), sameEmail(order.traveller.email)),
      ),
    )
    .orderBy(desc(eq(bookings.checkoutKey, order.checkoutKey)), desc(bookings.id))
    .get()
}

/** A hold that has run out but whose seat was not given away yet starts anew; a running one keeps its end. */
function renewHold(held: Booking, order: Order, tour: Tour, now: Date, tx: Db): Booking {
  const booking = tx
    .update(bookings)
    .set({
      ...termsOf(order, tour),
      ...detailsOf(order.traveller),
      holdEndsAt: held.holdEndsAt > now ? held.holdEndsAt : holdEnd(now),
      updatedAt: now,
    })
    .where(eq(bookings.id, held.id))
    .returning()
    .get()
  writePlan(booking, tour, now, tx)
  return booking
}

function writePlan(booking: Booking, tour: Tour, now: Date, tx: Db): void {
  const plan = planFor(tour, booking.totalCents, businessDay(now))
  scheduleInstallments(booking.id, booking.paymentType === 'deposit' ? plan.installments : [], tx)
}

/** When the first of this traveller's live holds ends, if there are as many as one may have. */
function endOfTooManyHolds(order: Order, tx: Db): Date | null {
  const endOf = (condition: ReturnType<typeof eq>, atMost: number) => {
    const holds = tx
      .select({ endsAt: bookings.holdEndsAt })
      .from(bookings)
      .where(and(condition, eq(bookings.status, 'pending')))
      .orderBy(asc(bookings.holdEndsAt))
      .all()
    return holds.length >= atMost ? (holds[0]?.endsAt ?? null) : null
  }
  return (
    endOf(sameEmail(order.traveller.email), HOLDS_FOR_ONE_EMAIL) ??
    endOf(eq(bookings.addressDigest, order.addressDigest), HOLDS_FOR_ONE_ADDRESS)
  )
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
