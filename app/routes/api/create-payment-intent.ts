import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { isBlankTraveller, TravellerForm } from '#app/bookings/traveller-form'
import { now } from '#app/clock.server'
import { dollarsOf } from '#app/money'
import { beginCardPayment, dueNow, type NotBegun, showCardForm } from '#app/payments/begin-payment.server'
import { NOT_CONFIGURED, refusalWords, SETUP_FAILED } from '#app/payments/refusal-words'
import { fieldErrors, onlyMethods, readJson, refuse, refuseFields } from '#app/routes/api/json-call.server'
import { addressDigest, checkoutKeyIn, travellerBrowser } from '#app/routes/checkout/traveller-cookie.server'
import { StripeUnavailable, stripeConfigured } from '#app/stripe/client.server'
import type { Intent } from '#app/stripe/intents.server'
import { roomTypeOf } from '#app/tour/room-type'
import { theTour } from '#app/tour/tour.server'

const Call = z.object({
  paymentType: z.enum(['deposit', 'full'], { error: 'Please choose deposit or full payment' }),
  amount: z.number({ error: 'The amount is not a number of dollars' }),
  checkoutKey: z.string().min(8).max(64).optional(),
})

export const loader = ({ request }: LoaderFunctionArgs) => onlyMethods(request, 'POST')

/** Holds a seat and opens an intent; without customerInfo an intent for showing the card form (decisions §2). */
export async function action({ request, context }: ActionFunctionArgs) {
  const wrongMethod = onlyMethods(request, 'POST')
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)
  const json = await readJson(request)
  if ('refused' in json) return json.refused

  const tour = theTour()
  const roomType = roomTypeOf(json.body.roomType)
  const call = Call.safeParse(json.body)
  const isBlank = isBlankTraveller(json.body.customerInfo)
  const traveller = isBlank ? null : TravellerForm.safeParse(json.body.customerInfo)
  const errors = {
    ...(call.success
      ? wrongAmount(call.data, dollarsOf(dueNow(tour, roomType, call.data.paymentType)))
      : fieldErrors(call.error)),
    ...(traveller && !traveller.success && fieldErrors(traveller.error)),
  }
  if (!call.success || (traveller && !traveller.success) || Object.keys(errors).length > 0) {
    return refuseFields(errors)
  }

  const browser = await travellerBrowser(request)
  const headers: HeadersInit = browser.setCookie ? { 'Set-Cookie': browser.setCookie } : {}
  const wish = {
    roomType,
    paymentType: call.data.paymentType,
    checkoutKey: checkoutKeyIn(browser.digest, call.data.checkoutKey),
  }
  try {
    if (!traveller?.success) {
      const shown = await showCardForm({ ...wish, browserDigest: browser.digest }, now)
      return 'refused' in shown ? refusal(shown, headers) : opened(shown.intent, null, headers)
    }
    const begun = await beginCardPayment(
      {
        ...wish,
        tourId: tour.id,
        traveller: traveller.data,
        browserDigest: browser.digest,
        addressDigest: addressDigest(context.clientAddress),
      },
      now,
    )
    return 'refused' in begun
      ? refusal(begun, headers)
      : opened(begun.intent, begun.booking.reference, headers)
  } catch (error) {
    if (error instanceof StripeUnavailable) return refuse(502, SETUP_FAILED, undefined, headers)
    throw error
  }
}

const opened = (intent: Intent, bookingReference: string | null, headers: HeadersInit) =>
  Response.json(
    {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.id,
      amount: dollarsOf(intent.amountCents),
      bookingReference,
    },
    { headers },
  )

const wrongAmount = (call: { amount: number }, due: number): Record<string, string[]> =>
  call.amount === due ? {} : { amount: [`The amount due now is $${due.toLocaleString('en-US')}`] }

function refusal(refused: NotBegun, headers: HeadersInit) {
  const message = refusalWords(refused)
  if (refused.refused === 'already-booked') {
    return Response.json({ message, bookingReference: refused.booking.reference }, { status: 409, headers })
  }
  if (refused.refused !== 'too-many-holds') return refuse(409, message, undefined, headers)
  const seconds = Math.max(1, Math.ceil((refused.freeAt.getTime() - now().getTime()) / 1000))
  return refuse(429, message, undefined, { ...headers, 'Retry-After': String(seconds) })
}
