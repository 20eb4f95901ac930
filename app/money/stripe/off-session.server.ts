import type { Stripe } from 'stripe'
import { CURRENCY } from '#app/platform/money'
import type { PAYS_FROM } from '#db/values'
import { ask, Declined, everyPage, isRefusal, missingIsNull, refusalIsFailure } from './client.server'
import { BOOKING, type Intent, type IntentOrder, KEY, readIntent } from './intents.server'

/** What Stripe says of a decline: whether, and after what, to try again. */
export type Decline = { code: string; adviceCode: string | null }

/** An intent that we confirm ourselves, with the method that Stripe keeps. */
export type OffSessionIntent = Intent & { decline: Decline | null }

const METHOD_TYPES = { card: 'card', 'bank-account': 'us_bank_account' } as const

/** Without its payer no one can prove who they are: asking for it is a decline, too. */
const ASKED: Decline = { code: 'authentication_required', adviceCode: null }

function readOffSession(intent: Stripe.PaymentIntent): OffSessionIntent {
  const error = intent.last_payment_error
  const read = readIntent(intent)
  if (intent.status === 'requires_action') return { ...read, decline: ASKED }
  if (!error || intent.status === 'succeeded' || intent.status === 'processing')
    return { ...read, decline: null }
  const code = error.decline_code ?? error.code ?? 'unknown'
  return { ...read, decline: { code, adviceCode: error.advice_code ?? null } }
}

/** Asks Stripe for an intent that nothing is charged by until it is confirmed. Throws StripeUnavailable. */
export const createOffSessionIntent = (
  order: IntentOrder & { customerId: string; paysFrom: (typeof PAYS_FROM)[number] },
): Promise<OffSessionIntent> =>
  ask(async (sdk) =>
    readOffSession(
      await sdk.paymentIntents.create(
        {
          amount: order.amountCents,
          currency: CURRENCY,
          customer: order.customerId,
          allowed_payment_method_types: [METHOD_TYPES[order.paysFrom]],
          description: order.description,
          metadata: {
            [KEY]: order.idempotencyKey,
            ...(order.reference && { [BOOKING]: order.reference }),
          },
        },
        { idempotencyKey: order.idempotencyKey },
      ),
    ),
  ).catch(refusalIsFailure)

/**
 * Charges what Stripe keeps, without its payer, and tells what became of it: also of one that was confirmed,
 * declined or canceled before. Throws StripeUnavailable: then it may be charged all the same.
 */
export async function confirmOffSession(
  id: string,
  { methodId, idempotencyKey }: { methodId: string; idempotencyKey: string },
): Promise<OffSessionIntent | null> {
  try {
    return await ask(async (sdk) =>
      readOffSession(
        await sdk.paymentIntents.confirm(
          id,
          { off_session: true, payment_method: methodId },
          { idempotencyKey: `${idempotencyKey}:confirm` },
        ),
      ),
    )
  } catch (error) {
    if (error instanceof Declined || isRefusal(error)) return retrieveOffSession(id)
    throw error
  }
}

/** Null where Stripe knows no such intent. Throws StripeUnavailable. */
export const retrieveOffSession = (id: string): Promise<OffSessionIntent | null> =>
  ask(async (sdk) => readOffSession(await sdk.paymentIntents.retrieve(id))).catch(missingIsNull)

/** All intents of a customer, newest first: the list knows them at once. Throws StripeUnavailable. */
export async function intentsOfCustomer(customerId: string): Promise<OffSessionIntent[]> {
  const { newestFirst } = await everyPage(
    (sdk, page) => sdk.paymentIntents.list({ ...page, customer: customerId }),
    readOffSession,
  )
  return newestFirst
}
