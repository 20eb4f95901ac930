import type { ConfirmPaymentData, StripeError } from '@stripe/stripe-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type InstallmentPlan, readPlanJson } from '#app/bookings/installments/plan'
import { SETUP_FAILED } from '#app/money/changes/paying/refusal-words'
import { type Cents, showCents } from '#app/platform/money'
import { Button, Skeleton } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { showToast, type ToastMessage } from '#app/ui/toasts/toast-message'
import type { CardFrameProps, CardParts, LoadedCard, StripeSettings } from './card-frame'

type Props = Pick<CardFrameProps, 'dueCents' | 'paysFrom' | 'isKept' | 'options'> & {
  fields: CardFieldsState
  isLoading: boolean
}

/** The card in Stripe's frame, for an amount that may still change: nothing exists at Stripe for it yet. */
export const CardFields = ({ fields, dueCents, paysFrom, isKept, isLoading, options }: Props) => (
  <>
    {isLoading && <LoadingCard />}
    {fields.card && (
      <fields.card.Frame stripe={fields.card.stripe} {...{ fields, dueCents, paysFrom, isKept, options }} />
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

/** `off` is the page before scripts run, and without them. */
export type PaymentPhase = 'off' | 'loading' | 'ready' | 'processing' | 'setup-failed'

/** Where there is no card form of ours, the form itself goes on to Stripe's page. */
export const goesToStripe = (phase: PaymentPhase): boolean => phase === 'off' || phase === 'setup-failed'

type PayButtonProps = {
  phase: PaymentPhase
  dueCents: Cents
  hasChoice: boolean
  /** Without scripts: what it is from a bank account, where that is another amount. */
  fromBankCents?: Cents
}

/** Sends the form under which it stands. */
export const PayButton = ({ phase, dueCents, hasChoice, fromBankCents = dueCents }: PayButtonProps) => (
  <Button
    busy={phase === 'processing'}
    busyLabel="Processing..."
    disabled={phase === 'loading'}
    className="w-full"
  >
    {phase === 'off' && !hasChoice && fromBankCents !== dueCents ? (
      <>
        <span className="group-has-[[value=bank-account]:checked]/pay:hidden">
          {payButtonWords(phase, dueCents, hasChoice)}
        </span>
        <span className="hidden group-has-[[value=bank-account]:checked]/pay:inline">
          {payButtonWords(phase, fromBankCents, hasChoice)}
        </span>
      </>
    ) : (
      payButtonWords(phase, dueCents, hasChoice)
    )}
  </Button>
)

/**
 * What the button under a card form says. Without scripts it names no amount that a choice above it may
 * change: it would be that of the choice as the page came, not of the one that was made since.
 */
function payButtonWords(phase: PaymentPhase, dueCents: Cents, hasChoice: boolean): string {
  if (phase === 'off') return hasChoice ? 'Continue to payment' : `Continue to pay ${showCents(dueCents)}`
  return phase === 'setup-failed'
    ? `Continue to pay ${showCents(dueCents)} on Stripe’s page`
    : `Pay ${showCents(dueCents)}`
}

export type CardFieldsState = ReturnType<typeof useCardFields>

/** Milliseconds. What is silent this long, as behind some firewalls, will not come; Stripe's own page may. */
const CARD_TIMEOUT_MS = 30_000

/**
 * Stripe's script and the card fields in its frame: `begun` once scripts run, `shown` when the card can be
 * typed, `failed` where the script or the frame cannot be had. Nothing is fetched without settings, nor
 * before it is wanted.
 */
export function useCardFields(settings: StripeSettings | null, isWanted = true) {
  const [card, setCard] = useState<LoadedCard | null>(null)
  const [begun, setBegun] = useState(false)
  const [failed, setFailed] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const parts = useRef<CardParts | null>(null)
  const { publishableKey, jsUrl } = settings ?? {}

  const cardFailed = useCallback(() => setFailed(true), [])
  const cardShown = useCallback(() => setIsShown(true), [])
  const attach = useCallback((attached: CardParts) => {
    parts.current = attached
  }, [])
  /** Its frame is gone, as when the guest pays from elsewhere: the next one shows itself. */
  const detach = useCallback(() => {
    parts.current = null
    setIsShown(false)
  }, [])

  useEffect(() => setBegun(publishableKey !== undefined), [publishableKey])

  useEffect(() => {
    if (!publishableKey || !isWanted) return
    import('./card-frame')
      .then(({ loadCard }) => loadCard({ publishableKey, jsUrl: jsUrl ?? null }))
      .then(setCard, cardFailed)
  }, [publishableKey, jsUrl, isWanted, cardFailed])

  const isWaiting = begun && isWanted && !failed && !(card && isShown)
  useEffect(() => {
    if (!isWaiting) return
    const waiting = setTimeout(cardFailed, CARD_TIMEOUT_MS)
    return () => clearTimeout(waiting)
  }, [isWaiting, cardFailed])

  return {
    card,
    begun,
    failed,
    shown: card !== null && isShown,
    parts,
    attach,
    detach,
    cardShown,
    cardFailed,
  }
}

/** Why the guest stays on the page. */
export type Refusal = {
  message: string
  /** What to do next. */
  next?: string
  /** The place that is booked already, if that is why. */
  reference?: string | null
  /** The terms that apply, where the page showed others. */
  terms?: InstallmentPlan
  /** The terms and the privacy page by now, where the page led to others. */
  pages?: string
  /** What the page shows is not what is due anymore. */
  isStale?: boolean
}

/** New terms are looked at again: no payment has failed. */
export const refusalTitle = ({ terms, pages }: Pick<Refusal, 'terms' | 'pages'>): string => {
  if (terms) return 'Please look at the price again'
  return pages ? 'Please read our terms again' : 'Payment Failed'
}

type OpenedIntent = { clientSecret: string; paymentIntentId: string }

export type IntentAnswer = OpenedIntent | { refused: Refusal }

/** The intent that the call at `path` opens for a JSON body; why not, in the site's own words. */
export async function requestIntent(path: string, body: string): Promise<IntentAnswer> {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(path, { method: 'POST', headers, body })
    const answer = await response.json()
    if (response.ok) return { clientSecret: answer.clientSecret, paymentIntentId: answer.paymentIntentId }
    const { message, bookingReference: reference, terms, pages } = answer
    const isStale = response.status === 409
    return { refused: { message, reference, isStale, pages, ...(terms && { terms: readPlanJson(terms) }) } }
  } catch {
    return {
      refused: { message: 'We could not reach the site. Please check your connection and try again.' },
    }
  }
}

/**
 * The states of paying by card on our own page, one payment at a time. `charge` opens an intent by
 * `requestIntent` only once the card is complete; it says what was refused, null where nothing was charged
 * for another reason. `afterDecline` follows the bank's no.
 */
export function useCardCharge(fields: CardFieldsState, afterDecline: string, isReady = true) {
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const charging = useRef(false)
  const phase: PaymentPhase = fields.failed
    ? 'setup-failed'
    : processing
      ? 'processing'
      : fields.shown && isReady
        ? 'ready'
        : fields.begun
          ? 'loading'
          : 'off'

  async function charge(
    requestIntent: () => Promise<IntentAnswer>,
    confirmParams: ConfirmPaymentData,
  ): Promise<{ paidIntent: string } | { refused: Refusal | null }> {
    const parts = fields.parts.current
    if (!parts || phase !== 'ready' || charging.current) return { refused: null }
    charging.current = true
    setProcessing(true)
    setRefusal(null)
    const charged = await chargeCard(parts, requestIntent, confirmParams).catch(() => UNREACHABLE)
    if ('paidIntent' in charged) return charged

    charging.current = false
    setProcessing(false)
    if ('incomplete' in charged) {
      showToast({ tone: 'failure', title: 'Missing Information', description: charged.incomplete })
      return { refused: null }
    }
    const refused = { ...charged.refused, ...(charged.isDeclined && { next: afterDecline }) }
    setRefusal(refused)
    showToast({
      tone: refused.terms || refused.pages ? 'info' : 'failure',
      title: refusalTitle(refused),
      description: refused.message,
    })
    return { refused }
  }

  return { phase, refusal, charge }
}

const UNREACHABLE: Charged = {
  refused: {
    message:
      'We lost contact with the payment system and can’t tell yet whether your card was charged. It’s safe to try again: you won’t be charged twice.',
  },
}

type Charged =
  | { paidIntent: string }
  /** The card is not filled in: nothing was requested. */
  | { incomplete: string }
  /** By the site, or in their own words by Stripe or the bank. */
  | { refused: Refusal; isDeclined?: boolean }

/** A bank's question may leave the page, to `return_url`. Rejects where Stripe cannot be reached. */
async function chargeCard(
  { stripe, elements }: CardParts,
  requestIntent: () => Promise<IntentAnswer>,
  confirmParams: ConfirmPaymentData,
): Promise<Charged> {
  const complete = await elements.submit()
  if (complete.error) return { incomplete: complete.error.message ?? 'Please check your card' }

  const opened = await requestIntent()
  if ('refused' in opened) return opened

  const { clientSecret, paymentIntentId } = opened
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams,
  })
  if (!error || isAlreadyPaid(error)) return { paidIntent: paymentIntentId }
  const message = error.message ?? 'The payment did not go through.'
  return { refused: { message }, isDeclined: error.type === 'card_error' }
}

/** Another tab was quicker with the same intent, or the bank's answer was lost: the next page asks Stripe. */
const isAlreadyPaid = ({ payment_intent: intent }: StripeError): boolean =>
  intent?.status === 'succeeded' || intent?.status === 'processing'

/**
 * What a payment was for: the first of a booking, as a deposit or the whole price, or one that follows; and
 * by the link of one to whom no receipt is mailed.
 */
type PaidFor = 'deposit' | 'full' | 'later' | 'by-link'

/** Fixed (rules 11.7), wherever a payment arrives: in the form, from the bank or from the hosted page. */
export const paymentSuccessful = (paidFor: PaidFor, amountCents: Cents): ToastMessage => ({
  tone: 'success',
  title: 'Payment Successful!',
  description: `${
    paidFor === 'deposit'
      ? `Your ${showCents(amountCents)} deposit`
      : `Your payment of ${showCents(amountCents)}`
  } has been processed. ${AND_THEN[paidFor]}`,
})

const AND_THEN: Record<PaidFor, string> = {
  deposit: 'Check your email for confirmation.',
  full: 'Check your email for confirmation.',
  later: 'Check your email for the receipt.',
  'by-link': 'The receipt stays at your link.',
}
