import { SETUP_FAILED } from '#app/money/payments/refusal-words'
import { Button, Skeleton } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import type { CardFrameProps } from './card-frame'
import type { CardFieldsState } from './use-card-fields'

type Props = Pick<CardFrameProps, 'dueCents' | 'options'> & { fields: CardFieldsState; isLoading: boolean }

/** The card in Stripe's frame, for an amount that may still change: nothing exists at Stripe for it yet. */
export const CardFields = ({ fields, dueCents, isLoading, options }: Props) => (
  <>
    {isLoading && <LoadingCard />}
    {fields.card && (
      <fields.card.Frame stripe={fields.card.stripe} fields={fields} dueCents={dueCents} options={options} />
    )}
  </>
)

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
