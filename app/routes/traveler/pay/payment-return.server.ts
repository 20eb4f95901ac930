import { redirect } from '@remix-run/node'
import { arrivesAbout, type OnItsWay } from '#app/bookings/on-its-way'
import { bankDiscountsOf } from '#app/money/books/bank-discount.server'
import { isOfFirstPayment, type Receipt, receiptOfIntent } from '#app/money/books/receipts.server'
import {
  type PaymentNamed,
  type Returned,
  recordOfPayment,
  verifyReturn,
} from '#app/money/changes/paying/confirm-return.server'
import { isOfPayer, type Payer } from '#app/money/payments/payers.server'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { businessDay, now } from '#app/platform/clock.server'
import { type Cents, cents } from '#app/platform/money'
import { paymentSuccessful } from '#app/routes/payment/card-fields'
import { type StripeTrouble, stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { PaysFrom } from '#db/values'

export type PaymentReturn = {
  returned:
    | 'paid'
    | 'not-paid'
    | 'processing'
    | 'on-its-way'
    | 'failed-at-bank'
    | 'given-back'
    | 'unconfirmed'
    | null
  receipt: Receipt | null
  /** Of what is on its way from a bank account. */
  coming?: OnItsWay | null
  /** What is off for it. */
  comingDiscountCents?: Cents
  /** Where it goes back, of what did not stay here. */
  wayBack?: string
  /** What it was to be paid from, of what did not come. */
  paysFrom?: PaysFrom
  /** Why it is unconfirmed. */
  trouble?: StripeTrouble
}

const NO_RETURN: PaymentReturn = { returned: null, receipt: null }

/** What an address says was paid. */
export const namedIn = (query: URLSearchParams): PaymentNamed => ({
  intentId: query.get('payment_intent'),
  sessionId: query.get('session_id'),
})

/**
 * What became of the payment that the address names, asked of Stripe: of this payer's own alone. Throws a
 * redirect to an address without Stripe's own parameters, with the toast of a payment that has arrived.
 */
export async function paymentReturn(query: URLSearchParams, payer: Payer): Promise<PaymentReturn> {
  const named = namedIn(query)
  const { intentId, sessionId } = named
  const record = recordOfPayment(named)
  if (!record || !isOfPayer(payer, record) || !stripeConfigured()) return NO_RETURN

  const returned = await returnedPayment(named, payer)
  if ('isBusy' in returned) return { returned: 'unconfirmed', receipt: null, trouble: returned }
  if (!('booking' in returned)) return NO_RETURN

  const isFresh = sessionId !== null || query.has('redirect_status')
  if ('refused' in returned) {
    // The page itself says why nothing is due.
    if (returned.refused === 'inactive') return NO_RETURN
    if (isFresh && intentId) throw redirect(`/pay/${payer.token}?payment_intent=${intentId}`, 303)
    const wayBack = record.paysFrom === 'bank-account' ? 'your bank account' : 'your card'
    const coming = comingOf(named)
    const comingDiscountCents = coming ? discountOf(record) : cents(0)
    return {
      ...{ returned: saidOf(returned.refused, named), receipt: null },
      ...{ coming, comingDiscountCents, wayBack, paysFrom: record.paysFrom },
    }
  }
  const receipt = receiptOfIntent(returned.booking, returned.intentId) ?? null
  if (!isFresh) return { returned: 'paid', receipt }
  const address = `/pay/${payer.token}?payment_intent=${returned.intentId}`
  if (!receipt) throw redirect(address, 303)
  const paidFor = isOfFirstPayment(returned.booking, receipt) ? returned.booking.paymentType : 'later'
  const toast = paymentSuccessful(isMailed(payer) ? paidFor : 'by-link', receipt.amountCents)
  throw await redirectWithToast(address, toast, { status: 303 })
}

/** Of a bank account's: it is on its way for days, and may fail then. */
function saidOf(refused: 'not-paid' | 'processing' | 'given-back', named: PaymentNamed) {
  const record = recordOfPayment(named)
  if (record?.paysFrom !== 'bank-account') return refused
  if (refused === 'processing') return 'on-its-way'
  return refused === 'not-paid' && record.declinedCharges.length > 0 ? 'failed-at-bank' : refused
}

/** The money of a bank account's, and about when it comes. */
function comingOf(named: PaymentNamed): OnItsWay | null {
  const record = recordOfPayment(named)
  if (!record?.processingAt || record.paysFrom !== 'bank-account') return null
  return { amountCents: record.amountCents, aboutOn: arrivesAbout(businessDay(record.processingAt)) }
}

const discountOf = ({ bookingId, stripeIntentId }: NonNullable<ReturnType<typeof recordOfPayment>>): Cents =>
  bankDiscountsOf(bookingId ?? 0).get(stripeIntentId ?? '')?.cents ?? cents(0)

/** Whether they get the receipt by email: somebody else, and some companions, gave us no address. */
export const isMailed = ({ by, share }: Payer): boolean =>
  by === 'lead' || (by === 'traveler' && Boolean(share?.email))

async function returnedPayment(named: PaymentNamed, { booking }: Payer): Promise<Returned | StripeTrouble> {
  try {
    return await verifyReturn(named, ({ id }) => id === booking.id, now)
  } catch (error) {
    return stripeTrouble(error)
  }
}
