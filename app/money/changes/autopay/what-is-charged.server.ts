import { and, eq, gt } from 'drizzle-orm'
import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { isBeingGivenBack } from '#app/money/books/amounts-owed.server'
import { isDisputedSince } from '#app/money/books/disputes.server'
import { type Owed, owedOf } from '#app/money/books/shares-owed.server'
import { isBankRefused } from '#app/money/changes/paying/bank-offer.server'
import {
  type AutopayCharge,
  announcementLeftOn,
  type ChargedInstallment,
  chargesOfBooking,
  chargesOfConsent,
  isForTheSame,
} from '#app/money/payments/autopay-charges.server'
import type { AutopayEnd, Consent } from '#app/money/payments/autopay-consents.server'
import { addDays, type Day, laterDay } from '#app/platform/days'
import { type Cents, cents, isChargeable } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import { hasRow } from '#db/prepared.server'
import { departureMoves } from '#db/schema/money'

/** Days from the day on which an announcement left to the charge, at least. */
export const DAYS_TO_OBJECT = 3
/** After its due day an installment is not charged for the first time. */
const DAYS_LATE_AT_MOST = 3
/** After its first try a declined charge is tried again on these days. */
const NEXT_TRIES = [3, 7]
const INSTALLMENTS_DECLINED_AT_MOST = 2

/** Why a consent charges nothing anymore; null where it stands (rules 3.17). */
export function whyEnded(consent: Consent, booking: Booking): AutopayEnd | null {
  if (!isPaid(booking.status) || isBeingGivenBack(booking)) return 'booking-ended'
  if (booking.eachPays !== (consent.forTravelerId !== null)) return 'who-pays'
  const owed = owedOf(booking, consent.forTravelerId)
  if (!owed) return 'left'
  const { forTravelerId, startedAt, agreedAt } = consent
  if (isDisputedSince(booking, startedAt ?? agreedAt, forTravelerId)) return 'disputed'
  if (hasMoved(consent)) return 'moved'
  // Its guest has still to choose between another departure and the money.
  if (departureOf(booking).canceledAt !== null) return null
  if (owed.remainingCents + owed.onItsWayCents === 0) return 'paid'
  if (consent.paysFrom === 'bank-account' && isBankRefused(consent)) return 'declined'
  return declinedInstallments(consent) >= INSTALLMENTS_DECLINED_AT_MOST ? 'declined' : null
}

const hasMoved = ({ bookingId, startedAt, agreedAt }: Consent): boolean =>
  hasRow(
    departureMoves,
    and(eq(departureMoves.bookingId, bookingId), gt(departureMoves.createdAt, startedAt ?? agreedAt)),
  )

const declinedInstallments = (consent: Consent): number =>
  new Set(
    chargesOfConsent(consent)
      .filter(({ state }) => state === 'failed' || state === 'needs-card')
      .map(({ number }) => number),
  ).size

/** An installment of a booking, or of a share, as it is owed now. */
export type InstallmentOwed = Owed['installments'][number]

/** The installment that a charge is for; undefined where it has another day by now, or asks for nothing. */
export const installmentOf = (
  booking: Booking,
  { forTravelerId, number, dueOn }: ChargedInstallment,
): InstallmentOwed | undefined =>
  owedOf(booking, forTravelerId)?.installments.find(
    (one) => one.number === number && one.dueOn === dueOn && one.owedCents > 0,
  )

/** What is charged for it now: what is owed, and never more than was announced; null where nothing is. */
export function chargeableCents(booking: Booking, charge: AutopayCharge): Cents | null {
  const installment = installmentOf(booking, charge)
  if (!installment || installment.waits) return null
  if (booking.goingBackCents + booking.stuckBackCents > 0 || wasCharged(booking, charge)) return null
  const amount = cents(Math.min(installment.owedCents, charge.amountCents))
  return isChargeable(amount) ? amount : null
}

/** By whatever consent: what it paid may have counted toward an earlier installment. */
export const wasCharged = (booking: Pick<Booking, 'id'>, installment: ChargedInstallment): boolean =>
  chargesOfBooking(booking.id).some((one) => one.state === 'paid' && isForTheSame(one, installment))

/** The day of a charge that is announced today; null where that would be too late after the due day. */
export function dayOfCharge(dueOn: Day, announcedOn: Day): Day | null {
  const day = laterDay(dueOn, addDays(announcedOn, DAYS_TO_OBJECT))
  return day <= addDays(dueOn, DAYS_LATE_AT_MOST) ? day : null
}

/** Whether it may be charged on that day: announced in time, not too late, and not before its next try. */
export function isDayToCharge(charge: AutopayCharge, today: Day): boolean {
  if (charge.firstTriedOn !== null) return today <= lastDayToTry(charge.firstTriedOn)
  const leftOn = announcementLeftOn(charge)
  return (
    leftOn !== null &&
    today >= laterDay(charge.chargeOn, addDays(leftOn, DAYS_TO_OBJECT)) &&
    today <= addDays(charge.dueOn, DAYS_LATE_AT_MOST)
  )
}

/** A try that no run made on its day may be made up for. */
const lastDayToTry = (firstTriedOn: Day): Day =>
  addDays(firstTriedOn, Math.max(...NEXT_TRIES) + DAYS_LATE_AT_MOST)

/** Whether the first charge can no longer come in time. */
export const isMissed = (charge: AutopayCharge, today: Day): boolean =>
  charge.firstTriedOn === null
    ? today > addDays(charge.dueOn, DAYS_LATE_AT_MOST)
    : today > lastDayToTry(charge.firstTriedOn)

/** When a charge that was declined `tries` times is tried again; null where it is not. */
export function nextTry(firstTriedOn: Day, tries: number): Day | null {
  const days = NEXT_TRIES[tries - 1]
  return days === undefined ? null : addDays(firstTriedOn, days)
}

/** How long after the first try another card is charged for it. */
export const takesOtherCard = ({ firstTriedOn }: AutopayCharge, today: Day): boolean =>
  firstTriedOn !== null && today <= addDays(firstTriedOn, Math.max(...NEXT_TRIES))
