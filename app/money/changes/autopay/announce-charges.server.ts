import type { Booking } from '#app/bookings/find-booking.server'
import { withdrawMail } from '#app/mail/outbox.server'
import type { BeforeSending } from '#app/mail/send-mail.server'
import { owedOf } from '#app/money/books/shares-owed.server'
import { isWithinBank } from '#app/money/changes/paying/bank-offer.server'
import { mailAnnouncement, whichAnnouncement } from '#app/money/letters/autopay-charge-mail.server'
import { holderOf, isSameMailbox } from '#app/money/letters/autopay-mail.server'
import {
  type AutopayCharge,
  announcementLeftOn,
  changeCharge,
  chargesOfBooking,
  chargesOfConsent,
  chargeWithId,
} from '#app/money/payments/autopay-charges.server'
import {
  type Consent,
  chargedFor,
  consentWithId,
  liveConsentOf,
} from '#app/money/payments/autopay-consents.server'
import { autopayAddress } from '#app/money/payments/autopay-links.server'
import { businessDay } from '#app/platform/clock.server'
import { addDays, type Day, daysFrom } from '#app/platform/days'
import { type Cents, isChargeable } from '#app/platform/money'
import { immediately, type Tx } from '#db/connection.server'
import { insertRow } from '#db/prepared.server'
import { autopayCharges } from '#db/schema/autopay'
import {
  DAYS_TO_OBJECT,
  dayOfCharge,
  type InstallmentOwed,
  isDayToCharge,
  wasCharged,
  whyEnded,
} from './what-is-charged.server'

/** How many days before its due day a charge is announced; one that differs from what was agreed, earlier. */
const DAYS_BEFORE = 7
const DAYS_BEFORE_IF_OTHER = 10

/**
 * Announces what a consent will charge, and on the day before once more; answers how many announcements were
 * written. One that left too late for its day has another day (rules 3.16).
 */
export function announceCharges(booking: Booking, consent: Consent, now: Date, tx: Tx): number {
  const today = businessDay(now)
  let written = 0
  for (const installment of owedOf(booking, consent.forTravelerId)?.installments ?? []) {
    if (announce(booking, consent, installment, now, tx)) written += 1
  }
  for (const charge of chargesOfConsent(consent)) {
    if (charge.state !== 'announced') continue
    const dated = postponeLate(booking, consent, charge, now, tx)
    if (dated.announcedAgainAt || addDays(today, 1) !== dated.chargeOn) continue
    if (businessDay(dated.announcedAt) === today) continue
    // The payer was never told, or too late: nothing is charged tomorrow, and no one is told so.
    if (!isDayToCharge(dated, dated.chargeOn)) continue
    mailAnnouncement(
      booking,
      consent,
      { charge: dated, planned: null, isSecond: true, stopAddress: autopayAddress(consent) },
      now,
    )
    changeCharge(dated, { announcedAgainAt: now }, tx)
    written += 1
  }
  return written
}

function announce(
  booking: Booking,
  consent: Consent,
  installment: InstallmentOwed,
  now: Date,
  tx: Tx,
): boolean {
  const charge = plannedCharge(booking, consent, installment, now)
  if (!charge) return false
  postAnnouncement(booking, consent, insertRow(autopayCharges, charge, tx), now, tx)
  return true
}

/** The row of a charge that is announced today; null where none is. */
function plannedCharge(booking: Booking, consent: Consent, installment: InstallmentOwed, now: Date) {
  const { number, dueOn, owedCents } = installment
  const { forTravelerId } = consent
  const chargeOn = dayToAnnounce(consent, installment, businessDay(now))
  // More than an account may pay at once, or too late for one: that is asked for by letter and link.
  if (chargeOn && consent.paysFrom === 'bank-account' && !isWithinBank(booking, owedCents, chargeOn))
    return null
  if (!chargeOn || wasCharged(booking, { forTravelerId, number, dueOn })) return null
  const isKnown = chargesOfConsent(consent).some((one) => one.number === number && one.dueOn === dueOn)
  if (isKnown) return null
  return {
    ...{ consentId: consent.id, bookingId: booking.id, forTravelerId, number, dueOn },
    ...{ amountCents: owedCents, chargeOn, announcedAt: now },
  }
}

type ChargedAgain = {
  consent: Consent
  stopAddress: string
  isAnnounced: boolean
  installments: InstallmentOwed[]
}

/**
 * The consent by which installments are charged that are asked for again since a payment failed; null where
 * the guest is asked to pay them. The letter that says so is their announcement where it reaches the payer
 * and names the day of each charge: no second one says the same.
 */
