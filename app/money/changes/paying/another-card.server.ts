import { bookingWithId } from '#app/bookings/find-booking.server'
import { autopayWords } from '#app/bookings/installments/autopay'
import {
  agreeTo,
  type Consent,
  consentsOf,
  consentWithId,
  liveConsentOf,
  waitingConsentOf,
} from '#app/money/payments/autopay-consents.server'
import { autopayAddress } from '#app/money/payments/autopay-links.server'
import { forGuest } from '#app/money/stripe/guest-budget.server'
import { createCustomer, createHostedSetup } from '#app/money/stripe/saved-methods.server'
import { newLinkToken } from '#app/platform/keys.server'
import { departureOf } from '#app/tours/departures.server'
import { settleWaiting } from './agree-to-autopay.server'

/** The agreement that a link is about now: with another card it goes on as a new one. */
export function agreementNow(consent: Consent): Consent {
  if (consent.endedFor !== 'other-method') return consent
  const live = liveConsentOf(consent)
  return live?.payerEmail === consent.payerEmail ? live : consent
}

/**
 * Opens Stripe's own page for another card, on which the same installments are charged; answers its address,
 * null where nothing is charged by itself. The card before stays until the new one is kept. Throws
 * StripeUnavailable.
 */
export async function openAnotherCard(consent: Consent, now: () => Date): Promise<string | null> {
  const booking = bookingWithId(consent.bookingId)
  const live = consentWithId(consent.id)
  if (!booking || !live?.startedAt || live.endedAt) return null
  const { bookingId, forTravelerId, payerEmail, plan } = live
  const words = live.paysFrom === 'card' ? live.words : autopayWords(plan)
  const { reference } = booking
  return forGuest('pay', async () => {
    const waiting = waitingConsentOf(live)
    const idempotencyKey = `autopay:${live.id}:${consentsOf(bookingId).length}`
    const stripeCustomerId =
      waiting?.payerEmail === payerEmail
        ? waiting.stripeCustomerId
        : await createCustomer({ email: payerEmail, reference, idempotencyKey })
    const agreed = { bookingId, forTravelerId, payerEmail, words, plan, stripeCustomerId }
    const next = agreeTo({ ...agreed, paysFrom: 'card' }, now())
    return createHostedSetup({
      customerId: stripeCustomerId,
      idempotencyKey: newLinkToken(),
      reference,
      description: `${departureOf(booking).name}, ${reference}: another card`,
      successUrl: `${autopayAddress(next)}?card=kept`,
      cancelUrl: autopayAddress(live),
    })
  })
}

/** Whether Stripe has kept the card that a guest comes back from typing. Throws StripeUnavailable. */
export async function confirmAnotherCard(consent: Consent, now: () => Date): Promise<boolean> {
  const found = consentWithId(consent.id)
  if (found && !found.startedAt && !found.endedAt) await forGuest('look', () => settleWaiting(found, now))
  return Boolean(consentWithId(consent.id)?.startedAt)
}
