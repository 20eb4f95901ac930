import type { Booking } from '#app/bookings/find-booking.server'
import { cardInWords } from '#app/bookings/installments/autopay'
import { amountsOwed } from '#app/money/books/amounts-owed.server'
import { type Consent, liveConsentOf } from '#app/money/payments/autopay-consents.server'
import { autopayPath } from '#app/money/payments/autopay-links.server'
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
      .map(({ name, owedCents, dueOn }) => ({ name, owedCents, dueOn })),
    waits: waitsForDecision(departureOf(booking)),
    path: autopayPath(consent),
  }
}

export type AutopayFacts = ReturnType<typeof autopayFacts>
