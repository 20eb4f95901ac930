import { type Billing, SANDBOX, type StripeJsError } from './protocol'

/** As much of an intent as the browser is shown. */
export interface BrowserIntent {
  id: string
  object: 'payment_intent' | 'setup_intent'
  status: string
  amount: number
  currency: string
  client_secret: string
  setup_future_usage?: string | null
  last_payment_error?: StripeJsError | null
  last_setup_error?: StripeJsError | null
  next_action: { redirect_to_url?: { url: string; return_url: string | null } } | null
}
export type IntentAnswer = { intent: BrowserIntent } | { error: StripeJsError }

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
  const path = pathOf(clientSecret)
  const answer = await askApi<BrowserIntent>(key, 'GET', path, { client_secret: clientSecret })
  return 'error' in answer ? answer : { intent: answer.body }
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
  const path = `${pathOf(clientSecret)}/confirm`
  const answer = await askApi<BrowserIntent>(key, 'POST', path, { ...params, client_secret: clientSecret })
  return 'error' in answer ? answer : { intent: answer.body }
}

/** The payment method of a card, made in the frame where the number is. */
export function methodParams(card: object, billing?: Billing): object {
  return { type: 'card', card, ...(billing && { billing_details: billing }) }
}

/** Whether a secret belongs to an intent of either kind, as Stripe writes them. */
export const isSecret = (text: string): boolean => /^(pi|seti)_\w+_secret_\w+$/.test(text)

function pathOf(clientSecret: string): string {
  const id = clientSecret.split('_secret_')[0] ?? ''
  return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
}

function flat(params: object, prefix = ''): [string, string][] {
  return Object.entries(params).flatMap(([name, value]): [string, string][] => {
    const key = prefix ? `${prefix}[${name}]` : name
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? flat(value, key) : [[key, String(value)]]
  })
}
