import type { Booking } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { type PartyTraveler, partyOf } from '#app/bookings/party.server'
import { erasedWords } from '#app/mail/erased-address'
import { owedOf } from '#app/money/books/shares-owed.server'
import { nextChargeOn } from '#app/money/changes/autopay/autopay-forecast.server'
import { type AutopayCharge, chargesOfConsent } from '#app/money/payments/autopay-charges.server'
import {
  type Consent,
  chargedFor,
  consentsOf,
  liveConsentOf,
} from '#app/money/payments/autopay-consents.server'
import { autopayPath } from '#app/money/payments/autopay-links.server'
import { intentRecordWithId } from '#app/money/payments/intent-records.server'
import { businessDay, businessTime, today } from '#app/platform/clock.server'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { AUTOPAY_ENDED } from '#app/staff/booking-events'
import { spoken } from '#app/staff/event-parts'
import { waitsForDecision } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { travelerWords } from '#app/travelers/detail-fields'

/**
 * What is charged by itself for one of a party, as their pages show it: their share, or where the lead
 * traveler pays for everybody, all of it; null where nothing is.
 */
export function autopayOf(booking: Booking, travelerId: number | null) {
  const consent = liveConsentOf(chargedFor(booking, travelerId))
  return consent ? autopayFacts(consent, booking) : null
}

/** The card or account, and what is still to be charged to it, first due first. */
export function autopayFacts(consent: Consent, booking: Booking) {
  return {
    card: cardInWords(consent),
    expiresIn: consent.expiresIn,
    isBank: consent.paysFrom === 'bank-account',
    charges: (owedOf(booking, consent.forTravelerId)?.installments ?? [])
      .filter(({ owedCents }) => owedCents > 0)
      .map(({ number, name, owedCents, dueOn }) => ({ number, name, owedCents, dueOn })),
    waits: waitsForDecision(departureOf(booking)),
    path: autopayPath(consent),
  }
}

export type AutopayFacts = ReturnType<typeof autopayFacts>

/** What staff read of it: who agreed, to what, and how it stands or ended; newest first. */
export function autopayForStaff(booking: Booking) {
  const party = partyOf(booking.id)
  return consentsOf(booking.id)
    .filter(({ startedAt }) => startedAt !== null)
    .toReversed()
    .map((consent) => ({
      id: consent.id,
      whose: whoseShare(consent, party),
      card: cardInWords(consent),
      isBank: consent.paysFrom === 'bank-account',
      expiresIn: consent.expiresIn,
      payerEmail: erasedWords(consent.payerEmail) ?? consent.payerEmail,
      words: consent.words,
      agreedAt: businessTime(consent.agreedAt),
      ended: consent.endedAt &&
        consent.endedFor && { at: businessTime(consent.endedAt), why: AUTOPAY_ENDED[consent.endedFor] },
      last: lastCharge(consent),
      next: consent.endedAt ? null : nextCharge(consent, booking),
    }))
}

/** Whose share it charges, as staff read it; null where it is for all. */
function whoseShare({ forTravelerId }: Consent, party: PartyTraveler[]): string | null {
  if (forTravelerId === null) return null
  const traveler = party.find(({ id }) => id === forTravelerId)
  return traveler ? travelerWords(traveler) : 'Someone who no longer travels'
}

/** What is charged next, and when: after a decline on the day of the next try. */
function nextCharge(consent: Consent, booking: Booking) {
  const announced = chargesOfConsent(consent)
  for (const { number, dueOn, owedCents } of autopayFacts(consent, booking).charges) {
    const charge = announced.find((one) => one.number === number && one.dueOn === dueOn)
    const on = nextChargeOn(dueOn, charge ?? null, today())
    if (on) return { owedCents, on }
  }
  return null
}

/** '$2,000 on Nov 3, 2025: paid', or why not and what comes of it; null where nothing was tried yet. */
function lastCharge(consent: Consent): string | null {
  const charge = chargesOfConsent(consent).findLast(({ state, tries }) => state === 'paid' || tries > 0)
  if (!charge) return null
  const tried = charge.state === 'paid' && charge.begunAt ? businessDay(charge.begunAt) : charge.triedOn
  const paidCents = charge.intentId === null ? undefined : intentRecordWithId(charge.intentId)?.amountCents
  const amount = showCents(paidCents ?? charge.amountCents)
  return `${amount}${tried ? ` on ${showDay(tried)}` : ''}: ${becameOf(charge)}`
}

/** Stripe's word where the bank gave no reason. */
const SAYS_NOTHING = 'generic_decline'

function becameOf({ state, declineCode, nextTryOn }: AutopayCharge): string {
  if (state === 'paid') return 'paid'
  const why = declineCode && declineCode !== SAYS_NOTHING ? ` (${spoken(declineCode)})` : ''
  const declined = `declined${why}`
  switch (state) {
    case 'waiting':
      return `${declined}, tried again on ${nextTryOn && showDay(nextTryOn)}`
    case 'charging':
      return `${declined}, tried again now`
    case 'needs-card':
      return `${declined}, waits for another card`
    default:
      return `${declined}, not tried again`
  }
}

export type StaffAutopay = ReturnType<typeof autopayForStaff>[number]
