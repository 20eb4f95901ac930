import { and, eq } from 'drizzle-orm'
import {
  dueNow,
  type InstallmentPlan,
  isAsShown,
  type Offer,
  type Shown,
} from '#app/bookings/installments/plan'
import { scheduleInstallments } from '#app/bookings/installments/settle-installments.server'
import { businessDay } from '#app/platform/clock.server'
import { newLinkToken } from '#app/platform/keys.server'
import { isChargeable } from '#app/platform/money'
import { valuesOf } from '#app/platform/typed/fields'
import { folded } from '#app/platform/typed/folded'
import { type Departure, departureIn, salesState, seatsLeft } from '#app/tours/departures.server'
import { countOf, type Party } from '#app/tours/party'
import { earlyBirdOn } from '#app/tours/price'
import { NO_REFUND_DAYS } from '#app/tours/refund-policy'
import { immediately, type Tx } from '#db/connection.server'
import { hasRow, insertRow } from '#db/prepared.server'
import { bookings } from '#db/schema/bookings'
import { isOpenIntent, paymentIntents } from '#db/schema/money'
import { recordHeld, recordHoldChanged } from './advance-booking.server'
import { customerOf, notesOf, type OrderNotes, TRAVELER } from './checkout-form'
import {
  asksForMore,
  type CheckoutDeparture,
  isHeldFor,
  termsOnOffer,
  whyNoMore,
} from './checkout-offer.server'
import type { CodeRefused } from './discount-code'
import { codeTyped, type DiscountCode, recordCode } from './discount-codes.server'
import {
  type Asker,
  alreadyPaid,
  heldBooking,
  type TooManyHolds,
  tooManyHolds,
  wasDeclinedHere,
} from './earlier-bookings.server'
import { type Booking, findBooking, newReference, type PaymentType } from './find-booking.server'
import { HOLD_MINUTES } from './hold'
import { leaderCalled } from './leaders/leaders.server'
import { releaseBlocks } from './leaders/release-blocks.server'
import { seatParty } from './party.server'
import { liveOfferOf, openOffer, seatsInOffer, type WaitlistOffer } from './waitlist/entries.server'
import { offerFreedSeats } from './waitlist/offer-seats.server'

export type AgreedVersions = Pick<Booking, 'termsVersionId' | 'privacyVersionId'>

/** What a traveler asks for at checkout, and from where. */
export type Order = Asker &
  Party &
  OrderNotes & {
    paymentType: PaymentType
    /** A discount code, or a leader's, as it was typed. */
    code?: string | undefined
    /** The link of an offer to the waitlist; one that has ended is none. */
    offer?: string | undefined
    /** That the card is charged for the installments by itself: those beside the tick, and who pays. */
    autopay?: { plan: string; payerEmail?: string | undefined } | undefined
    /** Where the guest came from (`sourceOf`). */
    source?: string | null
    /** If other terms apply by now, nothing is held and nothing is charged. */
    shown?: Shown
    /** The versions of the terms and of the privacy page that the checkout led to. */
    agreed?: AgreedVersions
    /** What these say in a line, to be compared with what was shown. */
    pages?: string
  }

export type Placed =
  | { booking: Booking }
  | { refused: 'sold-out' | 'closed' | 'canceled' | 'not-yet' | 'declined-too-often' | 'not-chargeable' }
  | TooManyHolds
  | { refused: CodeRefused }
  /** Sales have closed: the seats that are held can be paid as they are. */
  | { refused: 'closed-to-more' }
  /** Not for the whole party: it travels together or not at all. */
  | { refused: 'too-few-seats'; seatsLeft: number }
  | { refused: 'already-booked'; booking: Booking }
  /** The page showed another price, or other due dates, than these. */
  | { refused: 'terms-changed'; plan: Offer }
  /** The page led to other terms, or another privacy page, than these. */
  | { refused: 'pages-changed'; pages: string }
  /** Something may still be paid on its intent, for other terms or another traveler: withdraw that first. */
  | { refused: 'intent-in-the-way'; booking: Booking }

/**
 * Holds a party's seats for HOLD_MINUTES and writes down what is to be paid: all or nothing (rules 1.6). The
 * same page, or traveler in the same browser, gets its hold again with this order's details. Refused: no
 * seats, too many holds, a second paid place, other terms than shown.
 */
