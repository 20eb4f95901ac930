import { bookingWithId } from '#app/bookings/find-booking.server'
import { type AfterDecline, mailDeclined } from '#app/money/letters/autopay-charge-mail.server'
import { type AutopayCharge, changeCharge, chargeWithId } from '#app/money/payments/autopay-charges.server'
import { type Consent, consentWithId, endConsent } from '#app/money/payments/autopay-consents.server'
import { autopayAddress } from '#app/money/payments/autopay-links.server'
import { intentRecordWithId } from '#app/money/payments/intent-records.server'
import type { Decline } from '#app/money/stripe/off-session.server'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { immediately } from '#db/connection.server'
import { nextTry } from './what-is-charged.server'

/** The payer told the bank to let nothing go anymore: that ends the consent, and not this try alone. */
const REVOKED = ['revocation_of_authorization', 'revocation_of_all_authorizations']

/**
 * Writes down that a charge was declined, and whether it is tried again, by what Stripe advises (rules 3.17).
 * Payer, lead traveler and staff are told at once.
 */
export function recordDeclined(
  { id }: AutopayCharge,
  { id: consentId }: Consent,
  decline: Decline,
  now: Date,
): 'declined' {
  immediately((tx) => {
    const charge = chargeWithId(id)
    const consent = consentWithId(consentId)
    const booking = charge && bookingWithId(charge.bookingId)
    if (charge?.state !== 'charging' || !consent || !booking) return
    const today = businessDay(now)
    const firstTriedOn = charge.firstTriedOn ?? today
    const tries = charge.tries + 1
    const after = afterDecline(decline, firstTriedOn, tries)
    const owedCents =
      (charge.intentId && intentRecordWithId(charge.intentId)?.amountCents) || charge.amountCents
    mailDeclined(booking, consent, { charge, owedCents, after, stopAddress: autopayAddress(consent) }, now)
    changeCharge(
      charge,
      {
        ...{ tries, firstTriedOn, triedOn: today },
        ...{ declineCode: decline.code, adviceCode: decline.adviceCode },
        state: STATES[after.next],
        nextTryOn: after.next === 'again' ? after.on : null,
        ...{ intentId: null, begunAt: null },
      },
      tx,
    )
    if (after.next === 'revoked') endConsent(consent, 'revoked', { actor: 'stripe' }, now, tx)
  })
  return 'declined'
}

const STATES = {
  again: 'waiting',
  'other-card': 'needs-card',
  approve: 'failed',
  never: 'failed',
  revoked: 'failed',
} as const satisfies Record<AfterDecline['next'], AutopayCharge['state']>

function afterDecline({ code, adviceCode }: Decline, firstTriedOn: Day, tries: number): AfterDecline {
  if (REVOKED.includes(code)) return { next: 'revoked' }
  if (code === 'authentication_required') return { next: 'approve' }
  if (adviceCode === 'do_not_try_again') return { next: 'never' }
  if (adviceCode === 'confirm_card_data') return { next: 'other-card' }
  const on = nextTry(firstTriedOn, tries)
  return on === null ? { next: 'never' } : { next: 'again', on }
}
