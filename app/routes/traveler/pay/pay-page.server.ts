import { redirect } from '@remix-run/node'
import { type Booking, bookingByLink, payAddress } from '#app/bookings/find-booking.server'
import { isHeldForGuest } from '#app/bookings/hold'
import { isPaid } from '#app/bookings/status'
import { receivedCents } from '#app/money/books/ledger.server'
import { isOfFirstPayment, type Receipt, receiptOfIntent } from '#app/money/books/receipts.server'
import { autopayToOffer } from '#app/money/changes/paying/agree-to-autopay.server'
import { bankAtMostCents, whyNoBank } from '#app/money/changes/paying/bank-offer.server'
import { noBankWords } from '#app/money/changes/paying/bank-words'
import {
  type PaymentNamed,
  type Returned,
  recordOfPayment,
  verifyReturn,
} from '#app/money/changes/paying/confirm-return.server'
import { isPartOf, paymentDue } from '#app/money/changes/paying/later-payment.server'
import { holdSummary } from '#app/money/changes/sell-by-hand.server'
import { unsettledIntentOf } from '#app/money/payments/intent-records.server'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now, today } from '#app/platform/clock.server'
import { env } from '#app/platform/env.server'
import { type Cents, cents } from '#app/platform/money'
import { readDollars } from '#app/platform/typed/amounts'
import { paymentSuccessful } from '#app/routes/payment/card-fields'
import { scheduleTogether } from '#app/routes/payment/payment-parts'
import { type StripeTrouble, stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import { tourPicture } from '#app/site/page-words.server'
import { waitsForDecision } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import { autopayOf } from '#app/views/autopay.server'
import { bookingFacts, paymentSchedule } from '#app/views/booking-facts.server'
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
  /** Why it is unconfirmed. */
  trouble?: StripeTrouble
}

const NO_RETURN: PaymentReturn = { returned: null, receipt: null }

/**
 * What became of the payment that the address names, asked of Stripe. Throws a redirect to an address without
 * Stripe's own parameters, with the toast of a payment that has arrived.
 */
async function paymentReturn(request: Request, booking: Booking): Promise<PaymentReturn> {
  const query = new URL(request.url).searchParams
  const intentId = query.get('payment_intent')
  const sessionId = query.get('session_id')
  if ((!intentId && !sessionId) || !stripeConfigured()) return NO_RETURN

  const returned = await returnedPayment({ intentId, sessionId }, booking)
  if ('isBusy' in returned) return { returned: 'unconfirmed', receipt: null, trouble: returned }
  if (!('booking' in returned)) return NO_RETURN

  const isFresh = sessionId !== null || query.has('redirect_status')
  if ('refused' in returned) {
    // The page itself says why nothing is due.
    if (returned.refused === 'inactive') return NO_RETURN
    if (isFresh && intentId) throw redirect(`${pathOf(booking)}?payment_intent=${intentId}`, 303)
    return { returned: saidOf(returned.refused, { intentId, sessionId }), receipt: null }
  }
  const receipt = receiptOfIntent(returned.booking, returned.intentId) ?? null
  if (!isFresh) return { returned: 'paid', receipt }
  const address = `${pathOf(booking)}?payment_intent=${returned.intentId}`
  if (!receipt) throw redirect(address, 303)
  const paidFor = isOfFirstPayment(returned.booking, receipt) ? returned.booking.paymentType : 'later'
  throw await redirectWithToast(address, paymentSuccessful(paidFor, receipt.amountCents), { status: 303 })
}

/** Of a bank account's: it is on its way for days, and may fail then. */
function saidOf(refused: 'not-paid' | 'processing' | 'given-back', named: PaymentNamed) {
  const record = recordOfPayment(named)
  if (record?.paysFrom !== 'bank-account') return refused
  if (refused === 'processing') return 'on-its-way'
  return refused === 'not-paid' && record.declinedCharges.length > 0 ? 'failed-at-bank' : refused
}

async function returnedPayment(named: PaymentNamed, { id }: Booking): Promise<Returned | StripeTrouble> {
  try {
    return await verifyReturn(named, (paidFor) => paidFor.id === id, now)
  } catch (error) {
    return stripeTrouble(error)
  }
}

const pathOf = (booking: Booking): string => new URL(payAddress(booking)).pathname

export type PayPage = Awaited<ReturnType<typeof payPage>>['page']

/** Why the posted form went no further, and what was chosen in it. */
export type PayAnswer = {
  refused: string
  pays?: 'next' | 'balance' | 'part'
  partAmount?: string
  paysFrom?: PaysFrom
  autopay?: string
  payerEmail?: string
}

/** A payment link's page, which may name a payment just made; `init` where Stripe did not answer. */
export async function payPage(request: Request, asked: Booking, token: string) {
  const { trouble, ...outcome } = await paymentReturn(request, asked)
  const booking = bookingByLink(token) ?? asked
  const due = dueOf(booking)
  const isFirst = outcome.receipt !== null && isOfFirstPayment(booking, outcome.receipt)
  const stated = statedPart(new URL(request.url).searchParams, booking, due.due.remainingCents)
  return {
    page: { ...outcome, isFirst, isBusy: trouble?.isBusy ?? false, token, ...stated, ...due },
    init: trouble?.init,
  }
}

type Stated = {
  /** The part to offer, as typed; empty where the traveler names it. */
  part: { typed: string } | null
  /** What has come since staff asked for it, where that is as much: then it is not offered again. */
  cameSinceCents: Cents | null
  /** What the link asked for and can no longer be paid, as less is left: the usual is offered instead. */
  instead: { askedCents: Cents } | null
}

/** The part of a payment that the address states. */
function statedPart(query: URLSearchParams, booking: Booking, remainingCents: Cents): Stated {
  const none = { part: null, cameSinceCents: null, instead: null }
  const amount = query.get('amount')
  if (amount === null || isHeldForGuest(booking)) return none
  const [askedCents, after] = [readDollars(amount), readDollars(query.get('after') ?? '')]
  const cameSinceCents = after === null ? null : cents(receivedCents(booking.id) - after)
  if (askedCents !== null && cameSinceCents !== null && cameSinceCents >= askedCents)
    return { ...none, cameSinceCents }
  if (askedCents !== null && !isPartOf(remainingCents, askedCents))
    return { ...none, instead: { askedCents } }
  return { ...none, part: { typed: askedCents === null ? '' : amount } }
}

/** Whether a bank account can pay something; `words` say why not, where a guest may have expected it. */
function bankOf(booking: Booking) {
  const why = whyNoBank(booking, now())
  const isTold = why === 'too-near' || why === 'failed' || why === 'taken-back'
  return { why, words: isTold ? noBankWords(why) : null, atMostCents: bankAtMostCents() }
}

function dueOf(booking: Booking) {
  const { customer, ...facts } = bookingFacts(booking)
  return {
    booking: { ...facts, travelerName: customer.name, travelerEmail: customer.email },
    held: isHeldForGuest(booking) ? holdSummary(booking) : null,
    schedule: isPaid(booking.status) ? scheduleTogether(paymentSchedule(booking)) : [],
    due: paymentDue(booking),
    autopay: autopayOf(booking),
    canAgreeTo: autopayToOffer(booking),
    isProcessing: Boolean(unsettledIntentOf(booking.id)?.processingAt),
    bank: bankOf(booking),
    waits: waitsForDecision(departureOf(booking)),
    today: today(),
    picture: tourPicture(departureOf(booking)).wide,
    stripe: env.stripe && { publishableKey: env.stripe.publishableKey, jsUrl: env.stripe.jsUrl },
    origin: env.BASE_URL,
  }
}
