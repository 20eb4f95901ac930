import { randomUUID } from 'node:crypto'
import { dueAfterHold, type InstallmentPlan, type Offer } from '#app/bookings/installments/plan'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, instantAt } from '#app/platform/days'
import { env } from '#app/platform/env.server'
import { type Actor, byStaff, recordBookingAct } from '#app/staff/audit-log.server'
import { dayBefore } from '#app/tours/departure'
import { type Departure, departureIn, salesState, seatsLeft } from '#app/tours/departures.server'
import type { Party } from '#app/tours/party'
import type { Tx } from '#db/connection.server'
import { dealOf, reopenBooking } from './advance-booking.server'
import type { Traveler } from './checkout-form'
import { termsOnOffer } from './checkout-offer.server'
import { type Booking, bookingWithId, type PaymentType } from './find-booking.server'
import { HOLD_DAYS } from './hold'
import { scheduleInstallments } from './installments/settle-installments.server'
import { type AgreedVersions, canBePaid, holdSeats } from './place-booking.server'

/** What staff take down for a guest, as on the phone. */
export type GuestOrder = Party & {
  departureId: number
  paymentType: PaymentType
  traveler: Traveler
  heldUntil: Day
  /** The versions of the terms and of the privacy page that the letter leads to. */
  agreed?: AgreedVersions
}

export type NotHeld =
  | { refused: 'sold-out' | 'closed' | 'not-yet' | 'not-chargeable' }
  | { refused: 'too-few-seats'; seatsLeft: number }
  | { refused: 'wrong-day'; until: Day }

/** The last day until which staff may hold seats of a departure: the journey lies ahead (rules 1.22). */
export const heldAtMostUntil = (departure: Departure): Day => dayBefore(departure)

export const usuallyHeldUntil = (today: Day): Day => addDays(today, HOLD_DAYS)

/** What a guest would be sold today: the departure and its plan, where there are seats for all of them. */
export function planForGuest(order: GuestOrder, now: Date): { departure: Departure; plan: Offer } | NotHeld {
  const today = businessDay(now)
  const departure = departureIn(order.departureId)
  if (!departure) return { refused: 'closed' }
  const sales = salesState(departure, today)
  if (sales !== 'open') return { refused: sales }
  const left = seatsLeft(departure)
  if (left < order.travelers) return { refused: 'too-few-seats', seatsLeft: left }
  const until = heldAtMostUntil(departure)
  if (order.heldUntil < today || order.heldUntil > until) return { refused: 'wrong-day', until }
  const offered = termsOnOffer(departure, undefined, order, today)
  const installments = dueAfterHold(offered.installments, order.heldUntil, departure.startsOn)
  const plan = { ...offered, installments }
  return canBePaid(plan, order.paymentType) ? { departure, plan } : { refused: 'not-chargeable' }
}

/** Holds the seats of a party for a guest until the end of a day; the limits for strangers do not apply. */
export function holdForGuest(
  { heldUntil, ...order }: GuestOrder,
  { departure, plan }: { departure: Departure; plan: Offer },
  staff: Actor,
  now: Date,
  tx: Tx,
): Booking {
  const booking = holdSeats(departure, plan, { ...order, ...heldBy(staff, heldUntil) }, now, tx)
  const detail = { ...dealOf(booking), heldUntil }
  recordBookingAct(now, booking, byStaff(staff), 'seats-held-for-guest', detail)
  return booking
}

/** When seats are given back that are held until the end of a day. */
export const holdEnd = (until: Day): Date => instantAt(addDays(until, 1), 0, env.BUSINESS_TIMEZONE)

const heldBy = (staff: Actor, until: Day) => ({
  holdEndsAt: holdEnd(until),
  soldBy: staff.username,
  // No browser and no page made it: no one has these keys.
  browserDigest: randomUUID(),
  checkoutKey: randomUUID(),
})

/** Holds the seats of a booking that has ended, and keeps nothing, again: at its price, by today's plan. */
export function holdAgain(
  booking: Booking,
  { heldUntil, plan }: { heldUntil: Day; plan: InstallmentPlan },
  staff: Actor,
  now: Date,
  tx: Tx,
): Booking {
  // Free seats, not those of an offer: that ends at its hour, and the places it needs are their travelers'.
  const ofOwn = { addressDigest: null, waitlistOfferId: null }
  const again = { status: 'pending' as const, ...heldBy(staff, heldUntil), ...ofOwn }
  reopenBooking(booking, again, byStaff(staff), now, tx)
  scheduleInstallments(booking, plan, tx)
  return bookingWithId(booking.id) ?? booking
}

/** The last day on which seats are held for a guest. */
export const heldUntil = ({ holdEndsAt }: Pick<Booking, 'holdEndsAt'>): Day =>
  businessDay(new Date(holdEndsAt.getTime() - 1))