export function chargedAgainBy(
  booking: Booking,
  { asked, forTravelerId }: { asked: Pick<InstallmentOwed, 'number'>[]; forTravelerId: number | null },
  now: Date,
): ChargedAgain | null {
  const consent = liveConsentOf(chargedFor(booking, forTravelerId))
  if (!consent || whyEnded(consent, booking)) return null
  const installments = (owedOf(booking, consent.forTravelerId)?.installments ?? []).filter(
    ({ number, owedCents }) => owedCents > 0 && asked.some((one) => one.number === number),
  )
  if (installments.length === 0 || installments.some(({ waits }) => waits)) return null
  const planned = installments.map((one) => plannedCharge(booking, consent, one, now))
  if (consent.paysFrom === 'bank-account' && planned.includes(null)) return null
  const reachesPayer = isSameMailbox(consent.payerEmail, holderOf(booking, consent).mailbox.address)
  const namesDays = planned.every((one) => one !== null && one.chargeOn === one.dueOn)
  return {
    consent,
    stopAddress: autopayAddress(consent),
    isAnnounced: reachesPayer && namesDays,
    installments,
  }
}

/** Notes that a mail to the payer announced these charges. */
export function announceBy(
  announcementId: number,
  booking: Booking,
  { consent, installments }: Pick<ChargedAgain, 'consent' | 'installments'>,
  now: Date,
  tx: Tx,
): void {
  for (const installment of installments) {
    const charge = plannedCharge(booking, consent, installment, now)
    if (charge) insertRow(autopayCharges, { ...charge, announcementId }, tx)
  }
}

function postAnnouncement(
  booking: Booking,
  consent: Consent,
  charge: AutopayCharge,
  now: Date,
  tx: Tx,
): void {
  const planned = agreedFor(consent, charge)
  const announcementId = mailAnnouncement(
    booking,
    consent,
    { charge, planned, isSecond: false, stopAddress: autopayAddress(consent) },
    now,
  )
  changeCharge(charge, { announcementId, announcedAt: now }, tx)
}

/** The day on which it would be charged, where that is announced today; null where it is not. */
function dayToAnnounce(consent: Consent, installment: InstallmentOwed, today: Day): Day | null {
  const { dueOn, owedCents, waits } = installment
  if (waits || !isChargeable(owedCents)) return null
  if (daysFrom(today, dueOn) > announcedBefore(consent, installment)) return null
  return dayOfCharge(dueOn, today)
}

/** How many days before its due day a charge is announced. */
export const announcedBefore = (
  consent: Consent,
  { number, owedCents }: Pick<InstallmentOwed, 'number' | 'owedCents'>,
): number => (agreedFor(consent, { number }) === owedCents ? DAYS_BEFORE : DAYS_BEFORE_IF_OTHER)

/** What was agreed for that installment; null where the plan had no such one. */
const agreedFor = ({ plan }: Consent, { number }: { number: number }): Cents | null =>
  plan.find((one) => one.number === number)?.amountCents ?? null

/**
 * The payer has days to object from when the letter left, not from when it was written. One that still waits
 * to leave is written again, with the later day.
 */
function postponeLate(
  booking: Booking,
  consent: Consent,
  charge: AutopayCharge,
  now: Date,
  tx: Tx,
): AutopayCharge {
  const leftOn = announcementLeftOn(charge)
  const chargeOn = dayOfCharge(charge.dueOn, leftOn ?? businessDay(now))
  if (chargeOn === null || chargeOn <= charge.chargeOn) return charge
  changeCharge(charge, { chargeOn, announcedAgainAt: null }, tx)
  const dated = chargeWithId(charge.id) ?? charge
  if (leftOn === null) postAnnouncement(booking, consent, dated, now, tx)
  return dated
}

/** An announcement that waited leaves only where the charge is still to come, and the payer can object. */
export const announcementAsOfNow: BeforeSending = (mail, now) => {
  if (mail.kind !== 'autopay-announced' || mail.bookingId === null) return mail
  const today = businessDay(now)
  const isStill = chargesOfBooking(mail.bookingId).some((charge) => {
    if (charge.state !== 'announced' || consentWithId(charge.consentId)?.endedAt) return false
    const which = whichAnnouncement(charge, mail)
    return (
      (which === 'first' && addDays(today, DAYS_TO_OBJECT) <= charge.chargeOn) ||
      (which === 'second' && today <= charge.chargeOn)
    )
  })
  if (isStill) return mail
  immediately((tx) => withdrawMail(mail, tx))
  return null
}
