import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { autopayOf } from '#app/bookings/autopay-fields'
import { isBlankTraveler, ORDER_NOTES } from '#app/bookings/checkout-form'
import {
  type CheckoutOffer,
  checkoutDeparture,
  offerTo,
  termsOnOffer,
} from '#app/bookings/checkout-offer.server'
import { CODE_REFUSED } from '#app/bookings/discount-code'
import type { PaymentType } from '#app/bookings/find-booking.server'
import { dueNow, type InstallmentPlan, type Offer, planJson } from '#app/bookings/installments/plan'
import { beginCardPayment, type NotBegun, showCardForm } from '#app/money/changes/paying/begin-payment.server'
import { NOT_CONFIGURED, refusalWords } from '#app/money/changes/paying/refusal-words'
import { stripeConfigured } from '#app/money/stripe/client.server'
import type { Intent } from '#app/money/stripe/intents.server'
import { machineNow, now, today } from '#app/platform/clock.server'
import { type Cents, centsOf, dollarsOf, showCents } from '#app/platform/money'
import { valuesOf } from '#app/platform/typed/fields'
import { stripeTrouble } from '#app/routes/payment/stripe-trouble.server'
import {
  createPaymentIntent,
  departure as departureField,
  IntentWish,
  numberOfGuests,
  singles,
  TravelerCall,
  wrongRooms,
} from '#app/server/contract/guest-calls'
import {
  fieldErrors,
  onlyDeclared,
  readJson,
  refuse,
  refuseFields,
} from '#app/server/contract/json-call.server'
import { checkoutKeyIn, networkOf, travelerBrowser } from '#app/server/guards/guest-cookies.server'
import { sourceOf } from '#app/server/guards/visitors.server'
import { agreedVersions, pagesInLine } from '#app/server/legal/legal-pages.server'
import { NO_SUCH_DEPARTURE, readNameInLinks } from '#app/tours/departure'
import { departureNamed, nextOnSale } from '#app/tours/departures.server'
import { type Party, requestedParty, roomTypeOf } from '#app/tours/party'

export const loader = ({ request }: LoaderFunctionArgs) => onlyDeclared(request, createPaymentIntent)