export function placeBooking(order: Order, now: Date): Placed {
  return immediately((tx) => {
    releaseBlocks(now)
    const departure = departureIn(order.departureId)
    if (!departure) return { refused: 'closed' }

    const paid = alreadyPaid(order)
    if (paid) return { refused: 'already-booked', booking: paid }

    if (departure.canceledAt !== null) return { refused: 'canceled' }
    const offer = offerFor(order, now)
    const held = heldBooking(order)
    if (held) return renewHold(order, { departure, held, offer }, now, tx)

    if (wasDeclinedHere(order, now)) return { refused: 'declined-too-often' }
    const leaderId = leaderCalled(order.code)?.id ?? null
    const sales = salesState(departure, businessDay(now), leaderId)
    if (sales !== 'open' && !(offer && sales === 'sold-out')) return { refused: sales }
    const left = offer ? seatsInOffer(offer) : seatsLeft(departure, leaderId)
    if (left < order.travelers) return { refused: 'too-few-seats', seatsLeft: left }

    const tooMany = tooManyHolds(order, now)
    if (tooMany && !(offer && tooMany.refused === 'too-many-holds')) return tooMany

    const priced = pricedOrder(order, { departure }, now)
    if ('refused' in priced) return priced
    const { plan, code } = priced
    const holdEndsAt = new Date(now.getTime() + HOLD_MINUTES * 60_000)
    const within = { waitlistOfferId: offer?.id ?? null, leaderId }
    const booking = holdSeats(departure, plan, { ...order, ...within, holdEndsAt }, now, tx)
    recordCode(booking, plan, code, now, tx)
    recordHeld(booking, now)
    return { booking }
  })
}

/** Seats are taken in it as long as it is for this departure and has not ended. */
function offerFor({ offer: link, departureId }: Order, now: Date): WaitlistOffer | undefined {
  const offer = openOffer(link, now)?.offer
  return offer?.departureId === departureId ? offer : undefined
}

/**
 * What an order comes to, where that is as its page showed it. Its code is looked up in the transaction that
 * holds the seats, so that none is used more often than allowed.
 */
function pricedOrder(
  order: Order,
  { departure, held }: CheckoutDeparture,
  now: Date,
): { plan: Offer; code: DiscountCode | null } | Extract<Placed, { refused: string }> {
  const { departureId, traveler, browserDigest, paymentType } = order
  const shown = { ...order.shown, autopay: order.autopay?.plan }
  const given = codeTyped(
    order.code,
    { departureId, held, by: { email: traveler.email, browserDigest } },
    now,
  )
  if ('refused' in given) return given
  const plan = termsOnOffer(departure, held, order, businessDay(now), given.code)
  if (!isAsShown(shown, plan, paymentType)) return { refused: 'terms-changed', plan }
  const { pages } = order
  if (pages !== undefined && (shown.pages ?? pages) !== pages) return { refused: 'pages-changed', pages }
  return canBePaid(plan, paymentType) ? { plan, code: given.code } : { refused: 'not-chargeable' }
}

/** What is agreed with a plan, as the booking has it. */
const agreedOf = (plan: Offer) => ({
  totalCents: plan.totalCents,
  depositCents: plan.depositCents,
  agreedDepositCents: plan.depositCents,
  refundTerms: plan.refund.terms,
  noRefundDays: NO_REFUND_DAYS,
})

type Held = Omit<Asker, 'addressDigest'> &
  Party &
  OrderNotes & {
    paymentType: PaymentType
    addressDigest?: string
    source?: string | null
    holdEndsAt: Date
    agreed?: AgreedVersions
    soldBy?: string
    waitlistOfferId?: number | null
    leaderId?: number | null
  }

/** Writes down a hold as it was asked for, with its party and its plan. That there are seats is known. */
export function holdSeats(
  departure: Departure,
  plan: Offer,
  { traveler, travelers, departureId, ...order }: Held,
  now: Date,
  tx: Tx,
): Booking {
  const booking = insertRow(
    bookings,
    {
      ...order,
      ...order.agreed,
      ...agreedOf(plan),
      ...customerOf(traveler),
      reference: unusedReference(tx),
      departureId,
      agreedStartsOn: departure.startsOn,
      agreedEndsOn: departure.endsOn,
      tourType: departure.tourType,
      travelers,
      singles: countOf({ ...order, travelers }, 'single'),
      earlyBirdOffer: earlyBirdOn(departure, businessDay(now))?.offer ?? null,
      linkToken: newLinkToken(),
      createdAt: now,
      updatedAt: now,
    },
    tx,
  )
  seatParty(booking, plan.seats, now, tx)
  scheduleInstallments(booking, plan, tx)
  return booking
}

