import { CardElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntentResult, SetupIntentResult, Stripe, StripeElements } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

// What the tests' little shop runs in the browser: the real wrappers of Stripe over the sandbox's script.
const settings = document.body.dataset
const element = settings.element === 'card' ? 'card' : 'payment'
const way = settings.way ?? 'card'
const payOrSave = (amount: number) =>
  settings.saves
    ? ({ mode: 'setup', currency: 'usd' } as const)
    : ({ mode: 'payment', amount, currency: 'usd' } as const)
const returnUrl = settings.returns ? `${location.origin}/done?room=double` : undefined

function Shop() {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [amount, setAmount] = useState(50_000)
  const [said, say] = useState('')
  useEffect(() => {
    const script = document.createElement('script')
    script.src = settings.js ?? ''
    script.onload = () => void loadStripe(settings.key ?? '').then(setStripe)
    script.onerror = () => say('no stripe.js')
    document.head.append(script)
  }, [])
  const appearance = {
    variables: { colorPrimary: '#704B37', colorText: '#2A1B14', borderRadius: '10px' },
    rules: { '.Input': { border: '1px solid #8C6F59' } },
  }
  return (
    <main>
      <button type="button" onClick={() => setAmount(450_000)}>
        Full price
      </button>
      <output>{said}</output>
      {stripe && (
        <Elements
          stripe={stripe}
          options={{ ...payOrSave(amount), allowedPaymentMethodTypes: [way], appearance }}
        >
          <Pay amount={amount} say={say} />
        </Elements>
      )}
    </main>
  )
}

function Pay({ amount, say }: { amount: number; say: (words: string) => void }) {
  const stripe = useStripe()
  const elements = useElements()
  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements) return
    say('paying')
    const { error } = await elements.submit()
    if (error) return say(`not submitted: ${error.message}`)
    const answer = await fetch(`/intent?amount=${amount}&way=${way}${settings.saves ? '&saves=yes' : ''}`)
    say(wordsOf(await confirm(stripe, elements, await answer.text())))
  }
  return (
    <form onSubmit={pay}>
      {element === 'card' ? (
        <CardElement onReady={() => say('ready')} />
      ) : (
        <PaymentElement onReady={() => say('ready')} onLoadError={() => say('load error')} />
      )}
      <button type="submit">Pay</button>
    </form>
  )
}

function confirm(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<PaymentIntentResult | SetupIntentResult> {
  const card = elements.getElement(CardElement)
  if (card) return stripe.confirmCardPayment(clientSecret, { payment_method: { card } })
  const billing_details = { name: 'Amina Odhiambo', email: 'amina@example.com' }
  const confirmParams = { return_url: returnUrl ?? '', payment_method_data: { billing_details } }
  if (settings.saves)
    return stripe.confirmSetup({ elements, clientSecret, redirect: 'if_required', confirmParams })
  if (settings.always)
    return stripe.confirmPayment({ elements, clientSecret, confirmParams }) as Promise<PaymentIntentResult>
  return stripe.confirmPayment({ elements, clientSecret, redirect: 'if_required', confirmParams })
}

function wordsOf(result: PaymentIntentResult | SetupIntentResult): string {
  if (result.error) return `${result.error.type} ${result.error.code}: ${result.error.message}`
  if ('setupIntent' in result) return `saved: ${result.setupIntent?.status}`
  const { paymentIntent } = result
  return `paid: ${paymentIntent?.status} ${paymentIntent?.amount}`
}

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(<Shop />)
