import Stripe from 'stripe'
import type { StripeSandbox } from '#scripts/sandbox/stripe/inspection'
import { startStripeSandbox } from '#scripts/sandbox/stripe/start'

export const SECRET = 'whsec_sandbox'

/** A sandbox of this test's own, and the official SDK pointed at it. */
export async function aSandbox(options: Partial<Parameters<typeof startStripeSandbox>[0]> = {}) {
  const sandbox = await startStripeSandbox({ port: 0, ...options })
  /** The types of its last events, the oldest first. */
  const told = (count: number) =>
    sandbox
      .events()
      .slice(0, count)
      .map(({ type }) => type)
      .reverse()
  return { sandbox, stripe: sdkFor(sandbox), told }
}

export function sdkFor(sandbox: StripeSandbox, key = sandbox.keys.secret): Stripe {
  const { hostname, port } = new URL(sandbox.apiBase)
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** What the SDK throws, as far as a test asks. */
export interface Refused {
  type: string
  code?: string
  decline_code?: string
  message: string
  statusCode: number
  param?: string
  payment_intent?: Stripe.PaymentIntent
}

/** The refusal that a call ends with; a call that succeeds fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  return call.then(
    () => {
      throw new Error('Stripe did not refuse')
    },
    (error: Refused) => error,
  )
}

export const aDeposit = { amount: 50_000, currency: 'usd', metadata: { booking: '7' } }

/** A hosted session for a deposit. */
export function aSession(stripe: Stripe, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 50_000, product_data: { name: 'Deposit, double room' } },
      },
    ],
    payment_intent_data: { metadata: { booking: '7' } },
    success_url: 'https://site.test/payment-success?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://site.test/checkout',
    ...more,
  })
}
