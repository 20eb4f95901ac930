import type { Stripe } from 'stripe'
import { type Cents, CURRENCY, cents } from '#app/platform/money'
import type { PaysFrom } from '#db/values'
import { ask, everyPage, isRefusal, missingIsNull, refusalIsFailure } from './client.server'

/**
 * Our own key on every intent, so that money can be traced back even where an answer of Stripe's was lost.
 */
export const KEY = 'savanna_soul_key'
/** The booking's reference: after a restored backup it is all that tells whose a payment is. */
export const BOOKING = 'savanna_soul_booking'

/** What is off the price for it, in cents: known by nothing else then. */
const DISCOUNT = 'savanna_soul_discount'

/** What the product reads of a payment intent. */
export type Intent = {
  id: string
  status: Stripe.PaymentIntent.Status
  amountCents: Cents
  receivedCents: Cents
  currency: string
  clientSecret: string | null
  key: string | null
  declinedCharge: string | null
  /** Why a payment from a bank account failed, in Stripe's word. */
  failure: string | null
  /** By which way it is paid. */
  paysFrom: PaysFrom
  /** Whose card it keeps; null where it keeps none. */
  customerId: string | null
  methodId: string | null
}

export type IntentOrder = {
  amountCents: Cents
  /** Repeated by a retry, so that one order makes one intent. */
  idempotencyKey: string
  description: string
  /** Of the booking that it is for; null where it only shows the card form. */
  reference: string | null
  paysFrom: PaysFrom
  /** What is off the price for paying it from there. */
  discountCents?: Cents
  /** For whom Stripe keeps the card, to be charged again without them; null where it does not. */
  customerId: string | null
}

/** The product's view of Stripe's object, as it comes from a call or in a webhook. */
export const readIntent = (intent: Stripe.PaymentIntent): Intent => ({
  id: intent.id,
  status: intent.status,
  amountCents: cents(intent.amount),
  receivedCents: cents(intent.amount_received),
  currency: intent.currency,
  clientSecret: intent.client_secret,
  key: intent.metadata[KEY] ?? null,
  declinedCharge: intent.last_payment_error?.charge ?? null,
  customerId: idOf(intent.customer),
  methodId: idOf(intent.payment_method),
  failure: intent.last_payment_error?.code ?? null,
  paysFrom: intent.payment_method_types?.includes(BANK_ACCOUNT) ? 'bank-account' : 'card',
})

/** Stripe's word for an account whose money comes within days. */
const BANK_ACCOUNT = 'us_bank_account'

/**
 * What Stripe lets a payer pay with. An account is confirmed at the bank itself: a number that is typed could
 * be anybody's, and would be days without an answer.
 */
const payable = (paysFrom: PaysFrom) => ({
  allowed_payment_method_types: [
    paysFrom === 'card' ? ('card' as const) : (BANK_ACCOUNT as typeof BANK_ACCOUNT),
  ],
  ...(paysFrom === 'bank-account' && {
    payment_method_options: { us_bank_account: { verification_method: 'instant' as const } },
  }),
})

export const idOf = (named: string | { id: string } | null | undefined): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null)

/**
 * Asks Stripe for an intent, in US dollars. One that is only for show is of manual
 * confirmation: Stripe takes no card for it from a browser, which has only its client secret (decision 017).
 * Throws StripeUnavailable.
 */
export const createIntent = (order: IntentOrder & { isForShow: boolean }): Promise<Intent> =>
  ask(async (sdk) =>
    readIntent(
      await sdk.paymentIntents.create(
        {
          amount: order.amountCents,
          currency: CURRENCY,
          ...payable(order.paysFrom),
          ...(order.isForShow && { confirmation_method: 'manual' }),
          ...(order.customerId && { customer: order.customerId, setup_future_usage: 'off_session' }),
          description: order.description,
          metadata: keyed(order),
        },
        { idempotencyKey: order.idempotencyKey },
      ),
    ),
  ).catch(refusalIsFailure)

/** Null where Stripe knows no such intent. Throws StripeUnavailable. */
export const retrieveIntent = (id: string): Promise<Intent | null> =>
  ask(async (sdk) => readIntent(await sdk.paymentIntents.retrieve(id))).catch(missingIsNull)

/**
 * Cancels an intent and tells what became of it: one that was paid, or is being paid, in the meantime stays
 * so. Throws StripeUnavailable.
 */
export async function cancelIntent(id: string): Promise<Intent | null> {
  try {
    return await ask(async (sdk) => readIntent(await sdk.paymentIntents.cancel(id)))
  } catch (error) {
    if (isRefusal(error)) return retrieveIntent(id)
    throw error
  }
}

