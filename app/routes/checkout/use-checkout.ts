import { useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useActionData, useFetcher, useLocation, useNavigate } from '@remix-run/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { CheckoutForm } from '#app/bookings/checkout-form'
import { UNITED_STATES } from '#app/bookings/countries'
import { comparableCode } from '#app/bookings/discount-code'
import { dueNow, type InstallmentPlan, type PartyChoice, planInLine } from '#app/bookings/installments/plan'
import type { Day } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { goesToStripe, type Refusal } from '#app/routes/payment/card-fields'
import type { StripeSettings } from '#app/routes/payment/card-frame'
import { useAutopay } from '#app/routes/payment/use-autopay'
import { travelersInWords } from '#app/tours/party'
import { showToast } from '#app/ui/toasts/toast-message'
import type { CheckoutAnswer, CheckoutPage, ServerPrices } from './checkout-page.server'
import { useCardPayment, useCheckoutKey } from './use-card-payment'

const CONFORM_INTENT = '__intent__'

type CheckoutInput = z.input<typeof CheckoutForm>
type CheckoutOutput = z.output<typeof CheckoutForm>

/**
 * What the checkout form knows and does: which party, plan and code are chosen, what they cost, whether the
 * card is paid here or on Stripe's page, and why it was refused.
 */
