import { isNotAuthorized, isWorthAnotherTry } from '#app/money/books/bank-failures'
import { isBankRefused } from '#app/money/changes/paying/bank-offer.server'
import { changeCharge, chargeOfIntent } from '#app/money/payments/autopay-charges.server'
import {
  type AutopayEnd,
  type Consent,
  consentWithId,
  endConsent,
  liveConsentOf,
} from '#app/money/payments/autopay-consents.server'
import type { IntentRecord } from '#app/money/payments/intent-records.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { businessDay } from '#app/platform/clock.server'
import type { Tx } from '#db/connection.server'

/** A consent whose account did not pay: whether it ends with that, and who agreed to it. */
export type FailedConsent = { consent: Consent; isOver: boolean }

/**
 * Writes down for a consent that money from its account did not come: of a charge by itself, or of the
 * payment that it was agreed with. It ends, unless the account may have the money later (rules 3.17). Null
 * where no consent charges that account. Letters are the caller's.
 */
export function recordFailedDebit(
  record: IntentRecord,
  { failure, customerId }: Intent,
  now: Date,
  tx: Tx,
): FailedConsent | null {
  const charge = chargeOfIntent(record.id)
  const today = businessDay(now)
  if (charge?.state === 'charging') {
    const tried = { tries: charge.tries + 1, firstTriedOn: charge.firstTriedOn ?? today, triedOn: today }
    changeCharge(charge, { ...tried, state: 'failed', declineCode: failure, nextTryOn: null }, tx)
  }
  const agreed = record.savesMethod ? agreedWith(record, customerId) : undefined
  const consent = charge ? consentWithId(charge.consentId) : agreed
  if (!consent || consent.endedAt || consent.paysFrom !== 'bank-account') return null
  const why = charge ? whyOver(consent, failure) : 'first-failed'
  if (why) endConsent(consent, why, { actor: 'stripe' }, now, tx)
  return { consent, isOver: why !== null }
}

function agreedWith({ bookingId, forTravelerId }: IntentRecord, customerId: string | null) {
  const consent = bookingId === null ? undefined : liveConsentOf({ bookingId, forTravelerId })
  return consent?.stripeCustomerId === customerId ? consent : undefined
}

function whyOver(consent: Consent, failure: string | null): AutopayEnd | null {
  if (isNotAuthorized(failure)) return 'revoked'
  return isWorthAnotherTry(failure) && !isBankRefused(consent) ? null : 'declined'
}