/** Holds a seat and opens an intent; without customerInfo an intent for showing the card form (rules 7.8). */
export async function action({ request, context }: ActionFunctionArgs) {
  const wrongMethod = onlyDeclared(request, createPaymentIntent)
  if (wrongMethod) return wrongMethod
  if (!stripeConfigured()) return refuse(503, NOT_CONFIGURED)
  const json = await readJson(request)
  if ('refused' in json) return json.refused

  const browser = await travelerBrowser(request)
  const { customerInfo, ...wished } = json.body
  const named = departureField.safeParse(json.body.departure)
  const asked = readNameInLinks(named.data)
  const offered = String(json.body.offer ?? '')
  const call = IntentWish.safeParse(wished)
  const found = checkoutDeparture(asked, browser.digest, now(), offered, call.data?.code)
  if (asked !== null && departureNamed(asked)?.id !== found.departure.id)
    return refuseFields(NO_SUCH_DEPARTURE)
  const party = requestedParty(roomTypeOf(json.body.roomType), {
    travelers: numberOfGuests.safeParse(json.body.numberOfGuests).data,
    singles: singles.safeParse(json.body.singles).data,
  })
  const guest = { browserDigest: browser.digest, ...networkOf(context.clientAddress) }
  const chosen = { party, code: call.data?.code, offer: call.data?.offer }
  const offer = offerTo(guest, found, chosen, now(), machineNow())
  if (offer.codeRefused) {
    const words = CODE_REFUSED[offer.codeRefused]
    return refuse(offer.codeRefused === 'code-too-often' ? 429 : 400, words, { code: [words] })
  }
  const offers = plansOnOffer(offer)
  const traveler = isBlankTraveler(customerInfo) ? null : TravelerCall.safeParse(customerInfo)
  const errors = {
    ...(call.success
      ? { ...wrongAmount(call.data, offers), ...wrongRooms(call.data) }
      : fieldErrors(call.error)),
    ...(traveler && !traveler.success && fieldErrors(traveler.error)),
  }
  if (!call.success || (traveler && !traveler.success) || Object.keys(errors).length > 0) {
    return call.success && errors.amount ? refuseAmount(errors, planJson(offers[0])) : refuseFields(errors)
  }

  const headers: HeadersInit = browser.setCookie ? { 'Set-Cookie': browser.setCookie } : {}
  const wish = {
    ...party,
    paymentType: call.data.paymentType,
    checkoutKey: checkoutKeyIn(browser.digest, call.data.checkoutKey),
    shown: { dueCents: centsOf(call.data.amount), plan: call.data.shown, pages: call.data.pages },
  }
  try {
    if (!traveler?.success) {
      const shown = await showCardForm({ ...wish, at: offer }, now)
      return 'refused' in shown
        ? refusal(shown, { ...call.data, ...party }, headers)
        : opened(shown.intent, null, headers)
    }
    const notes = valuesOf(ORDER_NOTES, call.data)
    const ordered = {
      ...offer.order,
      ...wish,
      ...notes,
      traveler: traveler.data,
      autopay: autopayOf(call.data),
      source: await sourceOf(request, context.clientAddress),
      agreed: agreedVersions(now()),
      pages: pagesInLine(),
    }
    const begun = await beginCardPayment(ordered, now)
    return 'refused' in begun
      ? refusal(begun, { ...call.data, ...party }, headers)
      : opened(begun.intent, begun.booking.reference, headers)
  } catch (error) {
    const { words, init } = stripeTrouble(error, headers)
    return Response.json({ message: words }, init)
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

type Pays = { amount: number; paymentType: PaymentType }

/**
 * The plan of the seat that this browser holds, where it holds one, and the departure's for another traveler.
 */
const plansOnOffer = ({ departure, party, code, plan }: CheckoutOffer): [Offer, Offer] => [
  plan,
  termsOnOffer(departure, undefined, party, today(), code),
]

const isDue = ({ amount, paymentType }: Pays, plan: InstallmentPlan) =>
  amount === dollarsOf(dueNow(plan, paymentType))

const amountError = (due: Cents): Record<string, string[]> => ({
  amount: [`The amount due now is ${showCents(due)}`],
})

const wrongAmount = (call: Pays, offers: [InstallmentPlan, InstallmentPlan]): Record<string, string[]> =>
  offers.some((plan) => isDue(call, plan)) ? {} : amountError(dueNow(offers[0], call.paymentType))

/** The terms go with it, for a page that showed others. */
const refuseAmount = (
  errors: Record<string, string[]>,
  terms: ReturnType<typeof planJson>,
  headers?: HeadersInit,
) => Response.json({ message: Object.values(errors)[0]?.[0], errors, terms }, { status: 400, headers })

function refusal(refused: NotBegun, call: Pays & Party, headers: HeadersInit) {
  const message = refusalWords(refused, nextOnSale(today()))
  if (refused.refused === 'terms-changed') {
    const { plan } = refused
    const terms = planJson(plan)
    if (!isDue(call, plan)) return refuseAmount(amountError(dueNow(plan, call.paymentType)), terms, headers)
    return Response.json({ message, terms }, { status: 409, headers })
  }
  if (refused.refused === 'pages-changed') {
    return Response.json({ message, pages: refused.pages }, { status: 409, headers })
  }
  if (refused.refused === 'already-booked') {
    return Response.json({ message, bookingReference: refused.booking.reference }, { status: 409, headers })
  }
  if (refused.refused !== 'too-many-holds') return refuse(409, message, undefined, headers)
  const seconds = Math.max(1, Math.ceil((refused.freeAt.getTime() - now().getTime()) / 1000))
  return refuse(429, message, undefined, { ...headers, 'Retry-After': String(seconds) })
}
