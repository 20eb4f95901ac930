import { setTimeout as pause } from 'node:timers/promises'
import { bookingWithId } from '#app/bookings/find-booking.server'
import {
  type Claim,
  forgetRecord,
  type IntentRecord,
  openRecord,
} from '#app/money/payments/intent-records.server'
import { StripeBusy, StripeUnavailable } from '#app/money/stripe/client.server'
import {
  createHostedPage,
  createIntent,
  type Intent,
  retrieveHostedPage,
  retrieveIntent,
} from '#app/money/stripe/intents.server'
import { secretDigest } from '#app/platform/keys.server'
import { type AutopayWish, agreeBeside } from './agree-to-autopay.server'
import { settleIntent, withdraw } from './settle.server'

/** Why no payment is begun: the money is there or on its way. */
export type AlreadyPaying = { refused: 'already-paid' | 'processing'; bookingId: number | null }

type SeatLost = Extract<Claim, { refused: string }>
type Opened<T> = T | 'again' | 'open' | 'paid' | 'processing' | 'canceled'
type ClaimOr<Refusal> = () => Claim | Refusal

const ROUNDS = 10
/** How long another request is given that still asks Stripe, before its record counts as left behind. */
const ROUNDS_OF_PATIENCE = 5
const BUSY_MS = 300

/** `email` is null where nothing is known of the payer. */
export type HostedAddresses = {
  email: string | null
  reference: string
  successUrl: string
  cancelUrl: string
}

/**
 * Opens the one intent that `claim` wants, or finds it open already; another one in its way is withdrawn at
 * Stripe first, and then `claim` is asked again. Throws StripeUnavailable.
 */
export function openCardIntent<Refusal extends { refused: string }>(
  claim: ClaimOr<Refusal>,
  describe: (record: IntentRecord) => string,
  now: () => Date,
  autopay?: AutopayWish,
): Promise<{ intent: Intent; bookingId: number | null } | AlreadyPaying | SeatLost | Refusal> {
  return openOne(claim, now, async (record) => {
    const begun = record.stripeIntentId ? await retrieveIntent(record.stripeIntentId) : null
    const customerId = await agreeBeside(record, autopay, begun?.customerId ?? null, now)
    const intent =
      begun ??
      (await createIntent({
        amountCents: record.amountCents,
        paysFrom: record.paysFrom,
        discountCents: record.discountCents,
        idempotencyKey: record.idempotencyKey,
        description: describe(record),
        reference: bookingWithId(record.bookingId)?.reference ?? null,
        isForShow: record.purpose === 'display',
        customerId,
      }))
    const { id: stripeIntentId, clientSecret } = intent
    const known = clientSecret === null ? {} : { secretDigest: secretDigest(clientSecret) }
    if (!openRecord(record, { stripeIntentId, ...known }, now())) return 'again'
    const settled = await settleIntent({ ...record, stripeIntentId: intent.id }, intent, now)
    return settled === 'open' ? { intent } : settled
  })
}

/** The same on Stripe's hosted page; answers the page's address. Throws StripeUnavailable. */
export function openHostedPage<Refusal extends { refused: string }>(
  claim: ClaimOr<Refusal>,
  describe: (record: IntentRecord) => string,
  addressesFor: (record: IntentRecord) => HostedAddresses,
  now: () => Date,
  autopay?: AutopayWish,
): Promise<{ url: string; bookingId: number | null } | AlreadyPaying | SeatLost | Refusal> {
  return openOne(claim, now, async (record) => {
    const known = record.stripeSessionId ? await retrieveHostedPage(record.stripeSessionId) : null
    const customerId = await agreeBeside(record, autopay, known?.customerId ?? null, now)
    const page =
      known ??
      (await createHostedPage({
        amountCents: record.amountCents,
        paysFrom: record.paysFrom,
        discountCents: record.discountCents,
        idempotencyKey: record.idempotencyKey,
        description: describe(record),
        customerId,
        ...addressesFor(record),
      }))
    if (!openRecord(record, { stripeSessionId: page.id }, now())) return 'again'
    if (page.status === 'open' && page.url) return { url: page.url }
    return withdraw({ ...record, stripeSessionId: page.id }, now)
  })
}

async function openOne<T extends object, Refusal extends { refused: string }>(
  claim: ClaimOr<Refusal>,
  now: () => Date,
  atStripe: (record: IntentRecord) => Promise<Opened<T>>,
): Promise<(T & { bookingId: number | null }) | AlreadyPaying | SeatLost | Refusal> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const claimed = claim()
    if ('refused' in claimed) return claimed
    const record = 'inTheWay' in claimed ? claimed.inTheWay : claimed.record
    if ('inTheWay' in claimed && record.state === 'creating' && round < ROUNDS_OF_PATIENCE) {
      await pause(BUSY_MS)
      continue
    }
    const opened =
      'inTheWay' in claimed ? await withdraw(record, now) : await openOrForget(record, now, atStripe)
    const { bookingId } = record
    if (opened === 'paid') return { refused: 'already-paid', bookingId }
    if (opened === 'processing') return { refused: 'processing', bookingId }
    if (typeof opened === 'object') return { ...opened, bookingId }
  }
  throw new StripeUnavailable('No intent could be opened')
}

/**
 * Where Stripe fails before anyone was given the secret, the record is closed: the next try starts clean.
 * Where a twin of this request is still asking with the same key, its answer is waited for.
 */
async function openOrForget<T>(
  record: IntentRecord,
  now: () => Date,
  atStripe: (record: IntentRecord) => Promise<Opened<T>>,
): Promise<Opened<T>> {
  try {
    return await atStripe(record)
  } catch (error) {
    if (error instanceof StripeBusy) {
      await pause(BUSY_MS)
      return 'again'
    }
    forgetRecord(record, now())
    throw error
  }
}
