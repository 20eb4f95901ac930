import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { useEffect } from 'react'
import { type Cents, showCents } from '#app/money'
import { SETUP_FAILED } from '#app/payments/refusal-words'
import { Button } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { Skeleton } from '#app/ui/skeleton'
import type { CardPayment } from './use-card-payment'

/** Stripe's own fields take these numbers; they cannot read our style sheet (art.md §12). */
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

/** The traveler's details are asked above; one object, because a new one would set the fields up again. */
const CARD_ONLY = {
  fields: { billingDetails: 'never' as const },
  wallets: { applePay: 'never' as const, googlePay: 'never' as const },
}

type Props = { payment: CardPayment; dueCents: Cents }

/** Where the card is typed; without scripts it says what comes next instead. */
export function CardSection({ payment, dueCents }: Props) {
  return (
    <section aria-labelledby="card-heading">
      <h2 id="card-heading" className="type-h3 mb-4">
        Card
      </h2>
      {payment.phase === 'off' && (
        <p className="text-ink-soft">
          The next page is Stripe’s own: there you enter your card and pay {showCents(dueCents)}. Your seat is
          held for 30 minutes meanwhile.
        </p>
      )}
      {payment.phase === 'setup-failed' && <SetupFailed />}
      {(payment.phase === 'loading' || payment.phase === 'ready' || payment.phase === 'processing') && (
        <>
          {payment.phase === 'loading' && <LoadingCard />}
          {payment.stripe && (
            <Elements
              stripe={payment.stripe}
              options={{
                mode: 'payment',
                amount: dueCents,
                currency: 'usd',
                allowedPaymentMethodTypes: ['card'],
                appearance: APPEARANCE,
              }}
            >
              <CardFields payment={payment} />
            </Elements>
          )}
        </>
      )}
    </section>
  )
}

function CardFields({ payment }: { payment: CardPayment }) {
  const stripe = useStripe()
  const elements = useElements()
  const { attach } = payment
  useEffect(() => {
    if (stripe && elements) attach({ stripe, elements })
  }, [stripe, elements, attach])
  return <PaymentElement options={CARD_ONLY} onReady={payment.cardShown} onLoadError={payment.cardFailed} />
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

const SetupFailed = () => (
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
  </Notice>
)
