import { type InstallmentPlan, planFor } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { businessDay } from '#app/platform/clock.server'
import { type Day, readDay } from '#app/platform/days'
import { cents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import {
  type Departure,
  departureOf,
  departureOnOffer,
  type SalesState,
  salesState,
  seatsLeft,
} from '#app/tours/departures.server'
import { PARTY_AT_MOST, type Party, type RoomType, roomTypeOf } from '#app/tours/party'
import { priceOf } from '#app/tours/price'
import { refundOnOffer } from '#app/tours/refund-policy'
import { CODE_TYPED_AT_MOST, codeOff, comparableCode } from './discount-code'
import { codeOf, type DiscountCode, offOf } from './discount-codes.server'
import { type Booking, heldBy, type PaymentType, unfinishedByLink } from './find-booking.server'
import { termsOf } from './traveler-letters.server'

export type CheckoutDeparture = {
  departure: Departure
  /** The seat on it that this browser holds. */
  held: Booking | undefined
}

/**
 * What a checkout page is about: the departure that was asked for by its first day; without one, the
 * departure of the seat that this browser holds, so that its holder finds it again; then the one on offer. A
 * browser without a key holds none.
 */
export function checkoutDeparture(
  asked: Day | null,
  browserDigest: string | null,
  now: Date,
): CheckoutDeparture {
  const held = browserDigest === null ? undefined : heldBy(browserDigest)
  const departure = asked === null && held ? departureOf(held) : departureOnOffer(businessDay(now), asked)
  return { departure, held: held?.departureId === departure.id ? held : undefined }
}

type Seats = Pick<Booking, 'roomType' | 'numberOfGuests'>

/**
 * Whether somebody who holds seats wants more than these: more of them, or another room. It is sold as a new
 * hold is.
 */
export const asksForMore = (held: Seats, { roomType, guests }: Party): boolean =>
  roomType !== held.roomType || guests > held.numberOfGuests

/**
 * Why a hold cannot become more than it is now; null where seats are sold. Whether enough are left is another
 * question.
 */
export function whyNoMore(departure: Departure, today: Day): 'closed' | 'not-yet' | null {
  const sales = salesState(departure, today)
  return sales === 'closed' || sales === 'not-yet' ? sales : null
}

/**
 * The room that checkout is about: the one that was asked for; where nothing more is sold, the one that is
 * held.
 */
export const roomFor = (
  departure: Departure,
  held: Booking | undefined,
  asked: RoomType,
  today: Day,
): RoomType => (held && whyNoMore(departure, today) ? held.roomType : asked)

/**
 * What a browser finds that may hold a seat: a guest who holds one may finish, though sales were closed or
 * sold out in the meantime; once the journey has begun, only inside the hold. What goes beyond the hold is
 * sold as to anybody.
 */
export function salesFor(
  departure: Departure,
  held: Booking | undefined,
  party: Party,
  now: Date,
): SalesState {
  const today = businessDay(now)
  const isSold = held && !(asksForMore(held, party) && whyNoMore(departure, today))
  const mayFinish = isSold && (held.holdEndsAt > now || !hasBegun(departure, today))
  return mayFinish ? 'open' : salesState(departure, today)
}

/**
 * Price and plan of a party: as agreed, for a guest who holds these seats already, also where staff have
 * changed the departure's since; otherwise the departure's, as many times as there are travelers. A code
 * takes its discount off that; the one that the hold has, what was agreed.
 */
export function termsOnOffer(
  departure: Departure,
  held: Booking | undefined,
  { roomType, guests }: Party,
  today: Day,
  code: DiscountCode | null = null,
): InstallmentPlan {
  const agreed = held?.roomType === roomType && held.numberOfGuests === guests ? held : undefined
  const had = agreed && codeOf(agreed.id)
  const isAsHeld = had?.code.id === code?.id
  const price = agreed
    ? {
        priceCents: cents((agreed.totalCents + (had?.offCents ?? 0)) / guests),
        offCents: agreed.earlyBirdOffCents,
      }
    : priceOf(departure, roomType, today, held?.earlyBirdOffCents)
  const depositCents = agreed ? agreed.depositCents : cents(guests * departure.depositCents)
  const off = code && codeOff(offOf(code), price.priceCents, depositCents / guests)
  const offCents = had && isAsHeld ? had.offCents : cents(guests * (off?.offCents ?? 0))
  const totalCents = cents(guests * price.priceCents - offCents)
  const plan: InstallmentPlan = {
    ...planFor({ ...departure, depositCents }, totalCents, today),
    ...(price.offCents > 0 && { earlyBirdOffCents: cents(guests * price.offCents) }),
    ...(code &&
      off && {
        discount: {
          ...{ code: code.code, words: had && isAsHeld ? had.words : code.words },
          ...{ offCents, isCut: off.isCut },
        },
      }),
  }
  if (!agreed) return plan
  const refund = refundOnOffer({ ...termsOf(agreed), depositCents })
  if (agreed.paymentType === 'full' || !isAsHeld) return { ...plan, refund }
  return {
    ...plan,
    refund,
    installments: installmentsOf(agreed.id).map(({ number, amountCents, dueOn }) => ({
      number,
      amountCents,
      dueOn,
    })),
  }
}

/**
 * The number of travelers that an address or a form names; null where it names none that a booking can have.
 */
export const guestsAsked = (text: string | null): number | null =>
  text !== null && /^\d$/.test(text) && Number(text) >= 1 && Number(text) <= PARTY_AT_MOST
    ? Number(text)
    : null

/**
 * What each size of a party would pay, for one traveler first: as many as seats are left, those among them
 * that this guest holds, and never more than a booking may have (rules 1.18). Once sales have closed, only
 * those.
 */
export function partyChoices(
  departure: Departure,
  held: Booking | undefined,
  roomType: RoomType,
  today: Day,
  code: DiscountCode | null = null,
): InstallmentPlan[] {
  const more = held && whyNoMore(departure, today) ? 0 : seatsLeft(departure)
  const seats = more + (held?.numberOfGuests ?? 0)
  const sizes = Math.max(1, Math.min(PARTY_AT_MOST, seats))
  return Array.from({ length: sizes }, (_, index) =>
    termsOnOffer(departure, held, { roomType, guests: index + 1 }, today, code),
  )
}

/** What the address of a checkout page asks for. */
type CheckoutAsked = {
  roomType: RoomType
  paymentType: PaymentType
  /** Null where it names no number that a booking can have. */
  guests: number | null
  /** The first day of a departure that may not exist. */
  departure: Day | null
  /** A code that may be none; empty where it names none. */
  code: string
  /** The unfinished booking that it goes on with: it says all of the above, but another code. */
  again: Booking | null
}

/** Whether an address asks to go on with an unfinished booking, which may not exist. */
export const asksAgain = (query: URLSearchParams): boolean => query.has('again')

/** Reads the address of a checkout page; what cannot be read counts as not asked for. */
export function checkoutAsked(query: URLSearchParams): CheckoutAsked {
  const again = unfinishedByLink(query.get('again') ?? '')
  const code = comparableCode((query.get('code') ?? '').slice(0, CODE_TYPED_AT_MOST))
  if (again) {
    const { roomType, paymentType, numberOfGuests: guests } = again
    const departure = departureOf(again).startsOn
    return {
      roomType,
      paymentType,
      guests,
      departure,
      code: code || (codeOf(again.id)?.code.code ?? ''),
      again,
    }
  }
  return {
    roomType: roomTypeOf(query.get('roomType')),
    paymentType: query.get('paymentType') === 'full' ? 'full' : 'deposit',
    guests: guestsAsked(query.get('travelers')),
    departure: readDay(query.get('departure')),
    code,
    again,
  }
}
