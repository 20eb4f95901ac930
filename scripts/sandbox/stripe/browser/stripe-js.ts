import { confirmCardPayment, confirmPayment } from './confirm'
import type { StripeElement } from './element'
import { createElements, type Elements, type ElementsOptions } from './elements'
import { integrationError } from './integration-error'
import { type IntentAnswer, retrieveIntent } from './intents'
import { takeNextAction } from './next-action'
import type { Answer, Billing } from './protocol'

interface MethodRequest {
  elements?: Elements
  params?: { billing_details?: Billing }
  type?: string
  card?: StripeElement
  billing_details?: Billing
}

/** `window.Stripe`: the part of Stripe.js that paying and saving need. */
function Stripe(key: string, _options?: object) {
  if (typeof key !== 'string' || !key.startsWith('pk_'))
    throw integrationError('Missing or invalid publishable key.')
  const load = async (secret: string) => {
    const answer = await retrieveIntent(key, secret)
    if ('error' in answer) throw new Error(answer.error.message)
  }

  async function handleNextAction({ clientSecret }: { clientSecret: string }) {
    const answer = await retrieveIntent(key, clientSecret)
    return shown('error' in answer ? answer : await takeNextAction(key, answer.intent))
  }

  const confirmCard = async (
    secret: string,
    data?: Parameters<typeof confirmCardPayment>[2],
    options?: { handleActions?: boolean },
  ) => shown(await confirmCardPayment(key, secret, data, options))

  return {
    elements: (options?: ElementsOptions) => createElements(key, options, load),
    confirmPayment: async (options: Parameters<typeof confirmPayment>[1]) =>
      shown(await confirmPayment(key, options)),
    confirmSetup: async (options: Parameters<typeof confirmPayment>[1]) =>
      shown(await confirmPayment(key, options, 'confirmSetup')),
    confirmCardPayment: confirmCard,
    confirmCardSetup: confirmCard,
    handleNextAction,
    handleCardAction: (clientSecret: string) => handleNextAction({ clientSecret }),
    retrievePaymentIntent: async (clientSecret: string) => shown(await retrieveIntent(key, clientSecret)),
    retrieveSetupIntent: async (clientSecret: string) => shown(await retrieveIntent(key, clientSecret)),
    async createPaymentMethod({ elements, card, params, billing_details }: MethodRequest) {
      const billing = params?.billing_details ?? billing_details
      const answer = elements
        ? await elements.inside.paymentMethod(billing)
        : await askCard(card, 'method', billing)
      return 'whole' in answer ? { paymentMethod: answer.whole } : answer
    },
    async createToken(card: StripeElement) {
      const answer = await askCard(card, 'token')
      return 'whole' in answer ? { token: answer.whole } : answer
    },
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

/** Under the name that Stripe gives to either kind of intent. */
function shown(answer: IntentAnswer) {
  if ('error' in answer) return answer
  const { intent } = answer
  return intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent }
}

function askCard(
  card: StripeElement | undefined,
  what: 'method' | 'token',
  billing?: Billing,
): Promise<Answer> {
  if (typeof card?.ask !== 'function')
    throw integrationError('The sandbox takes a card from its element only.')
  return card.ask(what, billing)
}

// @stripe/stripe-js compares this with the release it was made for.
Stripe.version = 'endive'
Object.assign(window, { Stripe })
