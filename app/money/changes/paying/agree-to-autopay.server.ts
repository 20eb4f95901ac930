import { type Booking, bookingWithId } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { agreedInLine, autopayWords } from '#app/bookings/installments/autopay'
import { installmentsOf } from '#app/bookings/installments/settle-installments.server'
import { partyOf } from '#app/bookings/party.server'
import { isPaid } from '#app/bookings/status'
import { travelerMailbox } from '#app/bookings/traveler-letters.server'
import { nextInstallment } from '#app/money/books/amounts-owed.server'
import { owedOf } from '#app/money/books/shares-owed.server'
import { mailAutopayBegun, mailAutopayEnded } from '#app/money/letters/autopay-mail.server'
import { companionMailbox } from '#app/money/letters/share-mail.server'
import {
  agreeTo,
  type Consent,
  consentsToDetach,
  endConsent,
  type KeptMethod,
  liveConsentOf,
  noteDetached,
  startConsent,
  waitingConsentOf,
  waitingConsents,
} from '#app/money/payments/autopay-consents.server'
import { autopayAddress } from '#app/money/payments/autopay-links.server'
import {
  type IntentRecord,
  intentRecordFor,
  isFirstPayment,
  savingIntentsOf,
} from '#app/money/payments/intent-records.server'
import type { Payer } from '#app/money/payments/payers.server'
import { StripeUnavailable, stripeConfigured } from '#app/money/stripe/client.server'
import { type Intent, retrieveIntent } from '#app/money/stripe/intents.server'
import {
  createCustomer,
  detachMethod,
  retrieveSavedMethod,
  setupsOf,
} from '#app/money/stripe/saved-methods.server'
import { HOUR_MS } from '#app/platform/clock.server'
import { log, reasonOf } from '#app/platform/log.server'
import { siteSettings } from '#app/site/settings.server'
import { type Actor, byStaff } from '#app/staff/audit-log.server'
import { hasOwnAddress } from '#app/travelers/details-due.server'
import { immediately } from '#db/connection.server'
import { bankAtMostCents } from './bank-offer.server'

type Plan = Consent['plan']

/** What a guest who ticked the offer sent: the plan that stood beside it, and who pays. */
export type AutopayWish = { plan: string; payerEmail?: string | undefined }

/** Whether guests are asked to agree that these installments are charged by themselves (rules 3.14). */
export const offersAutopay = (plan: Plan): boolean =>
  plan.length > 0 && stripeConfigured() && siteSettings().offersAutopay

/** The installments that follow a first payment of the deposit. */
const planAfterDeposit = (booking: Booking): Plan =>
  installmentsOf(booking.id).map(({ number, dueOn, amountCents }) => ({ number, dueOn, amountCents }))

/** Those that follow once the next one is paid, of the booking or of a share. */
export function planAfterNext(booking: Booking, travelerId: number | null = null): Plan {
  const owed = owedOf(booking, travelerId)
  const next = owed && nextInstallment(owed)
  return (owed?.installments ?? [])
    .filter(({ owedCents, number }) => owedCents > 0 && number !== next?.number)
    .map(({ number, dueOn, owedCents }) => ({ number, dueOn, amountCents: owedCents }))
}

/** What the pay page offers to charge by itself once its payment has come; null where it offers nothing. */
export function autopayToOffer(payer: Payer): Plan | null {
  const { booking, share } = payer
  const forTravelerId = share?.id ?? null
  if (!mayAgree(payer) || liveConsentOf({ bookingId: booking.id, forTravelerId })) return null
  if (isHeldForGuest(booking) && booking.paymentType === 'full') return null
  const plan = isHeldForGuest(booking) ? planAfterDeposit(booking) : planAfterNext(booking, forTravelerId)
  return offersAutopay(plan) ? plan : null
}

/**
 * Whether someone can agree on this link: the lead traveler for all, or where each pays their own, everyone
 * for their own share who can be written to.
 */
export function mayAgree({ booking, by, share }: Payer): boolean {
  if (by === 'somebody') return false
  if (by === 'traveler') return share !== null && hasOwnAddress(share, booking)
  return booking.eachPays === (share !== null) && (share === null || share.position === 1)
}

/** Whether an account may pay each of these at once (rules 2.23). */
export const isWithinBankAtOnce = (plan: Plan): boolean =>
  plan.every(({ amountCents }) => amountCents <= bankAtMostCents())

const planAfter = (
  { purpose, forTravelerId }: Pick<IntentRecord, 'purpose' | 'forTravelerId'>,
  booking: Booking,
): Plan => (isFirstPayment(purpose) ? planAfterDeposit(booking) : planAfterNext(booking, forTravelerId))

/**
 * Whether the payment keeps its card or account: it was ticked, and installments follow that stood beside the
 * tick. 'changed' where others would be charged; 'off' where it is not offered anymore.
 */
export function savesMethod(
  wish: AutopayWish | undefined,
  paying: Pick<IntentRecord, 'purpose' | 'forTravelerId' | 'paysFrom'>,
  booking: Booking,
): boolean | 'changed' | 'off' {
  if (!wish || paying.purpose === 'full' || paying.purpose === 'balance') return false
  const plan = planAfter(paying, booking)
  if (agreedInLine(plan) !== wish.plan) return 'changed'
  if (paying.paysFrom === 'bank-account' && !isWithinBankAtOnce(plan)) return 'off'
  return offersAutopay(plan) || 'off'
}

