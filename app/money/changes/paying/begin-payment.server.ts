import { endBooking } from '#app/bookings/advance-booking.server'
import { type CheckoutDeparture, salesFor, termsOnOffer } from '#app/bookings/checkout-offer.server'
import { type Booking, bookingWithId, type PaymentType } from '#app/bookings/find-booking.server'
import { checkoutPathOf } from '#app/bookings/hold'
import { dueNow, type Shown } from '#app/bookings/installments/plan'
import { type Order, type Placed, placeBooking } from '#app/bookings/place-booking.server'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import {
  type Claim,
  claimIntent,
  type IntentRecord,
  unsettledIntentOf,
} from '#app/money/payments/intent-records.server'
import { forGuest } from '#app/money/stripe/guest-budget.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { showCents } from '#app/platform/money'
import { nameInLinks } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { isMixed, type Party, roomsInWords, sumOfEqualShares } from '#app/tours/party'
import { immediately } from '#db/connection.server'
import { savesMethod } from './agree-to-autopay.server'
import {
  type AlreadyPaying,
  type HostedAddresses,
  openCardIntent,
  openHostedPage,
} from './open-intent.server'

type NotPlaced = Exclude<Extract<Placed, { refused: string }>, { refused: 'intent-in-the-way' }>

/** What is ticked is not offered anymore. */
type NoAutopay = { refused: 'no-autopay' }

export type NotBegun = NotPlaced | NoAutopay | AlreadyPaying | Extract<Claim, { refused: string }>

/**
 * An intent for showing the card form while nothing is booked (rules 7.8): one for a checkout page, a new one
 * when the amount changes; none where there is nothing to sell to this browser. No card can be charged on it:
 * anyone who books gets another (decision 017). Throws StripeUnavailable.
 */
export async function showCardForm(
  wish: Party & {
    paymentType: PaymentType
    checkoutKey: string
    at: CheckoutDeparture
    shown?: Shown
  },
  now: () => Date,
): Promise<{ intent: Intent } | NotBegun> {
  const { departure, held } = wish.at
  if (departure.canceledAt !== null) return { refused: 'canceled' }
  const sales = salesFor(wish.at, wish, now())
  if (sales !== 'open') return { refused: sales }
  const wanted = {
    bookingId: null,
    purpose: 'display' as const,
    method: 'card-element' as const,
    installmentNumber: null,
    checkoutKey: wish.checkoutKey,
    amountCents:
      wish.shown?.dueCents ??
      dueNow(termsOnOffer(departure, held, wish, businessDay(now())), wish.paymentType),
  }
  return forGuest('show', () =>
    openCardIntent<never>(
      () => claimIntent(wanted, now()),
      described({ ...wish, departureId: departure.id }),
      now,
    ),
  )
}

/**
 * Holds a seat for a traveler with complete details and opens the intent that pays for it (rules 1.6).
 * Asking again, from the same page or a second tab, finds the same booking and the same intent.
 * Throws StripeUnavailable; the seat stays held then.
 */
export async function beginCardPayment(
  order: Order,
  now: () => Date,
): Promise<{ booking: Booking; intent: Intent } | NotBegun> {
  const opened = await forGuest('pay', () =>
    openCardIntent<NotPlaced | NoAutopay>(
      () => placeAndClaim(order, 'card-element', now()),
      described(order),
      now,
      order.autopay,
    ),
  )
  if ('refused' in opened) return notBegun(opened)
  return { intent: opened.intent, booking: knownBooking(opened.bookingId) }
}

/** The same without JavaScript: answers the address of Stripe's hosted page. Throws StripeUnavailable. */
export async function beginHostedPayment(
  order: Order,
  now: () => Date,
): Promise<{ booking: Booking; url: string } | NotBegun> {
  const opened = await forGuest('pay', () =>
    openHostedPage<NotPlaced | NoAutopay>(
      () => placeAndClaim(order, 'hosted-page', now()),
      described(order),
      ({ bookingId }) => hostedAddresses(knownBooking(bookingId)),
      now,
      order.autopay,
    ),
  )
  if ('refused' in opened) return notBegun(opened)
  return { url: opened.url, booking: knownBooking(opened.bookingId) }
}

/**
 * Takes the seat and the record of its intent in one transaction, so that no other request can change who
 * travels or on which terms in between. A hold that ran out ends here once nothing can be paid on it.
 */
function placeAndClaim(
  order: Order,
  method: IntentRecord['method'],
  now: Date,
): Claim | NotPlaced | NoAutopay {
  return immediately(() => {
    const placed = placeBooking(order, now)
    if ('refused' in placed && placed.refused === 'intent-in-the-way') {
      const inTheWay = unsettledIntentOf(placed.booking.id)
      if (inTheWay) return { inTheWay }
      endBooking(placed.booking.id, 'expired', now)
      return placeAndClaim(order, method, now)
    }
    if ('refused' in placed) return placed

    const { booking } = placed
    const paying = { purpose: booking.paymentType, forTravelerId: null, paysFrom: 'card' as const }
    const saves = savesMethod(order.autopay, paying, booking)
    if (saves === 'off' || saves === 'changed') return { refused: 'no-autopay' }
    const wanted = {
      bookingId: booking.id,
      purpose: booking.paymentType,
      method,
      savesMethod: saves,
      installmentNumber: null,
      checkoutKey: order.checkoutKey,
      amountCents: dueNow(booking, booking.paymentType),
    }
    return claimIntent(wanted, now)
  })
}

function hostedAddresses(booking: Booking): HostedAddresses {
  const departure = nameInLinks(departureOf(booking))
  const query = `roomType=${booking.roomType}&paymentType=${booking.paymentType}`
  return {
    email: travelerMailbox(booking).address,
    reference: booking.reference,
    successUrl: `${env.BASE_URL}/payment-success?${query}&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${env.BASE_URL}${checkoutPathOf(booking, departure)}&paymentType=${booking.paymentType}`,
  }
}

function knownBooking(id: number | null): Booking {
  const booking = bookingWithId(id)
  if (!booking) throw new Error(`Booking ${id} is gone`)
  return booking
}

const notBegun = (refusal: NotBegun | AlreadyPaying): NotBegun =>
  refusal.refused === 'already-paid' && 'bookingId' in refusal
    ? { refused: 'already-booked', booking: knownBooking(refusal.bookingId) }
    : refusal

/**
 * Names the amount that is charged: what was agreed may not be the departure's deposit anymore, and is a
 * party's sum.
 */
const described =
  ({ departureId, paymentType, ...party }: Party & Pick<Order, 'departureId' | 'paymentType'>) =>
  ({ amountCents }: IntentRecord) =>
    `${departureOf({ departureId }).name}, ${roomsInWords(party).toLowerCase()}: ${
      paymentType === 'full' ? 'full price' : `${showCents(amountCents)} deposit`
    }${inBrackets(isMixed(party) && paymentType === 'full' ? null : sumOfEqualShares(amountCents, party.travelers))}`

const inBrackets = (sum: string | null): string => (sum ? ` (${sum})` : '')
