import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { type CheckoutForm, TRAVELER, type Traveler } from '#app/bookings/checkout-form'
import { type InstallmentPlan, readPlanJson } from '#app/bookings/installments/plan'
import type { Day } from '#app/platform/days'
import { type Cents, type Dollars, dollarsOf } from '#app/platform/money'
import { valuesOf } from '#app/platform/typed/fields'
import { chargeCard, useCardFields } from '#app/routes/payment/card-fields'
import type { CardParts, StripeSettings } from '#app/routes/payment/card-frame'
import { type PaymentPhase, paymentSuccessful } from '#app/routes/payment/payment-words'
import type { Party } from '#app/tours/party'
import { showToast } from '#app/ui/toasts/toast-message'
import { countryCode } from './country-code'

const BYTES = 16

/** The key of one opened checkout page: the one given with it, or its own, made as soon as scripts run. */
export function useCheckoutKey(given: string | null): string | null {
  const [own, setOwn] = useState<string | null>(null)
  useEffect(() => setOwn(newKey()), [])
  return given ?? own
}

/** Not `randomUUID`, which browsers have on https only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * Why the traveler stays on the page, what to do next, the place that is booked already, if that is why, and
 * the terms that apply where the page showed others.
 */
export type Refusal = { message: string; next?: string; reference?: string | null; terms?: InstallmentPlan }

/** New terms are looked at again: no payment has failed. */
export const refusalTitle = ({ terms }: Pick<Refusal, 'terms'>): string =>
  terms ? 'Please look at the price again' : 'Payment Failed'

export type IntentAnswer = { clientSecret: string; paymentIntentId: string } | { refused: Refusal }

/** POST /api/create-payment-intent; without customerInfo only to show the card form. */
async function requestIntent(call: {
  roomType: string
  departure: Day
  paymentType: string
  amount: Dollars
  /** How many travel, and how many of them in single rooms beside doubles. */
  travelers: number
  singles?: number
  checkoutKey: string | undefined
  shown?: string
  code?: string
  offer?: string
  customerInfo?: Traveler
}): Promise<IntentAnswer> {
  const {
    travelers,
    singles,
    roomType,
    departure,
    paymentType,
    amount,
    checkoutKey,
    shown,
    code,
    offer,
    customerInfo,
  } = call
  try {
    const response = await fetch('/api/create-payment-intent', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        roomType,
        departure,
        paymentType,
        amount,
        numberOfGuests: travelers,
        singles,
        checkoutKey,
        shown,
        code,
        offer,
        customerInfo,
      }),
    })
    const answer = await response.json()
    if (response.ok) return { clientSecret: answer.clientSecret, paymentIntentId: answer.paymentIntentId }
    const { message, bookingReference: reference, terms } = answer
    return { refused: { message, reference, ...(terms && { terms: readPlanJson(terms) }) } }
  } catch {
    return {
      refused: { message: 'We could not reach the site. Please check your connection and try again.' },
    }
  }
}

type Order = Party & {
  /** The first day of the departure that the page shows. */
  departure: Day
  paymentType: 'deposit' | 'full'
  dueCents: Cents
  /** Null until scripts run. */
  checkoutKey: string | null
  /** The plan that the page shows, in one line. */
  shown: string
  /** The code whose discount is in it. */
  code?: string
  /** The link of the offer to the waitlist that the page was opened with. */
  offer?: string
  origin: string
}

export type CardPayment = ReturnType<typeof useCardPayment>

/**
 * The states of paying by card on our own page, and the command itself. Neither Stripe's script nor an intent
 * is asked for before the card is wanted: until then it counts as loading, where nobody sees it yet.
 */
