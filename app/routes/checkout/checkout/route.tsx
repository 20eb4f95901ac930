import { randomUUID } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { checkoutDeparture } from '#app/bookings/checkout-departure.server'
import { CheckoutForm } from '#app/bookings/checkout-form'
import { guestsAsked, partyChoices } from '#app/bookings/party-choices.server'
import { salesFor } from '#app/bookings/sales-for.server'
import { now, today } from '#app/clock.server'
import { readDay } from '#app/days'
import { env } from '#app/env.server'
import { beginHostedPayment } from '#app/payments/opening/begin-payment.server'
import { NOT_CONFIGURED, refusalWords } from '#app/payments/opening/refusal-words'
import { stripeTrouble, withRetryAfter } from '#app/routes/card-payment/stripe-trouble.server'
import { addressDigest, checkoutKeyIn, travelerBrowser } from '#app/routes/checkout/traveler-cookie.server'
import { readForm } from '#app/routes/read-form.server'
import { stripeConfigured } from '#app/stripe/client.server'
import { hasBegun } from '#app/tour/departure'
import { nextOnSale } from '#app/tour/departures.server'
import { ROOM_NAMES, roomTypeOf } from '#app/tour/room-type'
import { pageHead } from '#app/ui/page-head'
import { PageHeading } from '#app/ui/page-heading'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { type CheckoutAnswer, CheckoutScreen } from './checkout-screen'
import { NoSeat, PaymentUnavailable } from './closed-doors'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

/** Prices, plan and sales come from the departure; what this browser typed before comes back. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const roomType = roomTypeOf(query.get('roomType'))
  const browser = await travelerBrowser(request)
  const asked = readDay(query.get('departure'))
  const { departure, held } = checkoutDeparture(asked, browser.digest, now())
  const sales = salesFor(departure, held, now())
  const next = sales === 'open' ? null : nextOnSale(today())
  return data(
    {
      tourName: departure.name,
      startsOn: departure.startsOn,
      endsOn: departure.endsOn,
      roomType,
      roomName: ROOM_NAMES[roomType],
      paymentType: query.get('paymentType') === 'full' ? ('full' as const) : ('deposit' as const),
      plans: partyChoices(departure, held, roomType, today()),
      guests: guestsAsked(query.get('travelers')) ?? held?.numberOfGuests ?? 1,
      sales,
      next: next && { startsOn: next.startsOn, endsOn: next.endsOn },
      salesOpenOn: departure.salesOpenOn,
      hasBegun: hasBegun(departure, today()),
      held: held && {
        name: held.customerName,
        email: held.customerEmail,
        phone: held.customerPhone ?? '',
        address: held.customerAddress,
        city: held.customerCity,
        state: held.customerState,
        zipCode: held.customerZipCode,
        country: held.customerCountry,
      },
      checkoutKey: randomUUID(),
      stripe: env.stripe && { publishableKey: env.stripe.publishableKey, jsUrl: env.stripe.jsUrl },
      origin: env.BASE_URL,
    },
    { headers: browser.setCookie ? { 'Set-Cookie': browser.setCookie } : {} },
  )
}

const refused = (answer: CheckoutAnswer, init: number | ResponseInit) => data(answer, init)

/** Without JavaScript: holds the seat and goes on to Stripe's hosted page. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!stripeConfigured()) return refused({ submission: null, refused: NOT_CONFIGURED }, 503)
  const form = await readForm(request, [...Object.keys(CheckoutForm.shape), 'reprice'])
  const asksForPrice = form.has('reprice')
  form.delete('reprice')
  const submission = parseWithZod(form, { schema: CheckoutForm })
  const guests = guestsAsked(String(form.get('travelers') ?? '')) ?? 1
  if (asksForPrice) {
    const initialValue = Object.fromEntries([...form].map(([field, value]) => [field, String(value)]))
    return refused({ submission: { initialValue }, refused: null, guests }, 200)
  }
  if (submission.status !== 'success') {
    return refused({ submission: submission.reply(), refused: null, guests }, 400)
  }

  const { paymentType, checkoutKey, departure, shown, travelers, ...traveler } = submission.value
  const browser = await travelerBrowser(request)
  const headers: HeadersInit = browser.setCookie ? { 'Set-Cookie': browser.setCookie } : {}
  const at = checkoutDeparture(readDay(departure), browser.digest, now())
  try {
    const begun = await beginHostedPayment(
      {
        departureId: at.departure.id,
        roomType: roomTypeOf(new URL(request.url).searchParams.get('roomType')),
        guests: travelers,
        paymentType,
        traveler,
        browserDigest: browser.digest,
        checkoutKey: checkoutKeyIn(browser.digest, checkoutKey),
        addressDigest: addressDigest(context.clientAddress),
        shown: { plan: shown },
      },
      now,
    )
    if (!('refused' in begun)) return redirect(begun.url, { status: 303, headers })
    return refused(
      {
        submission: submission.reply(),
        guests,
        refused: refusalWords(begun, nextOnSale(today())),
        ...(begun.refused === 'already-booked' && { reference: begun.booking.reference }),
        ...(begun.refused === 'terms-changed' && { terms: begun.plan }),
      },
      { status: begun.refused === 'too-many-holds' ? 429 : 409, headers },
    )
  } catch (error) {
    const { words, init } = stripeTrouble(error, headers)
    return refused({ submission: submission.reply(), refused: words, guests }, init)
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageHead({
    title: 'Checkout',
    description: 'Reserve your seat with a deposit, or pay for the whole tour.',
    path: '/checkout',
    noindex: true,
    matches,
  })

export default function CheckoutPage() {
  const checkout = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <PageHeading title="Checkout" lead={`${checkout.tourName}, ${checkout.roomName.toLowerCase()}`} />
      <Doors checkout={checkout} />
    </div>
  )
}

type Opened = ReturnType<typeof useLoaderData<typeof loader>>

function Doors({ checkout }: { checkout: Opened }) {
  const { stripe, sales, next, startsOn, salesOpenOn } = checkout
  if (!stripe) return <PaymentUnavailable />
  if (sales === 'open') return <CheckoutScreen checkout={checkout} stripe={stripe} />
  return (
    <NoSeat
      sales={sales}
      begun={checkout.hasBegun ? startsOn : null}
      next={next && { ...next, roomType: checkout.roomType }}
      opensOn={salesOpenOn}
    />
  )
}
