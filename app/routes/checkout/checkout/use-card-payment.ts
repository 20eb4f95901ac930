import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import type { CheckoutForm } from '#app/bookings/checkout-form'
import type { Dollars } from '#app/money'
import { showToast } from '#app/toasts/show-toast'
import type { RoomType } from '#app/tour/room-type'
import { countryCode } from './country-code'
import { loadStripeJs } from './load-stripe-js'
import { type Refusal, requestIntent } from './request-intent'

export type StripeSettings = { publishableKey: string; jsUrl: string | null }

/** Spec §4; `off` is the page before scripts run, and without them. */
export type Phase = 'off' | 'loading' | 'ready' | 'processing' | 'setup-failed'

type Order = {
  roomType: RoomType
  paymentType: 'deposit' | 'full'
  amount: Dollars
  checkoutKey: string
  origin: string
}

export type CardPayment = ReturnType<typeof useCardPayment>

/** The states of paying by card on our own page, and the deed itself (spec §4, §7). */
export function useCardPayment(order: Order, settings: StripeSettings) {
  const { roomType, paymentType, amount, checkoutKey } = order
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [begun, setBegun] = useState(false)
  const [failed, setFailed] = useState(false)
  const [cardIsShown, setCardIsShown] = useState(false)
  const [intentIsReady, setIntentIsReady] = useState(false)
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const parts = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null)
  const isFirst = useRef(true)
  const paying = useRef(false)
  const asking = useRef(Promise.resolve())

  const cardFailed = useCallback(() => setFailed(true), [])
  const cardShown = useCallback(() => setCardIsShown(true), [])
  const attach = useCallback((attached: { stripe: Stripe; elements: StripeElements }) => {
    parts.current = attached
  }, [])

  useEffect(() => {
    setBegun(true)
    loadStripeJs(settings).then(setStripe, cardFailed)
  }, [settings, cardFailed])

  useEffect(() => {
    let isCurrent = true
    setIntentIsReady(false)
    asking.current = asking.current.then(async () => {
      if (!isCurrent) return
      const answer = await requestIntent({ roomType, paymentType, amount, checkoutKey })
      if ('refused' in answer && isFirst.current) setFailed(true)
      else if ('refused' in answer)
        console.error('The payment option was not switched:', answer.refused.message)
      isFirst.current = false
      if (isCurrent) setIntentIsReady(true)
    })
    return () => {
      isCurrent = false
    }
  }, [roomType, paymentType, amount, checkoutKey])

  const ready = stripe !== null && cardIsShown && intentIsReady
  const phase: Phase = failed
    ? 'setup-failed'
    : processing
      ? 'processing'
      : ready
        ? 'ready'
        : begun
          ? 'loading'
          : 'off'

  /** Holds the seat, charges the card; null where the traveller stays, told why. */
  async function pay(traveller: z.output<typeof CheckoutForm>): Promise<{ next: string } | null> {
    if (!parts.current || phase !== 'ready' || paying.current) return null
    paying.current = true
    setProcessing(true)
    setRefusal(null)
    const paid = await charge(parts.current, order, traveller).catch(() => ({
      refused: {
        message:
          'We could not reach the payment system. Your card may not have been charged: please try again, we never charge twice.',
      },
    }))
    if ('next' in paid) {
      showToast({
        tone: 'success',
        title: 'Payment Successful!',
        description:
          paymentType === 'full'
            ? `Your payment of $${amount.toLocaleString('en-US')} has been processed. Check your email for confirmation.`
            : `Your $${amount.toLocaleString('en-US')} deposit has been processed. Check your email for confirmation.`,
      })
      return paid
    }
    paying.current = false
    setProcessing(false)
    if ('incomplete' in paid) {
      showToast({ tone: 'failure', title: 'Missing Information', description: paid.incomplete })
      return null
    }
    setRefusal(paid.refused)
    showToast({ tone: 'failure', title: 'Payment Failed', description: paid.refused.message })
    return null
  }

  return { phase, stripe, refusal, attach, cardShown, cardFailed, pay }
}

const TRY_ANOTHER =
  'Your card was not charged. Your seat is still held, and what you typed is still here: please try again or use another card.'

type Charged = { next: string } | { incomplete: string } | { refused: Refusal }

async function charge(
  { stripe, elements }: { stripe: Stripe; elements: StripeElements },
  order: Order,
  { name, email, phone, address, city, state, zipCode, country }: z.output<typeof CheckoutForm>,
): Promise<Charged> {
  const complete = await elements.submit()
  if (complete.error) return { incomplete: complete.error.message ?? 'Please check your card' }

  const answer = await requestIntent({
    ...order,
    customerInfo: { name, email, phone, address, city, state, zipCode, country },
  })
  if ('refused' in answer) return answer

  const query = `roomType=${order.roomType}&paymentType=${order.paymentType}`
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret: answer.clientSecret,
    redirect: 'if_required',
    confirmParams: {
      return_url: `${order.origin}/payment-success?${query}`,
      payment_method_data: {
        billing_details: { name, email, phone: phone ?? '', address: billingAddress() },
      },
    },
  })
  const next = `/payment-success?${query}&payment_intent=${answer.paymentIntentId}`
  if (!error || isPaidMeanwhile(error)) return { next }
  const message = error.message ?? 'The payment did not go through.'
  return { refused: { message, ...(error.type === 'card_error' && { next: TRY_ANOTHER }) } }

  function billingAddress() {
    return { line1: address, line2: '', city, state, postal_code: zipCode, country: countryCode(country) }
  }
}

/** Another tab was quicker with the same intent, or the bank's answer was lost: the next page asks Stripe. */
const isPaidMeanwhile = ({ payment_intent: intent }: StripeError): boolean =>
  intent?.status === 'succeeded' || intent?.status === 'processing'
