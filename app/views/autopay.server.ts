import type { Booking } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { erasedWords } from '#app/mail/erased-address'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { type Consent, consentsOf, liveConsentOf } from '#app/money/payments/autopay-consents.server'
import { autopayPath } from '#app/money/payments/autopay-links.server'
import { businessTime } from '#app/platform/clock.server'
import { AUTOPAY_ENDED } from '#app/staff/booking-events'
import { waitsForDecision } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'

/** What is charged by itself for a booking, as its pages show it; null where nothing is. */
export function autopayOf(booking: Booking) {
  const consent = liveConsentOf(booking.id)
  return consent ? autopayFacts(consent, booking) : null
}

/** The card, and what of the agreed installments is still to be charged to it, first due first. */
export function autopayFacts(consent: Consent, booking: Booking) {
  const agreed = new Set(consent.plan.map(({ number }) => number))
  return {
    card: cardInWords(consent),
    expiresIn: consent.expiresIn,
    charges: amountsOwed(booking)
      .installments.filter(({ number, owedCents }) => owedCents > 0 && agreed.has(number))
      .map(({ number, name, owedCents, dueOn }) => ({ number, name, owedCents, dueOn })),
    waits: waitsForDecision(departureOf(booking)),
    path: autopayPath(consent),
  }
}

export type AutopayFacts = ReturnType<typeof autopayFacts>

/** What staff read of it: who agreed, to what, and how it stands or ended; newest first. */
export const autopayForStaff = (booking: Booking) =>
  consentsOf(booking.id)
    .filter(({ startedAt }) => startedAt !== null)
    .toReversed()
    .map((consent) => ({
      id: consent.id,
      card: cardInWords(consent),
      expiresIn: consent.expiresIn,
      payerEmail: erasedWords(consent.payerEmail) ?? consent.payerEmail,
      words: consent.words,
      agreedAt: businessTime(consent.agreedAt),
      ended: consent.endedAt &&
        consent.endedFor && { at: businessTime(consent.endedAt), why: AUTOPAY_ENDED[consent.endedFor] },
      next: consent.endedAt ? null : (autopayFacts(consent, booking).charges[0] ?? null),
    }))

export type StaffAutopay = ReturnType<typeof autopayForStaff>[number]
