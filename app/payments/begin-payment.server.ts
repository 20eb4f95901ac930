import {
  type Booking,
  heldBooking,
  type Order,
  type PaymentType,
  placeBooking,
} from '#app/bookings/place-booking.server'
import { env } from '#app/env.server'
import { type Cents, showCents } from '#app/money'
import { adoptDisplayIntent, unsettledIntentOf, type Wanted } from '#app/payments/intent-records.server'
import { type NotOpened, openCardIntent, openHostedPage } from '#app/payments/open-intent.server'
import { withdraw } from '#app/payments/settle.server'
import type { Intent } from '#app/stripe/intents.server'
import { ROOM_NAMES, type RoomType } from '#app/tour/room-type'
import { priceOf, type Tour, theTour } from '#app/tour/tour.server'

export type NotBegun =
  | NotOpened
  | { refused: 'sold-out' | 'closed' }
  | { refused: 'too-many-holds'; freeAt: Date }
  | { refused: 'already-booked'; booking: Booking }

/** What the traveller pays now, in cents (spec §9). */
export const dueNow = (tour: Tour, roomType: RoomType, paymentType: PaymentType): Cents =>
  paymentType === 'full' ? priceOf(tour, roomType) : tour.depositCents

/**
 * An intent for showing the card form while nothing is booked (decisions §2): one for a checkout page, a new one
 * when the amount changes. Throws StripeUnavailable.
 */
export async function showCardForm(
  wish: { roomType: RoomType; paymentType: PaymentType; checkoutKey: string },
  now: () => Date,
): Promise<{ intent: Intent } | NotOpened> {
  const tour = theTour()
  const wanted = {
    bookingId: null,
    purpose: 'display' as const,
    installmentNumber: null,
    checkoutKey: wish.checkoutKey,
    amountCents: dueNow(tour, wish.roomType, wish.paymentType),
  }
  return openCardIntent(wanted, describe(tour, wish.roomType, wish.paymentType), now)
}

/**
 * Holds a seat for a traveller with complete details and opens the intent that pays for it (decisions §3).
 * Asking again, from the same page or a second tab, finds the same booking and the same intent.
 * Throws StripeUnavailable; the seat stays held then.
 */
export async function beginCardPayment(
  order: Order,
  now: () => Date,
): Promise<{ booking: Booking; intent: Intent } | NotBegun> {
  const placed = await placeUnlessPaid(order, now)
  if ('refused' in placed) return placed
  const { booking, wanted, description } = placed
  adoptDisplayIntent({ ...wanted, method: 'card-element' }, now())
  const opened = await openCardIntent(wanted, description, now)
  return 'refused' in opened ? notOpened(opened, booking) : { booking, intent: opened.intent }
}

/** The same without JavaScript: answers the address of Stripe's hosted page. Throws StripeUnavailable. */
export async function beginHostedPayment(
  order: Order,
  now: () => Date,
): Promise<{ booking: Booking; url: string } | NotBegun> {
  const placed = await placeUnlessPaid(order, now)
  if ('refused' in placed) return placed
  const { booking, wanted, description } = placed
  const query = `roomType=${booking.roomType}&paymentType=${booking.paymentType}`
  const opened = await openHostedPage(
    wanted,
    description,
    {
      email: booking.customerEmail,
      reference: booking.reference,
      successUrl: `${env.BASE_URL}/payment-success?${query}&session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${env.BASE_URL}/checkout?${query}`,
    },
    now,
  )
  return 'refused' in opened ? notOpened(opened, booking) : { booking, url: opened.url }
}

const notOpened = (opened: NotOpened, booking: Booking): NotBegun =>
  opened.refused === 'already-paid' ? { refused: 'already-booked', booking } : opened

type Ready = { booking: Booking; description: string; wanted: Omit<Wanted, 'method'> & { bookingId: number } }

/**
 * An intent of another amount is cancelled before the booking is changed: if it turns out to be paid, the
 * booking stays as it was paid for.
 */
async function placeUnlessPaid(order: Order, now: () => Date): Promise<Ready | NotBegun> {
  const tour = theTour()
  const amountCents = dueNow(tour, order.roomType, order.paymentType)
  const held = heldBooking(order)
  const open = held && unsettledIntentOf(held.id)
  if (open && (open.amountCents !== amountCents || held.roomType !== order.roomType)) {
    const settled = await withdraw(open, now)
    if (settled === 'paid') return { refused: 'already-booked', booking: held }
    if (settled === 'processing') return { refused: 'processing' }
  }

  const placed = placeBooking(order, now())
  if ('refused' in placed) return placed
  const { booking } = placed
  return {
    booking,
    description: describe(tour, booking.roomType, booking.paymentType),
    wanted: {
      bookingId: booking.id,
      purpose: booking.paymentType,
      installmentNumber: null,
      checkoutKey: order.checkoutKey,
      amountCents,
    },
  }
}

const describe = (tour: Tour, roomType: RoomType, paymentType: PaymentType) =>
  `${tour.name}, ${ROOM_NAMES[roomType].toLowerCase()}: ${
    paymentType === 'full' ? 'full price' : `${showCents(tour.depositCents)} deposit`
  }`
