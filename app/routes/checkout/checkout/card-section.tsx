import { forwardRef } from 'react'
import { HOLD_MINUTES } from '#app/bookings/hold'
import type { Cents } from '#app/money'
import { CardFields } from '#app/routes/card-payment/card-fields'
import { goesToStripe } from '#app/routes/card-payment/pay-button-words'
import type { CardPayment } from './use-card-payment'

/** The traveler's details are asked above; one object, because a new one would set the fields up again. */
const CARD_ONLY = {
  fields: { billingDetails: 'never' as const },
  wallets: { applePay: 'never' as const, googlePay: 'never' as const },
}

type Props = { payment: CardPayment; dueCents: Cents }

/** Where the card is typed; without scripts it says what comes next instead. */
export const CardSection = forwardRef<HTMLElement, Props>(function CardSection(
  { payment: { phase, fields }, dueCents },
  ref,
) {
  return (
    <section ref={ref} aria-labelledby="card-heading">
      <h2 id="card-heading" className="type-h3 mb-4">
        Card
      </h2>
      {goesToStripe(phase) ? (
        <p className="text-ink-soft">
          The next page is Stripe’s own: there you see the amount again, enter your card and pay. Your seat is
          held for {HOLD_MINUTES} minutes while you do.
        </p>
      ) : (
        <CardFields fields={fields} dueCents={dueCents} isLoading={phase === 'loading'} options={CARD_ONLY} />
      )}
    </section>
  )
})
