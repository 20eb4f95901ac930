import { type Offer, type PartyChoice, planFor, type SeatOffer } from '#app/bookings/installments/plan'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import {
  type Departure,
  departureOf,
  departureOnOffer,
  runsFromOn,
  type SalesState,
  salesState,
  seatsLeft,
} from '#app/tours/departures.server'
import {
  bookedParty,
  countOf,
  type Party,
  type RoomType,
  requestedParty,
  roomKindsOf,
  sumOfShares,
} from '#app/tours/party'
import { earlyBirdOffIn, priceOf } from '#app/tours/price'
import { refundOnOffer } from '#app/tours/refund-policy'
import { PARTY_AT_MOST } from '#db/values'
import { type CodeRefused, codeOff } from './discount-code'
import { codeGuessed, codeOf, type DiscountCode, offOf } from './discount-codes.server'
import { type Booking, heldBy } from './find-booking.server'
import { leaderCalled } from './leaders/leaders.server'
import { earlyBirdSeats, seatsOf } from './party.server'
import { termsOf } from './traveler-letters.server'
import { liveOfferOf, openOffer, seatsInOffer, type WaitlistOffer } from './waitlist/entries.server'

/** What one guest finds of a departure. */
export type CheckoutDeparture = {
  departure: Departure
  /** The seat on it that this browser holds. */
  held?: Booking | undefined
  /** The seats on it that the waitlist's link opens. */
  offer?: WaitlistOffer | undefined
  /** Whose guest they are, by the code or by the seat they hold: they find the seats kept for that leader. */
  leaderId?: number | null | undefined
}

/** Digests of the browser's own key, of its network address and of the network around that. */
export type Guest = { browserDigest: string; addressDigest: string; wideDigest: string }

/** What a guest chose there, as typed: a code and the link of an offer to the waitlist may be none. */
type Chosen = { party: Party; code?: string | undefined; offer?: string | undefined }

/** What a guest is offered for what they chose: made once for a request, and handed down. */
export type CheckoutOffer = CheckoutDeparture & {
  party: Party
  code: DiscountCode | null
  /** Why the code that was typed takes nothing off. */
  codeRefused: CodeRefused | null
  /** Prices, and what is due today and later. */
  plan: Offer
  /** The same as an order names it: the transaction that takes the seat reads all of it again. */
  order: Party &
    Pick<Guest, 'browserDigest' | 'addressDigest'> &
    Omit<Chosen, 'party'> & { departureId: number }
}

/**
 * The departure of a checkout page: the one that its address names, else that of the seat this browser
 * holds, so that its holder finds it again, else the one on sale. A browser without a key holds none. An
 * offer to the waitlist names its own departure.
 */
export function checkoutDeparture(
  asked: string | null,
  browserDigest: string | null,
  now: Date,
  offerLink?: string | null,
  code?: string,
): CheckoutDeparture {
  const held = browserDigest === null ? undefined : heldBy(browserDigest)
  const offer = openOffer(offerLink, now)?.offer
  const of = offer ?? (asked === null ? held : undefined)
  const departure = of ? departureOf(of) : departureOnOffer(businessDay(now), asked)
  const ofIt = held?.departureId === departure.id ? held : undefined
  return { departure, held: ofIt, offer, leaderId: ofIt?.leaderId ?? leaderCalled(code)?.id ?? null }
}

/** Offers a party its rooms with a code, of which a network may guess a few. `at` is the machine's time. */
export function offerTo(
  { wideDigest, ...guest }: Guest,
  found: CheckoutDeparture,
  { party, ...typed }: Chosen,
  now: Date,
  at: Date,
): CheckoutOffer {
  const { departure, held } = found
  const from = { departureId: departure.id, ...guest }
  const given = codeGuessed(typed.code, { ...from, wideDigest, held }, now, at)
  const code = 'code' in given ? given.code : null
  return {
    ...{ ...found, party, code },
    codeRefused: 'refused' in given ? given.refused : null,
    plan: termsOnOffer(departure, held, party, businessDay(now), code),
    order: { ...from, ...party, ...typed },
  }
}

type Seats = Parameters<typeof bookedParty>[0]

/** Whether more seats than the held ones are wanted, in all or in one kind of room: sold as a new hold is. */
export const asksForMore = (held: Seats, party: Party): boolean =>
  (['double', 'single'] as const).some((kind) => countOf(party, kind) > countOf(bookedParty(held), kind))

/** Whether a hold is for this party: the same number in the same rooms. */
export const isHeldFor = (held: Seats, party: Party): boolean =>
  String(roomKindsOf(bookedParty(held))) === String(roomKindsOf(party))

/** Why a hold cannot become more than it is; null where seats are sold, whether or not enough are left. */
export function whyNoMore(departure: Departure, today: Day): 'closed' | 'not-yet' | null {
  const sales = salesState(departure, today)
  return sales === 'closed' || sales === 'not-yet' ? sales : null
}

/** The room of a checkout: the one requested; where nothing more is sold, the one held. */
export const roomFor = ({ departure, held }: CheckoutDeparture, asked: RoomType, today: Day): RoomType =>
  held && whyNoMore(departure, today) ? held.roomType : asked

/**
 * What a browser finds that may hold a seat: a guest who holds one may finish, though sales were closed or
 * sold out in the meantime; once the journey has begun, only inside the hold. Anything beyond the hold is
 * sold as to anyone. Waitlist parties find their offered seats, too.
 */
