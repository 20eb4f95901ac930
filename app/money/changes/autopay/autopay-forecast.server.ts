import { bookingWithId } from '#app/bookings/find-booking.server'
import { owedOf } from '#app/money/books/shares-owed.server'
import { holderOf } from '#app/money/letters/autopay-mail.server'
import { nameInShare } from '#app/money/letters/share-mail.server'
import {
  type AutopayCharge,
  announcementLeftOn,
  chargesOfConsent,
} from '#app/money/payments/autopay-charges.server'
import { type Consent, liveConsents } from '#app/money/payments/autopay-consents.server'
import { addDays, type Day, laterDay } from '#app/platform/days'
import type { Cents } from '#app/platform/money'
import { announcedBefore } from './announce-charges.server'
import { dayOfCharge, type InstallmentOwed, wasCharged, whyEnded } from './what-is-charged.server'

/** What autopay does on a day: a letter before, on the day before, the charge, or another try of it. */
export type AutopayStep = 'announced' | 'announced-again' | 'charged' | 'tried-again'

export type AutopayForecast = {
  reference: string
  customerName: string
  /** Whose part of it; null where it is for all. */
  traveler: string | null
  number: number
  dueOn: Day
  amountCents: Cents
  does: AutopayStep
}

/** What a page can show; more would tell no one anything. */
const AT_MOST = 300

/**
 * What autopay will announce and charge on a business day, today or later, if no one pays until then and
 * nothing is declined. Does nothing.
 */
export function autopayOn(day: Day, today: Day): AutopayForecast[] {
  return liveConsents()
    .flatMap((consent) => stepsOn(consent, day, today))
    .slice(0, AT_MOST)
}

/**
 * The day on which a standing consent charges an installment next, by its charge once that was announced;
 * null where it is not charged anymore.
 */
export function nextChargeOn(
  dueOn: Day,
  charge: Pick<AutopayCharge, 'state' | 'chargeOn' | 'nextTryOn'> | null,
  today: Day,
): Day | null {
  if (!charge) return dayOfCharge(dueOn, today)
  if (charge.state === 'waiting') return charge.nextTryOn
  return charge.state === 'announced' || charge.state === 'charging' ? charge.chargeOn : null
}

function stepsOn(consent: Consent, day: Day, today: Day): AutopayForecast[] {
  const booking = bookingWithId(consent.bookingId)
  if (!booking || whyEnded(consent, booking)) return []
  const { reference, customerName } = booking
  const charges = chargesOfConsent(consent)
  const { traveler: own, isLead } = holderOf(booking, consent)
  const traveler = own && !isLead ? nameInShare(own) : null
  const { forTravelerId } = consent
  const installments = owedOf(booking, forTravelerId)?.installments ?? []
  return installments.flatMap((installment) => {
    const { number, dueOn, owedCents, waits } = installment
    if (owedCents === 0 || waits || wasCharged(booking, { forTravelerId, number, dueOn })) return []
    const charge = charges.find((one) => one.number === number && one.dueOn === dueOn)
    const does = charge ? stepOf(charge, day, today) : stepAhead(consent, installment, day, today)
    const amountCents = charge && charge.amountCents < owedCents ? charge.amountCents : owedCents
    return does ? [{ reference, customerName, traveler, number, dueOn, amountCents, does }] : []
  })
}

/** An announcement that has not left leaves today at the soonest, and days to object count from then. */
function stepOf(charge: AutopayCharge, day: Day, today: Day): AutopayStep | null {
  const { state, dueOn, announcedAgainAt, nextTryOn } = charge
  if (state === 'waiting') return nextTryOn === day ? 'tried-again' : null
  if (state !== 'announced') return null
  const leftOn = announcementLeftOn(charge)
  const soonest = dayOfCharge(dueOn, leftOn ?? today)
  if (soonest === null) return null
  const chargeOn = laterDay(charge.chargeOn, soonest)
  if (chargeOn === day) return 'charged'
  if (leftOn === null && day === today) return 'announced'
  const isAgain = announcedAgainAt === null || chargeOn > charge.chargeOn
  return isAgain && addDays(day, 1) === chargeOn ? 'announced-again' : null
}

/** Of one that is not announced yet: on its day, or what is late by then on the next one. */
function stepAhead(consent: Consent, installment: InstallmentOwed, day: Day, today: Day): AutopayStep | null {
  const { dueOn } = installment
  const announcedOn = laterDay(today, addDays(dueOn, -announcedBefore(consent, installment)))
  const chargeOn = dayOfCharge(dueOn, announcedOn)
  if (chargeOn === null) return null
  if (day === announcedOn) return 'announced'
  if (day === chargeOn) return 'charged'
  return addDays(day, 1) === chargeOn ? 'announced-again' : null
}
