import type { StripeElement } from './element'
import type { Elements } from './elements'
import { integrationError } from './integration-error'
import { type BrowserIntent, confirmIntent, type IntentAnswer, isSecret, retrieveIntent } from './intents'
import { goTo, takeNextAction } from './next-action'
import type { Answer, Billing, StripeJsError } from './protocol'

interface ConfirmParams {
  return_url?: string
  receipt_email?: string
  payment_method?: string
  payment_method_data?: { billing_details?: Billing }
}
interface PaymentToConfirm {
  elements?: Elements
  clientSecret?: string
  confirmParams?: ConfirmParams
  redirect?: 'always' | 'if_required'
}

/**
 * Pays an intent with what was typed, or saves that for later where the intent is one to set up. With
 * `redirect: 'always'` a success leaves the page for `return_url`.
 */
export async function confirmPayment(
  key: string,
  options: PaymentToConfirm,
  call = 'confirmPayment',
): Promise<IntentAnswer> {
  const { elements, confirmParams = {}, redirect = 'always' } = options
  const secret = options.clientSecret ?? elements?.inside.options().clientSecret
  if (!secret) throw integrationError(`stripe.${call}(): a client secret is required.`)
  if (redirect === 'always' && !confirmParams.return_url) {
    throw integrationError(
      `stripe.${call}(): the \`confirmParams.return_url\` argument is required unless \`redirect\` is "if_required".`,
    )
  }
  const mismatch = elements && (await refuseOtherPayment(key, elements, secret))
  if (mismatch) return { error: mismatch }

  const method = await methodOf(elements, confirmParams)
  if ('error' in method) return method
  const { return_url, receipt_email } = confirmParams
  const answer = await confirmIntent(key, secret, { payment_method: method.id, return_url, receipt_email })
  if ('error' in answer) return answer
  const after = await takeNextAction(key, answer.intent)
  if ('error' in after || redirect === 'if_required' || !return_url) return after
  return goTo(withResult(return_url, after.intent))
}

interface CardPayment {
  payment_method?: string | { card: StripeElement; billing_details?: Billing }
  return_url?: string
  receipt_email?: string
}

/** The older call, for the card element. Never leaves the page unless a `return_url` is given. */
export async function confirmCardPayment(
  key: string,
  clientSecret: string,
  data: CardPayment = {},
  { handleActions = true }: { handleActions?: boolean } = {},
): Promise<IntentAnswer> {
  if (!isSecret(clientSecret))
    throw integrationError('Invalid value for stripe.confirmCardPayment intent secret.')
  const { payment_method: given, return_url, receipt_email } = data
  const method = typeof given === 'object' ? await given.card.ask('method', given.billing_details) : undefined
  if (method && 'error' in method) return { error: method.error }

  const payment_method = method && 'id' in method ? method.id : typeof given === 'string' ? given : undefined
  const answer = await confirmIntent(key, clientSecret, { payment_method, return_url, receipt_email })
  if ('error' in answer || !handleActions) return answer
  return takeNextAction(key, answer.intent)
}

async function methodOf(
  elements: Elements | undefined,
  params: ConfirmParams,
): Promise<{ id: string | undefined } | { error: StripeJsError }> {
  if (!elements) return { id: params.payment_method }
  const answer: Answer = await elements.inside.paymentMethod(params.payment_method_data?.billing_details)
  if ('error' in answer) return { error: answer.error }
  return { id: 'id' in answer ? answer.id : undefined }
}

// Elements that were told what is to be paid must have been submitted, and the intent must be for just that.
async function refuseOtherPayment(
  key: string,
  elements: Elements,
  secret: string,
): Promise<StripeJsError | undefined> {
  const { mode, amount, currency, setupFutureUsage = null } = elements.inside.options()
  if (!mode) return undefined
  if (!elements.inside.isSubmitted()) {
    throw integrationError('elements.submit() must be called before stripe.confirmPayment().')
  }
  const answer = await retrieveIntent(key, secret)
  if ('error' in answer) return answer.error
  const { intent } = answer
  if ((intent.object === 'setup_intent') !== (mode === 'setup'))
    return mismatch(`The mode of Elements (${mode}) does not match the intent (${intent.object}).`)
  if (mode === 'setup') return undefined
  if (intent.amount !== amount || intent.currency !== currency)
    return mismatch(
      `The provided amount (${amount} ${currency}) does not match the amount of the PaymentIntent (${intent.amount} ${intent.currency}).`,
    )
  const usage = intent.setup_future_usage ?? null
  if (usage === setupFutureUsage) return undefined
  return mismatch(
    `The provided setup_future_usage (${setupFutureUsage}) does not match the setup_future_usage from the PaymentIntent (${usage}).`,
  )
}

const mismatch = (message: string): StripeJsError => ({ type: 'invalid_request_error', message })

function withResult(returnUrl: string, intent: BrowserIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
  const isUnderWay = intent.status === 'processing'
  url.searchParams.set(
    'redirect_status',
    intent.status === 'succeeded' ? 'succeeded' : isUnderWay ? 'pending' : 'failed',
  )
  return url.href
}
