import {
  claimIntent,
  forgetRecord,
  type IntentRecord,
  openRecord,
  type Wanted,
} from '#app/payments/intent-records.server'
import { settleIntent, withdraw } from '#app/payments/settle.server'
import { StripeUnavailable } from '#app/stripe/client.server'
import { createHostedPage, retrieveHostedPage } from '#app/stripe/hosted-pages.server'
import { createIntent, type Intent, retrieveIntent } from '#app/stripe/intents.server'

/** Why no payment is begun: the money is there or on its way, or the seat is gone. */
export type NotOpened = { refused: 'already-paid' | 'processing' | 'hold-ended' | 'declined-too-often' }

const ROUNDS = 4

type HostedAddresses = { email: string; reference: string; successUrl: string; cancelUrl: string }

/**
 * Opens the one intent that may be paid for this wish, or finds it open already; another one in its way is
 * cancelled at Stripe first. Throws StripeUnavailable.
 */
export function openCardIntent(
  wanted: Omit<Wanted, 'method'>,
  description: string,
  now: () => Date,
): Promise<{ intent: Intent } | NotOpened> {
  return openOne({ ...wanted, method: 'card-element' }, now, async (record) => {
    const known = record.stripeIntentId ? await retrieveIntent(record.stripeIntentId) : null
    const intent =
      known ??
      (await createIntent({
        amountCents: record.amountCents,
        idempotencyKey: record.idempotencyKey,
        description,
      }))
    if (!openRecord(record, { stripeIntentId: intent.id }, now())) return 'again'
    const settled = await settleIntent({ ...record, stripeIntentId: intent.id }, intent, now)
    return settled === 'open' ? { intent } : settled
  })
}

/** The same on Stripe's hosted page; answers the page's address. Throws StripeUnavailable. */
export function openHostedPage(
  wanted: Omit<Wanted, 'method'>,
  description: string,
  addresses: HostedAddresses,
  now: () => Date,
): Promise<{ url: string } | NotOpened> {
  return openOne({ ...wanted, method: 'hosted-page' }, now, async (record) => {
    const known = record.stripeSessionId ? await retrieveHostedPage(record.stripeSessionId) : null
    const page =
      known ??
      (await createHostedPage({
        amountCents: record.amountCents,
        idempotencyKey: record.idempotencyKey,
        description,
        ...addresses,
      }))
    if (!openRecord(record, { stripeSessionId: page.id }, now())) return 'again'
    const settled = await withdrawUnlessOpen(record, page, now)
    return settled === 'open' && page.url ? { url: page.url } : settled
  })
}

async function withdrawUnlessOpen(
  record: IntentRecord,
  page: { id: string; status: string },
  now: () => Date,
) {
  return page.status === 'open' ? 'open' : withdraw({ ...record, stripeSessionId: page.id }, now)
}

type Opened<T> = T | 'again' | 'open' | 'paid' | 'processing' | 'cancelled'

async function openOne<T extends object>(
  wanted: Wanted,
  now: () => Date,
  atStripe: (record: IntentRecord) => Promise<Opened<T>>,
): Promise<T | NotOpened> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const claim = claimIntent(wanted, now())
    if ('refused' in claim) return claim
    const opened =
      'inTheWay' in claim
        ? await withdraw(claim.inTheWay, now)
        : await openOrForget(claim.record, now, atStripe)
    if (opened === 'paid') return { refused: 'already-paid' }
    if (opened === 'processing') return { refused: 'processing' }
    if (typeof opened === 'object') return opened
  }
  throw new StripeUnavailable('No intent could be opened')
}

/** Where Stripe fails before anyone was given the secret, the record is closed: the next try starts clean. */
async function openOrForget<T>(
  record: IntentRecord,
  now: () => Date,
  atStripe: (record: IntentRecord) => Promise<Opened<T>>,
): Promise<Opened<T>> {
  try {
    return await atStripe(record)
  } catch (error) {
    forgetRecord(record, now())
    throw error
  }
}
