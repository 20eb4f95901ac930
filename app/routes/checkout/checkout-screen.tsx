import { type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useActionData, useNavigate } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { CheckoutForm } from '#app/bookings/checkout-form'
import { plannedTogether } from '#app/bookings/installments/due'
import { dueNow, type InstallmentPlan, type PartyChoice, planInLine } from '#app/bookings/installments/plan'
import { showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { SetupFailed } from '#app/routes/payment/card-fields'
import type { StripeSettings } from '#app/routes/payment/card-frame'
import { goesToStripe, payButtonWords } from '#app/routes/payment/payment-words'
import { sumOfEqualShares, travelersInWords } from '#app/tours/party'
import { IF_IT_DOES_NOT_RUN, NOT_DUE_BEFORE } from '#app/tours/running'
import { RefundTerms } from '#app/ui/booking-money'
import { Button, ButtonLink } from '#app/ui/button'
import { ChoiceCards } from '#app/ui/choice-cards'
import { Notice } from '#app/ui/notice'
import { showToast } from '#app/ui/toasts/toast-message'
import { CardSection, CodeField, PartyField, TravelerFields } from './checkout-fields'
import { DueToday, type OrderFacts, OrderSummary } from './order-summary'
import { useApproach } from './use-approach'
import { type Refusal, refusalTitle, useCardPayment, useCheckoutKey } from './use-card-payment'
import { type PricedByServer, useCode } from './use-code'

const CONFORM_INTENT = '__intent__'

type CheckoutInput = z.input<typeof CheckoutForm>
type CheckoutOutput = z.output<typeof CheckoutForm>

/** Why the form that was sent went no further. */
export type CheckoutAnswer = PricedByServer & {
  submission: SubmissionResult | null
  refused: string | null
  reference?: string
  /** The terms that apply, where the page showed others. */
  terms?: InstallmentPlan
  /** The page showed the price of another number of travelers or without the code: no terms have changed. */
  isOfOtherChoice?: boolean
  /** For how many the form was sent. */
  travelers?: number
  singles?: number
  /** For the page that shows this answer. */
  checkoutKey?: string
}

type Checkout = Omit<OrderFacts, 'plan'> &
  PricedByServer & {
    paymentType: 'deposit' | 'full'
    /** Null on the page that is the same for all: its key is made when it is used. */
    checkoutKey: string | null
    origin: string
    /** The link of the offer that the page was opened with, and until when it stands. */
    offer?: { link: string; seats: number; ends: string; note: string } | null
    /** By the guest, before. */
    typed: Record<string, string> | null
    refundNote: string
  }

/**
 * The checkout form: with scripts the card is paid here, without them the same form goes on to Stripe's page.
 */
export function CheckoutScreen({ checkout, stripe }: { checkout: Checkout; stripe: StripeSettings }) {
  const answer = useActionData<CheckoutAnswer>()
  const navigate = useNavigate()
  const [paymentType, setPaymentType] = useState(typedType(answer) ?? checkout.paymentType)
  const formRef = useRef<HTMLFormElement>(null)
  const refusalRef = useRef<HTMLDivElement>(null)
  const [newTerms, setNewTerms] = useState<InstallmentPlan | null>(null)
  const code = useCode(checkout, answer?.plans && answer, checkout.startsOn)
  const { plans } = code
  const most = plans.at(-1)?.travelers ?? 1
  const [wish, setWish] = useState<Wish>(
    answer?.travelers ? { singles: 0, ...answer, travelers: answer.travelers } : checkout,
  )
  const choice = chosenOf(plans, { ...wish, travelers: Math.min(wish.travelers, most) })
  const { travelers, singles } = choice
  const plan = newTerms ?? (code.answered ? null : termsAnswered(answer, choice)) ?? choice
  const shown = planInLine(plan)
  const dueCents = dueNow(plan, paymentType)
  const checkoutKey = useCheckoutKey(checkout.checkoutKey ?? answer?.checkoutKey ?? null)
  const [cardPlace, isCardWanted] = useApproach<HTMLElement>()
  const payment = useCardPayment(
    {
      ...{ ...checkout, checkoutKey, travelers, singles, departure: checkout.startsOn },
      ...{ paymentType, dueCents, shown },
      code: code.applied?.code,
      offer: checkout.offer?.link,
    },
    stripe,
    isCardWanted,
  )
  const [form, fields] = useForm<CheckoutInput, CheckoutOutput>({
    id: useId(),
    lastResult: answer?.submission,
    defaultValue: checkout.typed ?? { country: 'United States' },
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
    const chosen = formRef.current && new FormData(formRef.current)
    const option = chosen?.get('paymentType')
    if (option === 'full' || option === 'deposit') setPaymentType(option)
    const size = Number(chosen?.get('travelers'))
    if (size >= 1) setWish({ travelers: size, singles: Number(chosen?.get('singles')) })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the terms of before are not those of another code
  useEffect(() => setNewTerms(null), [code.answered])
  const refusal: Refusal | null =
    payment.refusal ?? (answer?.refused ? { ...answer, message: wordsOf(answer, answer.refused) } : null)
  useEffect(() => {
    if (payment.refusal) refusalRef.current?.focus()
    if (payment.refusal?.terms) setNewTerms(payment.refusal.terms)
  }, [payment.refusal])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused was about the other room
  useEffect(() => setNewTerms(null), [checkout.roomType])

  const ordered = {
    order: { ...checkout, travelers, singles, plan },
    paymentType: payment.phase === 'off' ? ('as-chosen' as const) : paymentType,
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    form.onSubmit(event)
    // Conform checks a field that was left by submitting the form to itself: that is not the traveler's word.
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter?.getAttribute('name') === CONFORM_INTENT) return
    const typed = new FormData(event.currentTarget)
    const checked = parseWithZod(typed, { schema: CheckoutForm })
    if (checked.status !== 'success') showToast(missing(checked.error ?? {}, typed))
  }

  function choose(chosen: Wish) {
    setNewTerms(null)
    setWish(chosen)
  }

  async function pay(traveler: CheckoutOutput) {
    if (code.isStale) return code.apply()
    const paid = await payment.pay(traveler)
    if (paid) navigate(paid.next)
  }

  return (
    <div className="group/checkout grid items-start gap-8 pb-20 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {payment.phase === 'setup-failed' && (
        <div className="lg:col-span-2">
          <SetupFailed />
        </div>
      )}
      {checkout.offer && (
        <Notice
          tone="success"
          title={checkout.offer.seats === 1 ? 'This seat is kept for you' : 'These seats are kept for you'}
          className="lg:col-span-2"
        >
          Until {checkout.offer.ends}. If you don’t finish, you can come back by the link in our email.{' '}
          {checkout.offer.note}
        </Notice>
      )}
      <OrderSummary {...ordered} />
      <form
        ref={formRef}
        method="post"
        id={form.id}
        noValidate={form.noValidate}
        onSubmit={submit}
        className="grid gap-8"
      >
        {payment.phase === 'off' && <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />}
        {checkoutKey && <input type="hidden" name="checkoutKey" value={checkoutKey} />}
        <input type="hidden" name="departure" value={checkout.startsOn} />
        <input type="hidden" name="shown" value={shown} />
        {checkout.offer && <input type="hidden" name="offer" value={checkout.offer.link} />}
        {most > 1 && (
          <PartyField
            roomType={checkout.roomType}
            plans={plans}
            chosen={choice}
            errors={fields.travelers.errors}
            onChange={choose}
          />
        )}
        <CodeField code={code} plan={plan} />
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
              detail: `${depositSum(plan, travelers)}Then ${laterPayments(plan)}.`,
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
            {travelers === 1 ? 'Traveler' : 'About you'}
          </h2>
          {travelers > 1 && (
            <p className="mb-4 text-sm text-ink-soft">
              You are the first of the {travelersInWords(travelers)}. Name the others when it suits you: your
              booking page asks for them once you have booked.
            </p>
          )}
          <TravelerFields fields={fields} />
        </section>
        <CardSection ref={cardPlace} payment={payment} dueCents={dueCents} />
        {plan.runs && (
          <Notice tone="wait" title={plan.runs.sentence}>
            {IF_IT_DOES_NOT_RUN} {plan.installments.length > 0 && NOT_DUE_BEFORE}
          </Notice>
        )}
        <RefundTerms
          refund={{
            dates: ['If you book today:', ...plan.refund.dates.split('\n')],
            notes: [checkout.refundNote],
            accepted: [`By paying you accept these refund terms: ${plan.refund.terms}`],
          }}
          className="border-line border-t pt-6 text-ink-soft text-sm"
        />
        {refusal && (
          <Notice
            ref={refusalRef}
            tabIndex={-1}
            tone={refusal.terms ? 'wait' : 'danger'}
            role="alert"
            autoFocus
            title={refusalTitle(refusal)}
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
        <p className="type-lead font-semibold">
          <DueToday {...ordered} />
        </p>
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

/** The option that was posted with what was refused: without scripts the page is made again. */
function typedType(answer: ReturnType<typeof useActionData<CheckoutAnswer>>) {
  const typed = answer?.submission?.initialValue?.paymentType
  return typed === 'full' || typed === 'deposit' ? typed : null
}

/** Without scripts the price of a number or a code just chosen is first seen here: nothing has failed. */
function wordsOf(
  { isOfOtherChoice, terms, travelers = 1, singles }: CheckoutAnswer,
  refused: string,
): string {
  if (!isOfOtherChoice || !terms) return refused
  const deposit =
    terms.depositCents < terms.totalCents ? `, the deposit ${showCents(terms.depositCents)}` : ''
  const rooms = terms.sum?.includes('+') ? `, ${singles} in single rooms,` : ''
  return `For ${travelersInWords(travelers)}${rooms} the price is ${showCents(terms.totalCents)}${deposit}. Nothing was charged. If that is right, please continue to payment.`
}

/** How many travel, and how many of them in single rooms. */
type Wish = { travelers: number; singles: number }

/** What applies by now, where the answer says so for the party that is chosen. */
const termsAnswered = (answer: CheckoutAnswer | undefined, { travelers, singles }: Wish) =>
  answer?.travelers === travelers && answer.singles === singles ? answer.terms : undefined

/** What is on offer for a party: all but one of it may have single rooms. */
function chosenOf(plans: PartyChoice[], wish: Wish): PartyChoice {
  const ofSize = plans.filter(({ travelers }) => travelers === wish.travelers)
  const chosen = ofSize.findLast(({ singles }) => singles <= wish.singles) ?? ofSize[0] ?? plans[0]
  if (!chosen) throw new Error('A checkout without a price')
  return chosen
}

/** How the deposit of a party comes about. */
function depositSum({ depositCents }: InstallmentPlan, travelers: number): string {
  const sum = sumOfEqualShares(depositCents, travelers)
  return sum ? `${sum}. ` : ''
}

const laterPayments = (plan: InstallmentPlan): string =>
  plannedTogether(plan)
    .map(({ amountCents, dueOn }) => `${showCents(amountCents)} by ${showDay(dueOn)}`)
    .join(' and ')

/** The toasts for what is missing or wrong (rules 11.6). */
function missing(errors: Record<string, string[] | null>, typed: FormData) {
  const [field, said] = Object.entries(errors).find(([, said]) => said?.length) ?? []
  const isWrongEmail = field === 'email' && String(typed.get('email') ?? '').trim() !== ''
  return {
    tone: 'failure' as const,
    title: isWrongEmail ? 'Invalid Email' : 'Missing Information',
    description: said?.[0] ?? 'Please check the form',
  }
}