export function useCardPayment(order: Order, settings: StripeSettings, isWanted: boolean) {
  const { roomType, travelers, singles, departure, paymentType, dueCents, checkoutKey, code, offer } = order
  const fields = useCardFields(settings, isWanted)
  const [notBegun, setNotBegun] = useState(false)
  const [intentIsReady, setIntentIsReady] = useState(false)
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isFirst = useRef(true)
  const paying = useRef(false)
  const asking = useRef(Promise.resolve())

  useEffect(() => {
    if (!isWanted || checkoutKey === null) return
    let isCurrent = true
    setIntentIsReady(false)
    asking.current = asking.current.then(async () => {
      if (!isCurrent) return
      const answer = await requestIntent({
        roomType,
        travelers,
        singles,
        departure,
        paymentType,
        amount: dollarsOf(dueCents),
        checkoutKey,
        code,
        offer,
      })
      if ('refused' in answer && isFirst.current) setNotBegun(true)
      else if ('refused' in answer)
        console.error('The payment option was not switched:', answer.refused.message)
      isFirst.current = false
      if (isCurrent) setIntentIsReady(true)
    })
    return () => {
      isCurrent = false
    }
  }, [isWanted, roomType, travelers, singles, departure, paymentType, dueCents, checkoutKey, code, offer])

  const ready = fields.shown && intentIsReady
  const phase: PaymentPhase =
    fields.failed || notBegun
      ? 'setup-failed'
      : processing
        ? 'processing'
        : ready
          ? 'ready'
          : fields.begun
            ? 'loading'
            : 'off'

  /** Holds the seat, charges the card; null where the traveler stays, told why. */
  async function pay(traveler: z.output<typeof CheckoutForm>): Promise<{ next: string } | null> {
    const parts = fields.parts.current
    if (!parts || phase !== 'ready' || paying.current) return null
    paying.current = true
    setProcessing(true)
    setRefusal(null)
    const paid = await charge(parts, order, traveler).catch((): { refused: Refusal } => ({
      refused: {
        message:
          'We could not reach the payment system. Your card may not have been charged: please try again, we never charge twice.',
      },
    }))
    if ('next' in paid) {
      showToast(paymentSuccessful(paymentType, dueCents))
      return paid
    }
    paying.current = false
    setProcessing(false)
    if ('incomplete' in paid) {
      showToast({ tone: 'failure', title: 'Missing Information', description: paid.incomplete })
      return null
    }
    setRefusal(paid.refused)
    showToast({
      tone: paid.refused.terms ? 'info' : 'failure',
      title: refusalTitle(paid.refused),
      description: paid.refused.message,
    })
    return null
  }

  return { phase, fields, refusal, pay }
}

const TRY_ANOTHER =
  'Your card was not charged. Your seat is still held, and what you typed is still here: please try again or use another card.'

type Charged = { next: string } | { incomplete: string } | { refused: Refusal }

async function charge(
  parts: CardParts,
  order: Order,
  typed: z.output<typeof CheckoutForm>,
): Promise<Charged> {
  const query = `roomType=${order.roomType}&paymentType=${order.paymentType}`
  const customerInfo = valuesOf(TRAVELER, typed)
  const { name, email, phone, address, city, state, zipCode, country } = customerInfo
  const charged = await chargeCard(
    parts,
    () =>
      requestIntent({
        ...order,
        checkoutKey: order.checkoutKey ?? undefined,
        amount: dollarsOf(order.dueCents),
        customerInfo,
      }),
    {
      return_url: `${order.origin}/payment-success?${query}`,
      payment_method_data: {
        billing_details: { name, email, phone: phone ?? '', address: billingAddress() },
      },
    },
  )
  if ('paidIntent' in charged) {
    return { next: `/payment-success?${query}&payment_intent=${charged.paidIntent}` }
  }
  if (!('declined' in charged)) return charged
  return { refused: { message: charged.declined, ...(charged.byTheCard && { next: TRY_ANOTHER }) } }

  function billingAddress() {
    return { line1: address, line2: '', city, state, postal_code: zipCode, country: countryCode(country) }
  }
}
