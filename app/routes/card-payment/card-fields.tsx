import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripePaymentElementOptions } from '@stripe/stripe-js'
import { useEffect } from 'react'
import { type Cents, CURRENCY } from '#app/money'
import { SETUP_FAILED } from '#app/payments/opening/refusal-words'
import { Button } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { Skeleton } from '#app/ui/skeleton'
import type { CardFieldsState } from './use-card-fields'

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

type Props = {
  fields: CardFieldsState
  dueCents: Cents
  isLoading: boolean
  /** One object for all renders: a new one would set the fields up again. */
  options: StripePaymentElementOptions
}

/** The card in Stripe's frame, for an amount that may still change: nothing exists at Stripe for it yet. */
export const CardFields = ({ fields, dueCents, isLoading, options }: Props) => (
  <>
    {isLoading && <LoadingCard />}
    {fields.stripe && (
      <Elements
        stripe={fields.stripe}
        options={{
          mode: 'payment',
          amount: dueCents,
          currency: CURRENCY,
          allowedPaymentMethodTypes: ['card'],
          appearance: APPEARANCE,
        }}
      >
        <CardFrame fields={fields} options={options} />
      </Elements>
    )}
  </>
)

function CardFrame({ fields, options }: Pick<Props, 'fields' | 'options'>) {
  const stripe = useStripe()
  const elements = useElements()
  const { attach } = fields
  useEffect(() => {
    if (stripe && elements) attach({ stripe, elements })
  }, [stripe, elements, attach])
  return <PaymentElement options={options} onReady={fields.cardShown} onLoadError={fields.cardFailed} />
}

const LoadingCard = () => (
  <div role="status" className="grid gap-3">
    <span className="text-sm text-ink-soft">Loading secure payment…</span>
    <Skeleton className="h-12.5 rounded-field" />
    <div className="grid grid-cols-2 gap-3">
      <Skeleton className="h-12.5 rounded-field" />
      <Skeleton className="h-12.5 rounded-field" />
    </div>
  </div>
)

/** Stripe's script or its first answer did not come. The form's button leads to Stripe's own page then. */
export const SetupFailed = () => (
  <Notice
    tone="danger"
    role="alert"
    title="Payment could not start"
    actions={
      <Button type="button" onClick={() => window.location.reload()}>
        Try Again
      </Button>
    }
  >
    {SETUP_FAILED}
    <p className="mt-1">Or go on to Stripe’s own page and pay there. What you entered goes with you.</p>
  </Notice>
)
