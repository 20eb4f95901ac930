import { type Billing, SANDBOX, type StripeJsError } from './protocol'

/** As much of an intent as the browser is shown. */
export interface BrowserIntent {
  id: string
  status: string
  amount: number
  currency: string
  client_secret: string
  last_payment_error: StripeJsError | null
  next_action: { redirect_to_url?: { url: string; return_url: string | null } } | null
}
export type IntentAnswer = { paymentIntent: BrowserIntent } | { error: StripeJsError }

/** Asks the sandbox's API as the browser: publishable key, form-encoded, and always an answer. */
export async function askApi<Shape>(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  params: object,
): Promise<{ body: Shape } | { error: StripeJsError }> {
  const form = new URLSearchParams(flat(params)).toString()
  const url = `${SANDBOX}${path}${method === 'GET' ? `?${form}` : ''}`
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/x-www-form-urlencoded' }
  try {
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: form }) })
    const body = (await response.json()) as Shape & { error?: StripeJsError }
    return body.error ? { error: body.error } : { body }
  } catch {
    const message =
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

export async function retrieveIntent(key: string, clientSecret: string): Promise<IntentAnswer> {
  const path = `/v1/payment_intents/${idOf(clientSecret)}`
  const answer = await askApi<BrowserIntent>(key, 'GET', path, { client_secret: clientSecret })
  return 'error' in answer ? answer : { paymentIntent: answer.body }
}

interface Confirmation {
  payment_method?: string | undefined
  return_url?: string | undefined
  receipt_email?: string | undefined
}

export async function confirmIntent(
  key: string,
  clientSecret: string,
  params: Confirmation,
): Promise<IntentAnswer> {
  const path = `/v1/payment_intents/${idOf(clientSecret)}/confirm`
  const answer = await askApi<BrowserIntent>(key, 'POST', path, { ...params, client_secret: clientSecret })
  return 'error' in answer ? answer : { paymentIntent: answer.body }
}

/** The payment method of a card, made in the frame where the number is. */
export function methodParams(card: object, billing?: Billing): object {
  return { type: 'card', card, ...(billing && { billing_details: billing }) }
}

function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

function flat(params: object, prefix = ''): [string, string][] {
  return Object.entries(params).flatMap(([name, value]): [string, string][] => {
    const key = prefix ? `${prefix}[${name}]` : name
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? flat(value, key) : [[key, String(value)]]
  })
}
