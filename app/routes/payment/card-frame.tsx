import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements, StripePaymentElementOptions } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect } from 'react'
import { type Cents, CURRENCY } from '#app/platform/money'
import type { PaysFrom } from '#db/values'

/** Stripe's script and our frame for it. Rejects where the script cannot be loaded. */
export const loadCard = async (settings: StripeSettings) => ({
  stripe: await loadStripeJs(settings),
  Frame: CardFrame,
})

export type LoadedCard = Awaited<ReturnType<typeof loadCard>>

export type StripeSettings = { publishableKey: string; jsUrl: string | null }

/**
 * Loads Stripe.js from Stripe, or from where STRIPE_JS_URL says: loadStripe uses a window.Stripe that is
 * already there. Rejects where the script cannot be had.
 */
export async function loadStripeJs(settings: StripeSettings): Promise<Stripe> {
  if (settings.jsUrl && !('Stripe' in window)) await addScript(settings.jsUrl)
  const stripe = await loadStripe(settings.publishableKey)
  if (!stripe) throw new Error('Stripe.js is not for this place')
  return stripe
}

const addScript = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new Error('Stripe.js could not be loaded'))
    document.head.append(script)
  })

/** Stripe's own fields take these numbers; they cannot read our style sheet. */
const APPEARANCE = {
  theme: 'stripe' as const,
  variables: {
    colorPrimary: '#704B37',
    colorText: '#2A1B14',
    colorTextPlaceholder: '#7A6556',
    colorDanger: '#9B2C1C',
    fontFamily: 'Figtree, system-ui, sans-serif',
    fontSizeBase: '16px',
    borderRadius: '10px',
    spacingUnit: '4px',
  },
  rules: { '.Input': { border: '1px solid #8C6F59', boxShadow: 'none' } },
}

const STRIPES_WORD = { card: 'card', 'bank-account': 'us_bank_account' } satisfies Record<PaysFrom, string>

/** As the intent says it (app/money/stripe/intents.server.ts). */
const CONFIRMED_AT_THE_BANK = {
  paymentMethodOptions: { us_bank_account: { verification_method: 'instant' as const } },
}

export type CardParts = { stripe: Stripe; elements: StripeElements }

export type CardFrameProps = {
  stripe: Stripe
  /** Who is told that the frame is there, shows the card, or cannot. */
  fields: {
    attach: (parts: CardParts) => void
    detach: () => void
    cardShown: () => void
    cardFailed: () => void
  }
  dueCents: Cents
  paysFrom?: PaysFrom
  /** Whether Stripe keeps the card, as the intent says that it is charged on. */
  isKept?: boolean
  /** One object for all renders: a new one would set the fields up again. */
  options: StripePaymentElementOptions
}

/** Stripe's frame with its fields; comes to the browser when it is wanted (card-fields.tsx). */
export const CardFrame = ({
  stripe,
  fields,
  dueCents,
  paysFrom = 'card',
  isKept,
  options,
}: CardFrameProps) => (
  <Elements
    key={paysFrom}
    stripe={stripe}
    options={{
      mode: 'payment',
      amount: dueCents,
      currency: CURRENCY,
      setupFutureUsage: isKept ? 'off_session' : null,
      allowedPaymentMethodTypes: [STRIPES_WORD[paysFrom]],
      ...(paysFrom === 'bank-account' && CONFIRMED_AT_THE_BANK),
      appearance: APPEARANCE,
    }}
  >
    <Fields fields={fields} options={options} />
  </Elements>
)

function Fields({ fields, options }: Pick<CardFrameProps, 'fields' | 'options'>) {
  const stripe = useStripe()
  const elements = useElements()
  const { attach, detach } = fields
  useEffect(() => {
    if (stripe && elements) attach({ stripe, elements })
  }, [stripe, elements, attach])
  useEffect(() => detach, [detach])
  return <PaymentElement options={options} onReady={fields.cardShown} onLoadError={fields.cardFailed} />
}
