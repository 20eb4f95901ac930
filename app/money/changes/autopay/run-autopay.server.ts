import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { mailAutopayEnded } from '#app/money/letters/autopay-mail.server'
import {
  type AutopayCharge,
  changeCharge,
  chargesAhead,
  chargesOfBooking,
  chargesOfConsent,
  chargesUnderWay,
  dropCharge,
  isForTheSame,
} from '#app/money/payments/autopay-charges.server'
import {
  type AutopayEnd,
  type Consent,
  consentWithId,
  endConsent,
  liveConsents,
} from '#app/money/payments/autopay-consents.server'
import { StripeUnavailable, stripeConfigured } from '#app/money/stripe/client.server'
import { retrieveSavedMethod } from '#app/money/stripe/saved-methods.server'
import { businessDay } from '#app/platform/clock.server'
import { log, reasonOf } from '#app/platform/log.server'
import { immediately, type Tx } from '#db/connection.server'
import { insertRow } from '#db/prepared.server'
import { autopayCharges } from '#db/schema/autopay'
import { announceCharges } from './announce-charges.server'
import { type Charged, carryOn, chargeInstallment } from './charge.server'
import { installmentOf, isDayToCharge, isMissed, takesOtherCard, whyEnded } from './what-is-charged.server'

type Counts = { looked: number; sent: number; paid: number; declined: number; ended: number; failed: number }

/**
 * Goes on with charges that a stop left, ends consents, announces what they will charge, and charges what is
 * due (rules 3.16). One that fails does not stop the next; where Stripe did not answer it throws at the end,
 * so that the run is owed still.
 */
export async function chargeByConsent(now: Date, goOn: () => boolean = () => true): Promise<Counts> {
  const counts = { looked: 0, sent: 0, paid: 0, declined: 0, ended: 0, failed: 0 }
  let unanswered = 0
  const alone = async (charge: { id: number }, command: () => Promise<Charged>) => {
    try {
      const charged = await command()
      if (charged === 'paid' || charged === 'declined') counts[charged] += 1
    } catch (error) {
      if (error instanceof StripeUnavailable) unanswered += 1
      else counts.failed += 1
      log.warn({ autopayCharge: charge.id, reason: reasonOf(error) }, 'Not charged: the next run goes on')
    }
  }
  for (const charge of chargesUnderWay()) {
    if (!goOn()) throw new Error('Another process has taken this run over')
    await alone(charge, () => carryOn(charge, now))
  }
  for (const consent of liveConsents()) {
    if (!goOn()) throw new Error('Another process has taken this run over')
    counts.looked += 1
    const { ended, announced } = immediately((tx) => prepareConsent(consent, now, tx))
    if (ended) counts.ended += 1
    counts.sent += announced
    for (const charge of chargesToTry(consent, now)) {
      await alone(charge, async () =>
        (await hasItsMethod(consent, now)) ? chargeInstallment(charge, now) : 'not-now',
      )
    }
    if (immediately((tx) => endWhereOver(consent, now, tx))) counts.ended += 1
  }
  immediately((tx) => dropOfEnded(tx))
  if (unanswered > 0) throw new Error(`Stripe did not answer for ${unanswered} automatic payments`)
  return counts
}

function prepareConsent({ id }: Consent, now: Date, tx: Tx): { ended: boolean; announced: number } {
  const consent = consentWithId(id)
  const booking = consent && bookingWithId(consent.bookingId)
  if (!consent || consent.endedAt || !booking) return { ended: false, announced: 0 }
  if (endWhereOver(consent, now, tx)) return { ended: true, announced: 0 }
  dropUnneeded(booking, consent, now, tx)
  takeOver(booking, consent, now, tx)
  return { ended: false, announced: announceCharges(booking, consent, now, tx) }
}

function endWhereOver({ id }: Consent, now: Date, tx: Tx): boolean {
  const consent = consentWithId(id)
  const booking = consent && bookingWithId(consent.bookingId)
  if (!consent || !booking) return false
  // A revoked one was ended by the decline: its letter said so.
  const why = consent.endedAt ? null : whyEnded(consent, booking)
  return why !== null && end(booking, consent, why, now, tx)
}

function end(booking: Booking, consent: Consent, why: AutopayEnd, now: Date, tx: Tx): boolean {
  if (!endConsent(consent, why, { actor: 'schedule' }, now, tx)) return false
  mailAutopayEnded(booking, consent, why, now)
  return true
}

/** What was paid another way, has another day, or can no longer be charged in time. */
function dropUnneeded(booking: Booking, consent: Consent, now: Date, tx: Tx): void {
  for (const charge of chargesOfConsent(consent)) {
    if (charge.state !== 'announced' && charge.state !== 'waiting') continue
    if (!installmentOf(booking, charge) || isMissed(charge, businessDay(now))) dropCharge(charge, tx)
  }
}

/** What waits for another card is charged by the consent that came with it. */
function takeOver(booking: Booking, consent: Consent, now: Date, tx: Tx): void {
  const today = businessDay(now)
  for (const charge of chargesOfBooking(booking.id)) {
    if (charge.state !== 'needs-card' || charge.consentId >= consent.id) continue
    if (charge.forTravelerId !== consent.forTravelerId) continue
    const isKnown = chargesOfConsent(consent).some((one) => isForTheSame(one, charge))
    changeCharge(charge, { state: 'failed' }, tx)
    if (isKnown || !installmentOf(booking, charge) || !takesOtherCard(charge, today)) continue
    const { id: _, ...same } = charge
    insertRow(autopayCharges, { ...same, consentId: consent.id, state: 'waiting', nextTryOn: today }, tx)
  }
}

const chargesToTry = (consent: Consent, now: Date): AutopayCharge[] =>
  chargesOfConsent(consent).filter((charge) => {
    const today = businessDay(now)
    if (charge.state === 'waiting') return charge.nextTryOn !== null && charge.nextTryOn <= today
    return charge.state === 'announced' && isDayToCharge(charge, today)
  })

/**
 * Whether Stripe still keeps what was agreed to. The network may have renewed it: another brand is another
 * card, and no one agreed to that.
 */
async function hasItsMethod({ id }: Consent, now: Date): Promise<boolean> {
  const consent = consentWithId(id)
  if (!consent?.stripeMethodId || consent.endedAt || !stripeConfigured()) return false
  const method = await retrieveSavedMethod(consent.stripeMethodId)
  if (method && method.brand === consent.brand) return true
  immediately((tx) => {
    const booking = bookingWithId(consent.bookingId)
    if (booking) end(booking, consent, 'other-method', now, tx)
  })
  return false
}

/** What was announced by a consent that has ended is not charged. */
function dropOfEnded(tx: Tx): void {
  for (const charge of chargesAhead()) {
    if (consentWithId(charge.consentId)?.endedAt) dropCharge(charge, tx)
  }
}