export function useCheckout(checkout: CheckoutPage, stripe: StripeSettings) {
  const answer = useActionData<CheckoutAnswer>()
  const navigate = useNavigate()
  const [paymentType, setPaymentType] = useState(typedType(answer) ?? checkout.paymentType)
  const formRef = useRef<HTMLFormElement>(null)
  const refusalRef = useRef<HTMLDivElement>(null)
  const [newTerms, setNewTerms] = useState<InstallmentPlan | null>(null)
  const code = useCode(checkout, answer?.plans && answer, checkout.departure)
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
  const [newPages, setNewPages] = useState<string | null>(null)
  const pages = newPages ?? answer?.pages ?? pagesSent(answer) ?? checkout.pages
  const checkoutKey = useCheckoutKey(checkout.checkoutKey ?? answer?.checkoutKey ?? null)
  const [cardPlace, isCardWanted] = useApproach<HTMLElement>()
  const payment = useCardPayment(
    {
      ...{ ...checkout, checkoutKey, travelers, singles },
      ...{ paymentType, dueCents, shown, pages },
      code: code.applied || undefined,
      offer: checkout.offer?.link,
    },
    stripe,
    isCardWanted,
  )
  const [form, fields] = useForm<CheckoutInput, CheckoutOutput>({
    id: useId(),
    lastResult: answer?.submission,
    defaultValue: checkout.typed ?? { country: UNITED_STATES },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: CheckoutForm }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onSubmit: (event, { submission }) => {
      if (goesToStripe(payment.phase)) return
      event.preventDefault()
      if (submission?.status === 'success') void pay(submission.value)
    },
  })
  const autopay = useAutopay(
    checkout.offersAutopay ? plan.installments : null,
    fields.email.value ?? '',
    formRef,
    autopayTyped(answer),
  )
  useEffect(() => {
    // What was chosen before scripts ran, or what the browser put back after a reload.
    const chosen = formRef.current && new FormData(formRef.current)
    const option = chosen?.get('paymentType')
    if (option === 'full' || option === 'deposit') setPaymentType(option)
    const size = Number(chosen?.get('travelers'))
    if (size >= 1) setWish({ travelers: size, singles: Number(chosen?.get('singles')) })
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused was for the other code or room
  useEffect(() => setNewTerms(null), [code.answered, checkout.roomType])
  const refusal: Refusal | null =
    payment.refusal ?? (answer?.refused ? { ...answer, message: wordsOf(answer, answer.refused) } : null)
  useEffect(() => {
    if (payment.refusal) refusalRef.current?.focus()
    if (payment.refusal?.terms) setNewTerms(payment.refusal.terms)
    if (payment.refusal?.pages) setNewPages(payment.refusal.pages)
  }, [payment.refusal])

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

  return {
    ...{ form, fields, formRef, submit, checkoutKey, shown, pages },
    ...{ choice, plan, plans, most, choose, code, paymentType, setPaymentType, dueCents, ordered },
    ...{ payment, cardPlace, refusal, refusalRef, autopay },
  }
}

export type CodeAtCheckout = ReturnType<typeof useCode>

/**
 * A discount code and the prices with it: as the page had them, or as the server answered since. With scripts
 * a button asks for them; a code in the address, or one that the browser put back, is asked for at once.
 */
function useCode(page: ServerPrices, answer: ServerPrices | undefined, departure: Day) {
  const asking = useFetcher<ServerPrices>()
  const { search } = useLocation()
  const said = asking.data?.plans ? asking.data : (answer ?? page)
  const [typed, setTyped] = useState(said.code.typed)
  const [isRunning, setIsRunning] = useState(false)
  const [isOpen, setIsOpen] = useState(typed !== '')
  const ofLeader = said.code.leader === null ? '' : comparableCode(said.code.typed)
  const applied = said.plans[0]?.discount?.code ?? ofLeader

  function apply(code: string = typed) {
    asking.submit(
      { code, departure, reprice: 'yes' },
      { method: 'post', action: `/checkout${search}`, preventScrollReset: true },
    )
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when scripts begin to run
  useEffect(() => {
    setIsRunning(true)
    const wanted = comparableCode(new URLSearchParams(search).get('code') || typed)
    if (wanted === applied || said.code.refused) return
    setTyped(wanted)
    setIsOpen(true)
    apply(wanted)
  }, [])

  return {
    plans: said.plans,
    /** The code that the order is placed with. */
    applied,
    leader: said.code.leader,
    typed,
    setTyped,
    isOpen,
    setIsOpen,
    isRunning,
    isAsking: asking.state !== 'idle',
    /** Answered since the page was made. */
    answered: asking.data,
    /** Of the code that stands in the field. */
    refused: comparableCode(typed) === comparableCode(said.code.typed) ? said.code.refused : null,
    /** The price on the page is not that of what stands in the field. */
    isStale: comparableCode(typed) !== applied,
    apply,
  }
}

/** The option that was posted with what was refused: without scripts the page is made again. */
function typedType(answer: ReturnType<typeof useActionData<CheckoutAnswer>>) {
  const typed = answer?.submission?.initialValue?.paymentType
  return typed === 'full' || typed === 'deposit' ? typed : null
}

/** What was ticked in a form that was refused. */
function autopayTyped(answer: CheckoutAnswer | undefined) {
  const { autopay, payerEmail } = answer?.submission?.initialValue ?? {}
  return {
    ...(typeof autopay === 'string' && { autopay }),
    ...(typeof payerEmail === 'string' && { payerEmail }),
  }
}

/** What was refused for another reason still knows to which pages it led. */
function pagesSent(answer: CheckoutAnswer | undefined) {
  const sent = answer?.submission?.initialValue?.pages
  return typeof sent === 'string' ? sent : undefined
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
export type Wish = { travelers: number; singles: number }

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

/** So much of the window's height before it comes into view. */
const LOADS_AHEAD = '100%'
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'scroll', 'focusin'] as const

/** Anyone who used the page, left it by a link of the site and came back need not show it again. */
let hasBegunBefore = false

/**
 * Whether someone begins to use the page or comes near the element with the ref; what is costly and far
 * below waits for that. It stays true.
 */
function useApproach<Place extends Element>() {
  const place = useRef<Place>(null)
  const [hasBegun, setHasBegun] = useState(false)
  useEffect(() => {
    if (hasBegun) return
    const begin = () => {
      hasBegunBefore = true
      setHasBegun(true)
    }
    // Before scripts ran someone may have typed already, or come back to the middle of the page.
    const { activeElement } = document
    if (hasBegunBefore || scrollY > 0 || (activeElement && activeElement !== document.body)) return begin()
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && begin(), {
      rootMargin: `${LOADS_AHEAD} 0px`,
    })
    if (place.current) watch.observe(place.current)
    for (const name of ACTIVITY_EVENTS) addEventListener(name, begin, { passive: true, capture: true })
    return () => {
      watch.disconnect()
      for (const name of ACTIVITY_EVENTS) removeEventListener(name, begin, { capture: true })
    }
  }, [hasBegun])
  return [place, hasBegun] as const
}
