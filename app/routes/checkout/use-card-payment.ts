import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { type CheckoutForm, inCall, ORDER_NOTES, TRAVELER } from '#app/bookings/checkout-form'
import { countryCode } from '#app/bookings/countries'
import type { Day } from '#app/platform/days'
import { type Cents, dollarsOf } from '#app/platform/money'
import { valuesOf } from '#app/platform/typed/fields'
import {
  paymentSuccessful,
  requestIntent,
  useCardCharge,
  useCardFields,
} from '#app/routes/payment/card-fields'
import type { StripeSettings } from '#app/routes/payment/card-frame'
import type { Party } from '#app/tours/party'
import { showToast } from '#app/ui/toasts/toast-message'

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

/** Its body without customerInfo only shows the card form. */
const INTENT_CALL = '/api/create-payment-intent'

type Order = Party & {
  /** The first day of the departure that the page shows. */
  departure: Day
  paymentType: 'deposit' | 'full'
  dueCents: Cents
  /** Null until scripts run. */
  checkoutKey: string | null
  /** The plan that the page shows, in one line. */
  shown: string
  /** The terms and the privacy page that it leads to, in one line. */
  pages: string
  /** The code whose discount is in it. */
  code?: string
  /** The link of the offer to the waitlist that the page was opened with. */
  offer?: string
  origin: string
}

/** An order as the call names its parts; what is noted with it is typed below the card form's first look. */
const callOf = (order: Order, typed?: z.output<typeof CheckoutForm>) => ({
  roomType: order.roomType,
  departure: order.departure,
  amount: dollarsOf(order.dueCents),
  checkoutKey: order.checkoutKey,
  offer: order.offer,
  ...inCall({ ...(typed && valuesOf(ORDER_NOTES, typed)), ...order }),
})

/** Installments follow a deposit alone. */
const autopayIn = ({ paymentType }: Order, { autopay, payerEmail }: z.output<typeof CheckoutForm>) =>
  paymentType === 'deposit' && autopay ? { autopay, payerEmail } : {}

const TRY_ANOTHER =
  'Your card was not charged. Your seat is still held, and what you typed is still here: please try again or use another card.'

export type CardPayment = ReturnType<typeof useCardPayment>

/**
 * The states of paying by card on our own page, and the command itself. Neither Stripe's script nor an intent
 * is requested before the card is wanted: until then it counts as loading, where no one sees it yet.
 */
export function useCardPayment(order: Order, settings: StripeSettings, isWanted: boolean) {
  const fields = useCardFields(settings, isWanted)
  const [isReady, setIsReady] = useState(false)
  const { cardFailed } = fields
  const { phase, refusal, charge } = useCardCharge(fields, TRY_ANOTHER, isReady)
  const isFirst = useRef(true)
  const requested = useRef(Promise.resolve())
  const preview = order.checkoutKey === null ? null : JSON.stringify(callOf(order))

  useEffect(() => {
    if (!isWanted || preview === null) return
    let isCurrent = true
    setIsReady(false)
    requested.current = requested.current.then(async () => {
      if (!isCurrent) return
      const answer = await requestIntent(INTENT_CALL, preview)
      if ('refused' in answer && isFirst.current) cardFailed()
      else if ('refused' in answer)
        console.error('The payment option was not switched:', answer.refused.message)
      isFirst.current = false
      if (isCurrent) setIsReady(true)
    })
    return () => {
      isCurrent = false
    }
  }, [isWanted, preview, cardFailed])

  /** Holds the seat, charges the card; null where the traveler stays and reads why. */
  async function pay(typed: z.output<typeof CheckoutForm>): Promise<{ next: string } | null> {
    const { roomType, paymentType, dueCents, shown, pages, origin } = order
    const query = `roomType=${roomType}&paymentType=${paymentType}`
    const customerInfo = valuesOf(TRAVELER, typed)
    const { name, email, phone, country, address: line1, zipCode: postal_code, city, state } = customerInfo
    const address = { line1, line2: '', city, state, postal_code, country: countryCode(country) }
    const paid = await charge(
      () =>
        requestIntent(
          INTENT_CALL,
          JSON.stringify({ ...callOf(order, typed), ...autopayIn(order, typed), shown, pages, customerInfo }),
        ),
      {
        return_url: `${origin}/payment-success?${query}`,
        payment_method_data: { billing_details: { name, email, phone: phone ?? '', address } },
      },
    )
    if (!('paidIntent' in paid)) return null
    showToast(paymentSuccessful(paymentType, dueCents))
    return { next: `/payment-success?${query}&payment_intent=${paid.paidIntent}` }
  }

  return { phase, fields, refusal, pay }
}
