import type { Stripe } from 'stripe'
import { ask, isRefusal, missingIsNull, refusalIsFailure } from './client.server'
import { BOOKING, idOf, KEY } from './intents.server'

/** What Stripe keeps to be charged later, with what a guest knows it by: 'Visa', '4242', '2030-04'. */
type SavedMethod = { id: string; brand: string; last4: string; expiresIn: string | null }

type CustomerOrder = { email: string; reference: string; idempotencyKey: string }

/** Asks Stripe for the customer that a card is kept for; answers its id. Throws StripeUnavailable. */
export const createCustomer = ({ email, reference, idempotencyKey }: CustomerOrder): Promise<string> =>
  ask(
    async (sdk) =>
      (
        await sdk.customers.create(
          { email, description: reference, metadata: { [BOOKING]: reference } },
          { idempotencyKey: `${idempotencyKey}:customer` },
        )
      ).id,
  ).catch(refusalIsFailure)

/** Null where Stripe knows no such method, or it is of another kind. Throws StripeUnavailable. */
export const retrieveSavedMethod = (id: string): Promise<SavedMethod | null> =>
  ask(async (sdk) => readMethod(await sdk.paymentMethods.retrieve(id))).catch(missingIsNull)

function readMethod({ id, card, us_bank_account: account }: Stripe.PaymentMethod): SavedMethod | null {
  if (card) {
    const { display_brand, brand, last4, exp_month, exp_year } = card
    const expiresIn = `${exp_year}-${String(exp_month).padStart(2, '0')}`
    return { id, brand: brandName(display_brand ?? brand), last4, expiresIn }
  }
  if (account?.last4)
    return { id, brand: account.bank_name ?? 'Bank account', last4: account.last4, expiresIn: null }
  return null
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const brandName = (brand: string): string =>
  BRANDS[brand] ??
  brand
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Stripe keeps a method no longer, also where it did not know it. Throws StripeUnavailable. */
export async function detachMethod(id: string): Promise<void> {
  try {
    await ask((sdk) => sdk.paymentMethods.detach(id))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/** What keeps a card without a payment. */
type Setup = {
  id: string
  status: Stripe.SetupIntent.Status
  clientSecret: string | null
  customerId: string | null
  methodId: string | null
  key: string | null
}

/** The product's view of Stripe's object, as it comes from a call or in a webhook. */
const readSetup = (setup: Stripe.SetupIntent): Setup => ({
  id: setup.id,
  status: setup.status,
  clientSecret: setup.client_secret,
  customerId: idOf(setup.customer),
  methodId: idOf(setup.payment_method),
  key: setup.metadata?.[KEY] ?? null,
})

type SetupOrder = { customerId: string; idempotencyKey: string; reference: string; description: string }

const keyed = ({ idempotencyKey, reference }: SetupOrder) => ({
  [KEY]: idempotencyKey,
  [BOOKING]: reference,
})

/** Opens Stripe's own page that keeps a card; answers its address. Throws StripeUnavailable. */
export const createHostedSetup = (
  order: SetupOrder & { successUrl: string; cancelUrl: string },
): Promise<string | null> =>
  ask(
    async (sdk) =>
      (
        await sdk.checkout.sessions.create(
          {
            mode: 'setup',
            allowed_payment_method_types: ['card'],
            customer: order.customerId,
            client_reference_id: order.reference,
            metadata: keyed(order),
            setup_intent_data: { description: order.description, metadata: keyed(order) },
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
          },
          { idempotencyKey: order.idempotencyKey },
        )
      ).url,
  ).catch(refusalIsFailure)

/** A customer's setups, newest first. Throws StripeUnavailable. */
export const setupsOf = (customerId: string): Promise<Setup[]> =>
  ask(async (sdk) => (await sdk.setupIntents.list({ customer: customerId })).data.map(readSetup)).catch(
    refusalIsFailure,
  )
