import { createElement, type ElementType, type StripeElement } from './element'
import { emitter } from './emitter'
import { integrationError } from './integration-error'
import { isSecret } from './intents'
import type { Answer, Billing, Look, StripeJsError } from './protocol'

export interface ElementsOptions {
  mode?: string
  amount?: number
  currency?: string
  clientSecret?: string
  setupFutureUsage?: string | null
  allowedPaymentMethodTypes?: string[]
  appearance?: { theme?: string; variables?: Record<string, string>; rules?: Look['rules']; labels?: string }
  fonts?: Look['fonts']
}

export type Elements = ReturnType<typeof createElements>

/**
 * A group of elements that pay for one thing: an amount that is said now, or an intent that exists already.
 */
export function createElements(
  key: string,
  given: ElementsOptions = {},
  load: (secret: string) => Promise<unknown>,
) {
  let options = checked(given)
  let submitted = false
  const made = new Map<ElementType, StripeElement>()
  const { on, off, once, emit } = emitter()

  function create(type: string, elementOptions: { style?: Look['style'] } = {}): StripeElement {
    if (type !== 'payment' && type !== 'card') throw integrationError(`The sandbox has no ${type} element`)
    if (made.has(type))
      throw integrationError(
        `Can only create one Element of type ${type} through a single Elements instance.`,
      )
    const isBank = type === 'payment' && wayOf(options) === 'us_bank_account'
    const loaded = async () =>
      type === 'payment' && options.clientSecret ? load(options.clientSecret) : undefined
    const element = createElement({
      type,
      way: isBank ? 'us_bank_account' : 'card',
      key,
      look: lookOf(options, elementOptions.style),
      loaded,
    })
    element.on('change', () => {
      submitted = false
    })
    element.on('destroyed', () => made.delete(type))
    made.set(type, element)
    return element
  }

  function getElement(wanted: string | { __elementType?: string } | undefined): StripeElement | null {
    const type = typeof wanted === 'string' ? wanted : wanted?.__elementType
    return made.get(type as ElementType) ?? null
  }

  // What was typed stays where it is: only the look of the frames ever changes.
  async function update(next: ElementsOptions): Promise<void> {
    options = checked({ ...options, ...next })
    if (next.appearance) for (const element of made.values()) element.wear(lookOf(options))
    emit('update-end')
  }

  async function submit(): Promise<{ error: StripeJsError } | { selectedPaymentMethod: string }> {
    const answer = await theElement().ask('check')
    if ('error' in answer) return { error: answer.error }
    submitted = true
    return { selectedPaymentMethod: wayOf(options) }
  }

  function theElement(): StripeElement {
    const element = made.get('payment') ?? made.get('card')
    if (!element) throw integrationError('Please create an Element and mount it before confirming.')
    return element
  }

  return {
    create,
    getElement,
    update,
    submit,
    on,
    off,
    once,
    fetchUpdates: async () => ({}),
    /** For this library alone, not part of Stripe's surface. */
    inside: {
      options: () => options,
      isSubmitted: () => submitted,
      paymentMethod: (billing?: Billing): Promise<Answer> => theElement().ask('method', billing),
    },
  }
}

// Of several ways only the card is shown.
function wayOf({ allowedPaymentMethodTypes = ['card'] }: ElementsOptions): string {
  return allowedPaymentMethodTypes.includes('card') ? 'card' : (allowedPaymentMethodTypes[0] ?? 'card')
}

function lookOf(options: ElementsOptions, style?: Look['style']): Look {
  const { variables, rules, labels } = options.appearance ?? {}
  return {
    ...(variables && { variables }),
    ...(rules && { rules }),
    ...(labels && { labels }),
    ...(options.fonts && { fonts: options.fonts }),
    ...(style && { style }),
  }
}

function checked(options: ElementsOptions): ElementsOptions {
  const { mode, amount, currency, clientSecret } = options
  if (mode && clientSecret)
    throw integrationError('Invalid value for elements(): you cannot pass both clientSecret and mode.')
  if (clientSecret !== undefined && !isSecret(clientSecret)) {
    throw integrationError(
      'Invalid value for elements(): clientSecret should be a client secret of the form pi_…_secret_….',
    )
  }
  if (mode === 'payment') {
    if (!Number.isInteger(amount) || (amount ?? 0) < 1)
      throw integrationError(
        'Invalid value for elements(): amount must be a whole number of cents greater than 0.',
      )
    if (!/^[a-z]{3}$/.test(currency ?? ''))
      throw integrationError(
        'Invalid value for elements(): currency must be a three-letter ISO code in lowercase.',
      )
  }
  return options
}
