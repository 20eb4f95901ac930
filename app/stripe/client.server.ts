import type { Stripe } from 'stripe'
import { env } from '#app/env.server'

/** Stripe could not be reached, or did not answer as agreed: try again later. */
export class StripeUnavailable extends Error {
  override name = 'StripeUnavailable'
}

/** Card payments are switched off because a key is missing (decisions §1). */
class StripeNotConfigured extends Error {
  override name = 'StripeNotConfigured'
}

export const stripeConfigured = (): boolean => env.stripe !== null

let client: Promise<Stripe> | undefined

/**
 * The SDK, loaded at first use because that takes 200 ms. A visitor waits at most 8 s and one retry.
 * Throws StripeNotConfigured.
 */
export function stripe(): Promise<Stripe> {
  client ??= connect()
  return client
}

async function connect(): Promise<Stripe> {
  const settings = env.stripe
  if (!settings) throw new StripeNotConfigured('Stripe payment system is not configured')
  const { default: StripeSdk } = await import('stripe')
  const { apiBase } = settings
  return new StripeSdk(settings.secretKey, {
    timeout: 8_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase && {
      host: apiBase.hostname,
      port: Number(apiBase.port) || (apiBase.protocol === 'https:' ? 443 : 80),
      protocol: apiBase.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

type Refusal = { type?: string; code?: string; statusCode?: number; message?: string }

/** Whether Stripe understood the question and said no, as opposed to failing. */
export const isRefusal = (error: unknown): error is Refusal => {
  const { type, statusCode } = (error ?? {}) as Refusal
  return type === 'StripeInvalidRequestError' && statusCode !== undefined && statusCode < 500
}

/** Asks Stripe; whatever is not an answer or a plain refusal becomes StripeUnavailable. */
export async function ask<T>(question: (sdk: Stripe) => Promise<T>): Promise<T> {
  const sdk = await stripe()
  try {
    return await question(sdk)
  } catch (error) {
    if (isRefusal(error)) throw error
    const { type, code, statusCode } = (error ?? {}) as Refusal
    throw new StripeUnavailable(`Stripe failed: ${type ?? 'unknown'} ${code ?? statusCode ?? ''}`.trim(), {
      cause: error,
    })
  }
}