/** Each sum of a party is one that Stripe charges: what is due now, and each installment after a deposit. */
export const canBePaid = (plan: InstallmentPlan, paymentType: PaymentType): boolean =>
  isChargeable(dueNow(plan, paymentType)) &&
  (paymentType === 'full' || plan.installments.every(({ amountCents }) => isChargeable(amountCents)))

/**
 * While an intent is open that may be paid, who travels and on which terms stays as it is; and a hold that
 * ran out is not begun again, it ends first. The price, the plan and the early-bird promise that were agreed
 * stay, also where staff changed the departure's.
 */
function renewHold(order: Order, found: CheckoutDeparture & { held: Booking }, now: Date, tx: Tx): Placed {
  const { held, offer } = found
  if (held.holdEndsAt <= now) return { refused: 'intent-in-the-way', booking: held }
  // Seats that were held before the offer was made, or opened, become the offer's.
  const within = liveOfferOf(held) ?? offer
  const isWithin = within !== undefined && order.travelers <= seatsWith(held, within)
  const refused = whyNotMore(order, found, isWithin, now)
  if (refused) return refused
  const priced = pricedOrder(order, found, now)
  if ('refused' in priced) return priced
  const { plan, code } = priced
  if ((changesTheDeal(held, order) || plan.totalCents !== held.totalCents) && hasOpenIntent(held)) {
    return { refused: 'intent-in-the-way', booking: held }
  }
  const booking = tx
    .update(bookings)
    .set({
      // The checkout asks everything: what is not in it was left empty.
      ...customerOf(valuesOf(TRAVELER, order.traveler)),
      ...notesOf(order),
      ...agreedOf(plan),
      ...order.agreed,
      roomType: order.roomType,
      travelers: order.travelers,
      singles: countOf(order, 'single'),
      paymentType: order.paymentType,
      ...(isWithin && { waitlistOfferId: within.id }),
      leaderId: leaderOf(held, order),
      updatedAt: now,
    })
    .where(eq(bookings.id, held.id))
    .returning()
    .get()
  seatParty(booking, plan.seats, now, tx)
  recordCode(booking, plan, code, now, tx)
  scheduleInstallments(booking, plan, tx)
  recordHoldChanged(held, booking, now)
  offerFreedSeats(booking.departureId, now)
  return { booking }
}

/** What goes beyond a hold is looked at as a new one is: more seats, another room, another e-mail address. */
function whyNotMore(
  order: Order,
  { departure, held }: CheckoutDeparture & { held: Booking },
  isWithinOffer: boolean,
  now: Date,
): Placed | null {
  if (asksForMore(held, order)) {
    if (wasDeclinedHere(order, now)) return { refused: 'declined-too-often' }
    const why = whyNoMore(departure, businessDay(now))
    if (why) return { refused: why === 'closed' ? 'closed-to-more' : why }
  }
  if (isWithinOffer) return null
  const left = seatsLeft(departure, leaderOf(held, order)) + held.travelers
  if (left < order.travelers) return { refused: 'too-few-seats', seatsLeft: left }
  const isMore =
    order.travelers > held.travelers || folded(order.traveler.email) !== folded(held.customerEmail)
  return isMore ? tooManyHolds(order, now, held) : null
}

/** Decided once: who holds seats as a leader's guest stays theirs. */
const leaderOf = (held: Booking, { code }: Order): number | null =>
  held.leaderId ?? leaderCalled(code)?.id ?? null

/** Seats of an offer for who holds some of them already. */
const seatsWith = (held: Booking, offer: WaitlistOffer): number =>
  seatsInOffer(offer) + (held.waitlistOfferId === offer.id ? held.travelers : 0)

const changesTheDeal = (held: Booking, order: Order): boolean =>
  !isHeldFor(held, order) ||
  held.paymentType !== order.paymentType ||
  folded(held.customerName) !== folded(order.traveler.name) ||
  folded(held.customerEmail) !== folded(order.traveler.email)

const hasOpenIntent = (held: Booking): boolean =>
  hasRow(paymentIntents, and(eq(paymentIntents.bookingId, held.id), isOpenIntent))

function unusedReference(tx: Tx): string {
  const reference = newReference()
  return findBooking(reference) ? unusedReference(tx) : reference
}
