import { type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useActionData, useNavigate } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { CheckoutForm } from '#app/bookings/checkout-form'
import { showDay } from '#app/days'
import { plannedTogether } from '#app/installments/due-together'
import { dueNow, type InstallmentPlan } from '#app/installments/plan'
import { planInLine } from '#app/installments/shown-terms'
import { showCents } from '#app/money'
import type { StripeSettings } from '#app/routes/card-payment/load-stripe-js'
import { goesToStripe, payButtonWords } from '#app/routes/card-payment/pay-button-words'
import type { RoomType } from '#app/tour/room-type'
import { Button } from '#app/ui/button'
import { ButtonLink } from '#app/ui/button-link'
import { ChoiceCards } from '#app/ui/choice-cards'
import { Notice } from '#app/ui/notice'
import { showToast } from '#app/ui/toasts/show-toast'
import { CardSection } from './card-section'
import { type OrderFacts, OrderSummary } from './order-summary'
import { TravelerFields } from './traveler-fields'
import { useCardPayment } from './use-card-payment'

const CONFORM_INTENT = '__intent__'

type CheckoutInput = z.input<typeof CheckoutForm>
type CheckoutOutput = z.output<typeof CheckoutForm>

/** Why the form that was sent went no further. */
export type CheckoutAnswer = {
  submission: SubmissionResult | null
  refused: string | null
  reference?: string
  /** The terms that apply, where the page showed others. */
  terms?: InstallmentPlan
}

type Checkout = OrderFacts & {
  roomType: RoomType
  paymentType: 'deposit' | 'full'
  checkoutKey: string
  origin: string
  held?: Record<string, string>
}

/** The checkout form: with scripts the card is paid here, without them the same form goes on to Stripe's page. */
export function CheckoutScreen({ checkout, stripe }: { checkout: Checkout; stripe: StripeSettings }) {
  const answer = useActionData<CheckoutAnswer>()
  const navigate = useNavigate()
  const [paymentType, setPaymentType] = useState(typedType(answer) ?? checkout.paymentType)
  const formRef = useRef<HTMLFormElement>(null)
  const refusalRef = useRef<HTMLDivElement>(null)
  const [newTerms, setNewTerms] = useState<InstallmentPlan | null>(null)
  const plan = newTerms ?? answer?.terms ?? checkout.plan
  const shown = planInLine(plan)
  const dueCents = dueNow(plan, paymentType)
  const payment = useCardPayment(
    { ...checkout, departure: checkout.startsOn, paymentType, dueCents, shown },
    stripe,
  )
  const [form, fields] = useForm<CheckoutInput, CheckoutOutput>({
    id: useId(),
    lastResult: answer?.submission,
    defaultValue: checkout.held ?? { country: 'United States' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: CheckoutForm }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onSubmit: (event, { submission }) => {
      if (goesToStripe(payment.phase)) return
      event.preventDefault()
      if (submission?.status === 'success') void pay(submission.value)
    },
  })
  useEffect(() => {
    // What was chosen before scripts ran, or what the browser put back after a reload.
    const chosen = formRef.current && new FormData(formRef.current).get('paymentType')
    if (chosen === 'full' || chosen === 'deposit') setPaymentType(chosen)
  }, [])
  const refusal =
    payment.refusal ?? (answer?.refused ? { message: answer.refused, reference: answer.reference } : null)
  useEffect(() => {
    if (payment.refusal) refusalRef.current?.focus()
    if (payment.refusal?.terms) setNewTerms(payment.refusal.terms)
  }, [payment.refusal])

  function submit(event: FormEvent<HTMLFormElement>) {
    form.onSubmit(event)
    // Conform checks a field that was left by submitting the form to itself: that is not the traveler's word.
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter?.getAttribute('name') === CONFORM_INTENT) return
    const checked = parseWithZod(new FormData(event.currentTarget), { schema: CheckoutForm })
    if (checked.status !== 'success') showToast(missing(checked.error ?? {}))
  }

  async function pay(traveler: CheckoutOutput) {
    const paid = await payment.pay(traveler)
    if (paid) navigate(paid.next)
  }

  return (
    <div className="group/checkout grid items-start gap-8 pb-20 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <OrderSummary
        order={{ ...checkout, plan }}
        paymentType={payment.phase === 'off' ? 'as-chosen' : paymentType}
      />
      <form
        ref={formRef}
        method="post"
        id={form.id}
        noValidate={form.noValidate}
        onSubmit={submit}
        className="grid gap-8"
      >
        <input type="hidden" name="checkoutKey" value={checkout.checkoutKey} />
        <input type="hidden" name="departure" value={checkout.startsOn} />
        <input type="hidden" name="shown" value={shown} />
        <ChoiceCards
          legend="How would you like to pay?"
          name="paymentType"
          value={paymentType}
          onChange={setPaymentType}
          errors={fields.paymentType.errors}
          options={[
            {
              value: 'deposit',
              title: 'Deposit today',
              price: showCents(plan.depositCents),
              detail: `Then ${laterPayments(plan)}.`,
            },
            {
              value: 'full',
              title: 'Pay in full',
              price: showCents(plan.totalCents),
              detail: 'Nothing more to pay later.',
            },
          ]}
        />
        <section aria-labelledby={`${form.id}-traveler`}>
          <h2 id={`${form.id}-traveler`} className="type-h3 mb-4">
            Traveler
          </h2>
          <TravelerFields fields={fields} />
        </section>
        <CardSection payment={payment} dueCents={dueCents} />
        {refusal && (
          <Notice
            ref={refusalRef}
            tabIndex={-1}
            tone="danger"
            role="alert"
            title="Payment Failed"
            actions={
              refusal.reference && (
                <ButtonLink to={`/booking-confirmation?booking_id=${refusal.reference}`} tone="outline">
                  See your booking
                </ButtonLink>
              )
            }
          >
            {refusal.message}
            {refusal.next && <p className="mt-1">{refusal.next}</p>}
          </Notice>
        )}
        <Button
          busy={payment.phase === 'processing'}
          busyLabel="Processing..."
          disabled={payment.phase === 'loading'}
          className="w-full"
        >
          {payButtonWords(payment.phase, dueCents, true)}
        </Button>
      </form>
    </div>
  )
}

/** The option that was posted with what was refused: without scripts the page is made anew. */
function typedType(answer: ReturnType<typeof useActionData<CheckoutAnswer>>) {
  const typed = answer?.submission?.initialValue?.paymentType
  return typed === 'full' || typed === 'deposit' ? typed : null
}

const laterPayments = (plan: InstallmentPlan): string =>
  plannedTogether(plan)
    .map(({ amountCents, dueOn }) => `${showCents(amountCents)} by ${showDay(dueOn)}`)
    .join(' and ')

/** The toasts for what is missing or wrong (rules 11.6). */
function missing(errors: Record<string, string[] | null>) {
  const [first] = Object.values(errors).flat()
  const wrongEmail = errors.email?.[0] === first && first?.startsWith('Please enter a valid')
  return {
    tone: 'failure' as const,
    title: wrongEmail ? 'Invalid Email' : 'Missing Information',
    description: first ?? 'Please check the form',
  }
}
