import { bookingWithId } from '#app/bookings/find-booking.server'
import { settleIntent, withdraw } from '#app/money/changes/paying/settle.server'
import {
  type AutopayCharge,
  changeCharge,
  chargesUnderWay,
  chargeWithId,
  dropCharge,
} from '#app/money/payments/autopay-charges.server'
import { type Consent, consentWithId } from '#app/money/payments/autopay-consents.server'
import {
  claimIntent,
  type IntentRecord,
  intentRecordWithId,
  intentsInTheWay,
  isOnItsWay,
  openRecord,
} from '#app/money/payments/intent-records.server'
import { chargedColumns } from '#app/money/payments/payers.server'
import { PAYING_MINUTES } from '#app/money/reminders/candidates.server'
import { cancelIntent } from '#app/money/stripe/intents.server'
import {
  confirmOffSession,
  createOffSessionIntent,
  intentsOfCustomer,
  type OffSessionIntent,
  retrieveOffSession,
} from '#app/money/stripe/off-session.server'
import { businessDay, MINUTE_MS } from '#app/platform/clock.server'
import type { Cents } from '#app/platform/money'
import { departureOf } from '#app/tours/departures.server'
import { immediately } from '#db/connection.server'
import { recordDeclined } from './declined.server'
import { chargeableCents, isDayToCharge, whyEnded } from './what-is-charged.server'

/** What became of a charge. On-its-way: from a bank account. Not-now: the next run looks at it again. */
export type Charged = 'paid' | 'declined' | 'on-its-way' | 'not-now'

/**
 * Charges an announced installment whose day has come, once: claimed in a row, then an intent is created, its
 * id stored, and confirmed (rules 3.16). Throws StripeUnavailable: the next run goes on from the rows.
 */
export async function chargeInstallment(charge: AutopayCharge, now: Date): Promise<Charged> {
  if (!(await isWayClear(charge, now))) return 'not-now'
  const claimed = claimCharge(charge.id, now)
  return claimed ? carryOn(claimed, now) : 'not-now'
}

/**
 * Whether no other payment of the same is open. One that someone began just now, or whose money is on its
 * way, is left alone; an older one is withdrawn at Stripe.
 */
async function isWayClear(charge: AutopayCharge, now: Date): Promise<boolean> {
  for (const open of intentsInTheWay(charge)) {
    const isBeingPaid = now.getTime() - open.createdAt.getTime() < PAYING_MINUTES * MINUTE_MS
    if (open.processingAt || isBeingPaid) return false
    if ((await withdraw(open, () => now)) === 'processing') return false
  }
  return true
}

/** Row and intent in one transaction, by what is owed then; null where nothing is to be charged. */
function claimCharge(id: number, now: Date): AutopayCharge | null {
  return immediately((tx) => {
    const charge = chargeWithId(id)
    if (!charge || (charge.state !== 'announced' && charge.state !== 'waiting')) return null
    const amountCents = allowedCents(charge, now)
    const consent = consentWithId(charge.consentId)
    if (!consent || amountCents === null || isUnderWay(charge)) return null
    const claim = claimIntent(
      {
        ...chargedColumns(charge),
        bookingId: charge.bookingId,
        purpose: 'installment',
        method: 'off-session',
        paysFrom: consent.paysFrom,
        installmentNumber: charge.number,
        checkoutKey: null,
        amountCents,
      },
      now,
    )
    if (!('record' in claim)) return null
    changeCharge(charge, { state: 'charging', nextTryOn: null, intentId: claim.record.id, begunAt: null }, tx)
    return chargeWithId(id) ?? null
  })
}

/** Whether another one of the same was begun; what is on its way from a bank account is not in its way. */
const isUnderWay = ({ bookingId, forTravelerId }: AutopayCharge): boolean =>
  chargesUnderWay().some((other) => {
    const record = other.intentId === null ? undefined : intentRecordWithId(other.intentId)
    const isSame = other.bookingId === bookingId && other.forTravelerId === forTravelerId
    return isSame && !(record && isOnItsWay(record))
  })

/** What may be charged now, in the transaction that needs to know; null where nothing may. */
function allowedCents(charge: AutopayCharge, now: Date): Cents | null {
  const consent = consentWithId(charge.consentId)
  const booking = bookingWithId(charge.bookingId)
  if (!consent || !booking || consent.endedAt || !consent.startedAt) return null
  if (whyEnded(consent, booking) || !isDayToCharge(charge, businessDay(now))) return null
  return chargeableCents(booking, charge)
}

/**
 * Goes on with a charge that was claimed, wherever it stopped: Stripe is asked what there is before anything
 * is created or confirmed. Throws StripeUnavailable.
 */
export async function carryOn(charge: AutopayCharge, now: Date): Promise<Charged> {
  const consent = consentWithId(charge.consentId)
  const record = charge.intentId === null ? undefined : intentRecordWithId(charge.intentId)
  if (!consent || !record) return release(charge, now)
  const intent = await intentOf(record, consent, charge, now)
  if (!intent) return release(charge, now)
  return intent.status === 'requires_confirmation' || isUntried(intent)
    ? confirm(charge, { record, intent, consent }, now)
    : conclude(charge, { record, intent, consent }, now)
}