/** An intent with what tells whose it is, where our own record of it is lost. */
export type BegunIntent = Intent & {
  createdAt: Date
  description: string | null
  /** The booking's, from the metadata; null of intents of earlier releases. */
  reference: string | null
  /** What was off the price for it, from there too. */
  discountCents: Cents
  /** What went back of it since. */
  returnedCents: Cents
}

const SECOND_MS = 1_000

/**
 * The intents that were begun at Stripe after a known one, or all of them, oldest first; `isAll` is false
 * where there are more than 5,000, and the oldest were left out. Throws StripeUnavailable.
 */
export async function intentsBegunAfter(
  knownId: string | null,
): Promise<{ intents: BegunIntent[]; isAll: boolean }> {
  const known = knownId === null ? null : await retrieveBegun(knownId)
  const { newestFirst, isAll } = await everyPage(
    (sdk, page) =>
      sdk.paymentIntents.list({
        ...page,
        ...(known && { created: { gte: Math.floor(known.createdAt.getTime() / SECOND_MS) } }),
        expand: ['data.latest_charge'],
      }),
    readBegun,
  )
  return { intents: newestFirst.toReversed(), isAll }
}

/** Null where Stripe knows no such intent. Throws StripeUnavailable. */
export const retrieveBegun = (id: string): Promise<BegunIntent | null> =>
  ask(async (sdk) => readBegun(await sdk.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))).catch(
    missingIsNull,
  )

const readBegun = (intent: Stripe.PaymentIntent): BegunIntent => ({
  ...readIntent(intent),
  createdAt: new Date(intent.created * SECOND_MS),
  description: intent.description,
  reference: intent.metadata[BOOKING] ?? null,
  discountCents: cents(Number(intent.metadata[DISCOUNT] ?? 0)),
  returnedCents: cents(
    intent.latest_charge && typeof intent.latest_charge !== 'string'
      ? intent.latest_charge.amount_refunded
      : 0,
  ),
})

/** Stripe's own payment page, for a traveler without JavaScript. */
export type HostedPage = {
  id: string
  /** 'open', 'complete' or 'expired'. */
  status: string
  url: string | null
  intent: Intent | null
  customerId: string | null
}

const readPage = (session: Stripe.Checkout.Session): HostedPage => ({
  id: session.id,
  status: session.status ?? 'open',
  url: session.url,
  intent:
    session.payment_intent && typeof session.payment_intent !== 'string'
      ? readIntent(session.payment_intent)
      : null,
  customerId: idOf(session.customer),
})

/**
 * Opens a hosted page. Stripe puts the session's id in place of {CHECKOUT_SESSION_ID} in `successUrl`.
 * Throws StripeUnavailable.
 */
export const createHostedPage = (
  order: IntentOrder & { email: string | null; successUrl: string; cancelUrl: string; reference: string },
): Promise<HostedPage> =>
  ask(async (sdk) =>
    readPage(
      await sdk.checkout.sessions.create(
        {
          mode: 'payment',
          ...payable(order.paysFrom),
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: CURRENCY,
                unit_amount: order.amountCents,
                product_data: { name: order.description },
              },
            },
          ],
          ...(order.customerId
            ? { customer: order.customerId }
            : order.email && { customer_email: order.email }),
          client_reference_id: order.reference,
          metadata: keyed(order),
          payment_intent_data: {
            metadata: keyed(order),
            description: order.description,
            ...(order.customerId && { setup_future_usage: 'off_session' }),
          },
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
        },
        { idempotencyKey: order.idempotencyKey },
      ),
    ),
  ).catch(refusalIsFailure)

/** Null where Stripe knows no such page. Throws StripeUnavailable. */
export const retrieveHostedPage = (id: string): Promise<HostedPage | null> =>
  ask(async (sdk) =>
    readPage(await sdk.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })),
  ).catch(missingIsNull)

/**
 * Closes a page and tells what became of it: one that was paid in the meantime stays so. Throws
 * StripeUnavailable.
 */
export async function closeHostedPage(id: string): Promise<HostedPage | null> {
  try {
    await ask((sdk) => sdk.checkout.sessions.expire(id))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  return retrieveHostedPage(id)
}

/** The metadata that ties an intent to our record of it, and to its booking. */
const keyed = ({
  idempotencyKey,
  reference,
  discountCents = cents(0),
}: Pick<IntentOrder, 'idempotencyKey' | 'reference' | 'discountCents'>) => ({
  [KEY]: idempotencyKey,
  ...(reference && { [BOOKING]: reference }),
  ...(discountCents > 0 && { [DISCOUNT]: String(discountCents) }),
})
