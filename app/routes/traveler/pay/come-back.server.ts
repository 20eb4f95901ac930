import { redirect } from '@remix-run/node'
import type { Booking } from '#app/bookings/find-booking.server'
import { payAddress } from '#app/bookings/links.server'
import { now } from '#app/clock.server'
import { type Receipt, receiptOfIntent } from '#app/dossiers/receipts.server'
import { believeHostedReturn, believeReturn, type Returned } from '#app/payments/confirm-return.server'
import { type StripeTrouble, stripeTrouble } from '#app/routes/card-payment/stripe-trouble.server'
import { paymentSuccessful } from '#app/routes/card-payment/success-toast'
import { stripeConfigured } from '#app/stripe/client.server'
import { redirectWithToast } from '#app/ui/toasts/flash.server'

export type CameBack = {
  returned: 'paid' | 'not-paid' | 'processing' | 'given-back' | 'unconfirmed' | null
  receipt: Receipt | null
  /** Why it is unconfirmed. */
  trouble?: StripeTrouble
}

const NOTHING: CameBack = { returned: null, receipt: null }

/**
 * What became of the payment that the address names, asked of Stripe. Throws a redirect to an address without
 * Stripe's own parameters, with the toast of a payment that has arrived.
 */
export async function comeBack(request: Request, booking: Booking): Promise<CameBack> {
  const query = new URL(request.url).searchParams
  const intentId = query.get('payment_intent')
  const sessionId = query.get('session_id')
  if ((!intentId && !sessionId) || !stripeConfigured()) return NOTHING

  const returned = await believed(intentId, sessionId)
  if ('isBusy' in returned) return { returned: 'unconfirmed', receipt: null, trouble: returned }
  if (!('booking' in returned) || returned.booking.id !== booking.id) return NOTHING

  const isFresh = sessionId !== null || query.has('redirect_status')
  if ('refused' in returned) {
    // The page itself says why nothing is due.
    if (returned.refused === 'not-standing') return NOTHING
    if (isFresh && intentId) throw redirect(`${pathOf(booking)}?payment_intent=${intentId}`, 303)
    return { returned: returned.refused, receipt: null }
  }
  const receipt = receiptOfIntent(returned.booking, returned.intentId) ?? null
  if (!isFresh) return { returned: 'paid', receipt }
  const address = `${pathOf(booking)}?payment_intent=${returned.intentId}`
  if (!receipt) throw redirect(address, 303)
  throw await redirectWithToast(address, paymentSuccessful('later', receipt.amountCents), { status: 303 })
}

async function believed(
  intentId: string | null,
  sessionId: string | null,
): Promise<Returned | StripeTrouble> {
  try {
    return intentId ? await believeReturn(intentId, now) : await believeHostedReturn(sessionId ?? '', now)
  } catch (error) {
    return stripeTrouble(error)
  }
}

const pathOf = (booking: Booking): string => new URL(payAddress(booking)).pathname