type Begun = { record: IntentRecord; intent: OffSessionIntent; consent: Consent }

/** Created, and no method was tried on it. */
const isUntried = ({ status, decline }: OffSessionIntent): boolean =>
  status === 'requires_payment_method' && decline === null

/**
 * The intent of a record, by its id or, where an answer was lost, by our key among its customer's:
 * idempotency keys last a day only. Created where there is none. Null where the record was given up.
 */
async function intentOf(
  record: IntentRecord,
  consent: Consent,
  charge: AutopayCharge,
  now: Date,
): Promise<OffSessionIntent | null> {
  if (record.stripeIntentId) return retrieveOffSession(record.stripeIntentId)
  const known = await intentsOfCustomer(consent.stripeCustomerId)
  const found = known.find(({ key }) => key === record.idempotencyKey)
  if (!found && (record.state !== 'creating' || allowedCents(charge, now) === null))
    return giveUp(record, now)
  const intent = found ?? (await createOffSessionIntent(orderFor(record, consent)))
  if (openRecord(record, { stripeIntentId: intent.id }, now)) return intent
  // Someone began to pay in the meantime: no one else knows this intent, and it is never confirmed.
  return cancelAtStripe(intent)
}

async function giveUp(record: IntentRecord, now: Date): Promise<null> {
  await withdraw(record, () => now)
  return null
}

async function cancelAtStripe({ id }: OffSessionIntent): Promise<OffSessionIntent | null> {
  await cancelIntent(id)
  return retrieveOffSession(id)
}

function orderFor({ amountCents, idempotencyKey, bookingId }: IntentRecord, consent: Consent) {
  const booking = bookingWithId(bookingId)
  if (!booking) throw new Error(`Booking ${bookingId} is gone`)
  return {
    amountCents,
    idempotencyKey,
    customerId: consent.stripeCustomerId,
    paysFrom: consent.paysFrom,
    reference: booking.reference,
    description: `${departureOf(booking).name}, ${booking.reference}: installment, as agreed`,
  }
}

/** Charges it, where that may still be; else the intent is withdrawn. */
async function confirm(charge: AutopayCharge, begun: Begun, now: Date): Promise<Charged> {
  const { record, intent, consent } = begun
  if (!begin(charge, record, now) || !consent.stripeMethodId) {
    const settled = await withdraw({ ...record, stripeIntentId: intent.id }, () => now)
    const after = settled === 'canceled' ? null : await retrieveOffSession(intent.id)
    return after ? conclude(charge, { ...begun, intent: after }, now) : release(charge, now)
  }
  const { idempotencyKey } = record
  const methodId = consent.stripeMethodId
  const answer = await confirmOffSession(intent.id, { methodId, idempotencyKey })
  return answer ? conclude(charge, { ...begun, intent: answer }, now) : release(charge, now)
}

/** From here on the guest can no longer stop it. By what is owed, agreed and open at this very moment. */
const begin = ({ id }: AutopayCharge, { id: recordId }: IntentRecord, now: Date): boolean =>
  immediately((tx) => {
    const charge = chargeWithId(id)
    const record = intentRecordWithId(recordId)
    if (charge?.state !== 'charging' || charge.intentId !== recordId || record?.state !== 'open') return false
    if (allowedCents(charge, now) !== record.amountCents) return false
    changeCharge(charge, { begunAt: now }, tx)
    return true
  })

/** Writes down what Stripe says of a charge that was tried. */
async function conclude(
  charge: AutopayCharge,
  { record, intent, consent }: Begun,
  now: Date,
): Promise<Charged> {
  const opened = { ...record, stripeIntentId: intent.id }
  if (intent.decline) {
    // Nothing can be paid on it anymore, and the guest pays by an intent of their own.
    const settled = await withdraw(opened, () => now)
    if (settled === 'canceled') return recordDeclined(charge, consent, intent.decline, now)
  }
  const settled = await settleIntent(opened, await retrieveOffSession(intent.id), () => now)
  if (settled === 'paid') return markPaid(charge)
  if (settled === 'processing') return 'on-its-way'
  return settled === 'canceled' ? release(charge, now) : 'not-now'
}

function markPaid({ id }: AutopayCharge): Charged {
  immediately((tx) => {
    const charge = chargeWithId(id)
    if (charge?.state === 'charging') changeCharge(charge, { state: 'paid' }, tx)
  })
  return 'paid'
}

/** Nothing was charged, and nothing can be by that intent: it is looked at anew, if its consent stands. */
function release({ id }: AutopayCharge, now: Date): Charged {
  immediately((tx) => {
    const charge = chargeWithId(id)
    const record = charge?.intentId ? intentRecordWithId(charge.intentId) : undefined
    if (charge?.state !== 'charging') return
    if (record?.state === 'succeeded') return changeCharge(charge, { state: 'paid' }, tx)
    if (record && record.state !== 'cancelled') return
    if (consentWithId(charge.consentId)?.endedAt) return dropCharge(charge, tx)
    const again =
      charge.tries > 0
        ? { state: 'waiting' as const, nextTryOn: businessDay(now) }
        : { state: 'announced' as const }
    changeCharge(charge, { ...again, intentId: null, begunAt: null }, tx)
  })
  return 'not-now'
}