/**
 * Writes down what was agreed to, beside the open intent that will keep the card, and answers for which of
 * Stripe's customers; null for an intent that keeps none. Throws StripeUnavailable.
 */
export async function agreeBeside(
  record: IntentRecord,
  wish: AutopayWish | undefined,
  knownCustomerId: string | null,
  now: () => Date,
): Promise<string | null> {
  const booking = bookingWithId(record.bookingId)
  if (!record.savesMethod || !wish || !booking) return null
  const plan = planAfter(record, booking)
  const { forTravelerId, paysFrom } = record
  const payerEmail = wish.payerEmail || ownAddressOf(record, booking)
  const { reference } = booking
  const stripeCustomerId =
    knownCustomerId ??
    (await createCustomer({ email: payerEmail, reference, idempotencyKey: record.idempotencyKey }))
  const words = autopayWords(plan, paysFrom)
  agreeTo(
    { bookingId: booking.id, forTravelerId, payerEmail, words, plan, paysFrom, stripeCustomerId },
    now(),
  )
  return stripeCustomerId
}

/** A companion's, where they pay by their own link; else the lead traveler's. */
function ownAddressOf({ payerTravelerId }: IntentRecord, booking: Booking): string {
  const own = partyOf(booking.id).find(({ id }) => id === payerTravelerId)
  return (own ? companionMailbox(own) : travelerMailbox(booking)).address
}

/**
 * With the payment that kept its card an agreement begins, once; from a bank account, as soon as that is on
 * its way. Where Stripe does not say by what it is known, reconcile asks again.
 */
export async function beginAgreed(intent: Intent, now: () => Date): Promise<void> {
  const record = intentRecordFor(intent)
  if (!record?.savesMethod || record.bookingId === null) return
  const { bookingId, forTravelerId } = record
  const consent = waitingConsentOf({ bookingId, forTravelerId })
  if (!consent || consent.stripeCustomerId !== intent.customerId || !intent.methodId) return
  try {
    await begin(consent, intent.methodId, now)
  } catch (error) {
    if (!(error instanceof StripeUnavailable)) throw error
    log.warn({ consent: consent.id, reason: reasonOf(error) }, 'Automatic payment waits for Stripe')
  }
}

async function begin(consent: Consent, methodId: string, now: () => Date): Promise<void> {
  const method = await retrieveSavedMethod(methodId)
  if (method) beginWith(consent, method, now())
}

/** Not for a booking that does not stand, or a traveler who has left: what was kept for it is detached. */
function beginWith(consent: Consent, method: KeptMethod, now: Date): void {
  immediately((tx) => {
    const booking = bookingWithId(consent.bookingId)
    if (!booking) return
    if (!isPaid(booking.status)) endConsent(consent, 'booking-ended', { actor: 'site' }, now, tx)
    else if (owedOf(booking, consent.forTravelerId) === null)
      endConsent(consent, 'left', { actor: 'site' }, now, tx)
    const begun = startConsent(consent, method, now, tx)
    if (begun) mailAutopayBegun(booking, { ...begun, address: autopayAddress(begun) }, now)
  })
}

/** Hosted pages stay open for a day; then nothing comes of what was agreed. */
const WAITS_HOURS = 25
const AT_ONCE = 50

/**
 * Begins what a payment or a setup has kept a card for, where its answer was lost; ends what came to nothing;
 * and takes cards from Stripe that are not charged anymore. Each on its own: one that fails waits.
 */
export async function settleAgreed(
  now: () => Date,
  eachAlone: (what: Record<string, unknown>, command: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const consent of waitingConsents().slice(0, AT_ONCE)) {
    await eachAlone({ consent: consent.id }, () => settleWaiting(consent, now))
  }
  for (const consent of consentsToDetach().slice(0, AT_ONCE)) {
    await eachAlone({ consent: consent.id }, async () => {
      if (consent.stripeMethodId) await detachMethod(consent.stripeMethodId)
      noteDetached(consent, now())
    })
  }
}

/** A bank was asked, or it was charged. */
const HAS_KEPT: Intent['status'][] = ['processing', 'succeeded']

/** Asks Stripe whether a payment or a setup has kept its card by now. Throws StripeUnavailable. */
export async function settleWaiting(consent: Consent, now: () => Date): Promise<void> {
  for (const { stripeIntentId } of savingIntentsOf(consent.bookingId)) {
    const intent = stripeIntentId ? await retrieveIntent(stripeIntentId) : null
    if (intent?.customerId === consent.stripeCustomerId && HAS_KEPT.includes(intent.status))
      return beginAgreed(intent, now)
  }
  const setups = await setupsOf(consent.stripeCustomerId)
  const done = setups.find(({ status }) => status === 'succeeded')
  if (done?.methodId) return begin(consent, done.methodId, now)
  if (now().getTime() - consent.agreedAt.getTime() > WAITS_HOURS * HOUR_MS)
    immediately((tx) => endConsent(consent, 'not-begun', { actor: 'site' }, now(), tx))
}

/** Nothing more is charged by itself, and the letters say so; false where it had ended. */
export function stopAutopay(consent: Consent, staff: Actor | null, now: Date): boolean {
  return immediately((tx) => {
    const [why, by] = staff
      ? (['stopped-by-staff', byStaff(staff)] as const)
      : (['stopped', { actor: 'traveler' }] as const)
    const booking = bookingWithId(consent.bookingId)
    if (!booking || !consent.startedAt || !endConsent(consent, why, by, now, tx)) return false
    mailAutopayEnded(booking, consent, why, now)
    return true
  })
}