export function salesFor(
  { departure, held, offer, leaderId }: CheckoutDeparture,
  party: Party,
  now: Date,
): SalesState {
  const today = businessDay(now)
  const isSold = held && !(asksForMore(held, party) && whyNoMore(departure, today))
  const mayFinish =
    isSold && departure.canceledAt === null && (held.holdEndsAt > now || !hasBegun(departure, today))
  const sales = mayFinish ? 'open' : salesState(departure, today, leaderId)
  return offer && sales === 'sold-out' ? 'open' : sales
}

/**
 * Price and plan of a party: as agreed, for a guest who holds these seats already, also where staff have
 * changed the departure's since; otherwise the departure's, each traveler at the price of their kind of room.
 * A code takes its discount off each; the one that the hold has, what was agreed.
 */
export function termsOnOffer(
  departure: Departure,
  held: Booking | undefined,
  party: Party,
  today: Day,
  code: DiscountCode | null = null,
): Offer {
  const agreed = held && isHeldFor(held, party) ? held : undefined
  const had = agreed && codeOf(agreed.id)
  const isAsHeld = had?.code.id === code?.id
  const prices = agreed ? pricesAgreed(agreed) : pricesToday(departure, held, party, today)
  const depositCents = agreed ? agreed.depositCents : cents(party.travelers * departure.depositCents)
  const offs = prices.map(({ priceCents }, seat) => ({
    ...(code
      ? codeOff(offOf(code), priceCents, depositCents / party.travelers)
      : { offCents: cents(0), isCut: false }),
    ...(had && isAsHeld && { offCents: had.offs[seat] ?? cents(0) }),
  }))
  const seats = prices.map((seat, index) => ({ ...seat, codeOffCents: offs[index]?.offCents ?? cents(0) }))
  const offCents = sumOf(seats, 'codeOffCents')
  const earlyBirdOffCents = sumOf(seats, 'offCents')
  const totalCents = cents(sumOf(seats, 'priceCents') - offCents)
  const usual = seats.map((seat) => cents(seat.priceCents + seat.offCents))
  const sum = sumOfShares(usual, cents(0), cents(totalCents + offCents + earlyBirdOffCents))
  const runs = runsFromOn(departure, today)
  const plan: Offer = {
    ...planFor({ ...departure, depositCents }, totalCents, today),
    seats,
    ...(runs && { runs }),
    ...(sum && { sum }),
    ...(earlyBirdOffCents > 0 && { earlyBirdOffCents }),
    ...(code && {
      discount: {
        ...{ code: code.code, words: had && isAsHeld ? had.words : code.words },
        ...{ offCents, isCut: offs.some(({ isCut }) => isCut) },
      },
    }),
  }
  if (!agreed) return plan
  const refund = refundOnOffer({ ...termsOf(agreed), depositCents })
  if (agreed.paymentType === 'full' || !isAsHeld) return { ...plan, refund }
  const installments = installmentsOf(agreed.id).map(({ number, amountCents, dueOn }) => ({
    number,
    amountCents,
    dueOn,
  }))
  return { ...plan, refund, installments }
}

type Price = Omit<SeatOffer, 'codeOffCents'>

/** What was agreed for each seat of a hold. */
const pricesAgreed = (held: Booking): Price[] =>
  seatsOf(held.id).map(({ traveler, ...seat }) => ({ roomType: traveler.roomType, ...seat }))

function pricesToday(departure: Departure, held: Booking | undefined, party: Party, today: Day): Price[] {
  const promised = held && earlyBirdSeats(seatsOf(held.id))
  return roomKindsOf(party).map((roomType) => ({
    roomType,
    ...priceOf(departure, roomType, today, promised && earlyBirdOffIn(promised, roomType)),
  }))
}

const sumOf = <Of extends 'priceCents' | 'offCents' | 'codeOffCents'>(
  seats: Record<Of, Cents>[],
  of: Of,
): Cents => cents(seats.reduce((sum, seat) => sum + seat[of], 0))

/**
 * What each size of a party would pay, for one traveler first, and of those in double rooms with how many of
 * them in single ones: as many as seats are left, those among them that this guest holds, and never more than
 * a booking may have (rules 1.18). Once sales have closed, only what is held.
 */
export function partyChoices(
  { departure, held, leaderId, offer = held && liveOfferOf(held) }: CheckoutDeparture,
  roomType: RoomType,
  today: Day,
  code: DiscountCode | null = null,
): PartyChoice[] {
  const isClosed = held !== undefined && whyNoMore(departure, today) !== null
  const more = isClosed ? 0 : offer ? seatsInOffer(offer) : seatsLeft(departure, leaderId)
  const isHeldBeside = offer !== undefined && held?.waitlistOfferId !== offer.id
  const seats = isHeldBeside ? more : more + (held?.travelers ?? 0)
  const sizes = Math.max(1, Math.min(PARTY_AT_MOST, seats))
  const choices = Array.from({ length: sizes }, (_, index) => index + 1).flatMap((travelers) =>
    Array.from({ length: roomType === 'single' ? 1 : travelers }, (_, singles) => ({ travelers, singles })),
  )
  return choices
    .map((choice) => ({ choice, party: requestedParty(roomType, choice) }))
    .filter(({ party }) => !isClosed || !asksForMore(held, party))
    .map(({ choice, party }) => {
      const { seats: _, ...plan } = termsOnOffer(departure, held, party, today, code)
      return { ...plan, ...choice }
    })
}
