import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Booking, maySee, newestPaidBy } from '#app/bookings/find-booking.server'
import { checkoutPathOf, HOLD_MINUTES } from '#app/bookings/hold'
import { dueTogether } from '#app/bookings/installments/due'
import { holdsSeat } from '#app/bookings/status'
import { isOfFirstPayment, receiptOfIntent } from '#app/money/books/receipts.server'
import { verifyReturn } from '#app/money/changes/paying/confirm-return.server'
import { stripeConfigured } from '#app/money/stripe/client.server'
import { now } from '#app/platform/clock.server'
import { showDay, showDays } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { paymentSuccessful } from '#app/routes/payment/card-fields'
import { Karibu, karibu } from '#app/routes/payment/karibu'
import { BookingError, FlightsWait, NextSteps, PaymentPending } from '#app/routes/payment/payment-parts'
import { stripeTrouble, withRetryAfter } from '#app/routes/payment/stripe-trouble.server'
import { bookingViewer, secretIn } from '#app/server/guards/booking-viewer.server'
import { knownBrowser } from '#app/server/guards/guest-cookies.server'
import { tourPicture } from '#app/site/page-words.server'
import { nameInLinks } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { ButtonLink } from '#app/ui/button'
import { TextLink } from '#app/ui/link'
import { Notice } from '#app/ui/notice'
import { pageHead } from '#app/ui/page-head'
import { NarrowPage, Panel } from '#app/ui/panel'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { priceRows, referenceRow, remainingRows, SummaryList } from '#app/ui/summary-list'
import { redirectWithToast } from '#app/ui/toasts/flash.server'
import type { ToastMessage } from '#app/ui/toasts/toast-message'
import { bookingFacts } from '#app/views/booking-facts.server'
import { PaymentUnavailable } from './not-on-sale'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

/**
 * Where a paid card comes back to. Stripe is asked before anything is shown; a return from 3-D Secure or from
 * the hosted page goes on to the whole confirmation.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const intentId = query.get('payment_intent')
  const sessionId = query.get('session_id')
  if (!intentId && !sessionId) return newestOfThisBrowser(request)
  if (!stripeConfigured()) return data({ state: 'not-configured' as const }, 503)

  try {
    const viewer = await bookingViewer(request)
    const returned = await verifyReturn({ intentId, sessionId }, (booking) => maySee(viewer, booking), now)
    if ('refused' in returned) {
      if (returned.refused === 'not-found') return data({ state: 'unknown' as const }, 404)
      if (returned.refused === 'inactive') return data({ state: 'inactive' as const }, 410)
      const { refused: state, booking } = returned
      const departure = nameInLinks(departureOf(booking))
      const again = `${checkoutPathOf(booking, departure)}&paymentType=${booking.paymentType}`
      return data({ state, again, isHeld: holdsSeat(booking.status) }, state === 'processing' ? 200 : 409)
    }
    const { booking } = returned
    const confirmation = `/booking-confirmation?booking_id=${booking.reference}&payment_intent=${returned.intentId}&redirect_status=succeeded${viewer.browserDigest === booking.browserDigest ? '' : secretIn(query)}`
    if (sessionId || query.get('redirect_status') === 'succeeded') {
      const toast = thanksFor(booking, returned.intentId)
      throw toast
        ? await redirectWithToast(confirmation, toast, { status: 303 })
        : redirect(confirmation, 303)
    }
    if (departureOf(booking).canceledAt) throw redirect(confirmation)
    return data(paid(booking, confirmation))
  } catch (error) {
    const { isBusy, init } = stripeTrouble(error)
    return data({ state: 'unconfirmed' as const, isBusy }, init)
  }
}

/** The toast (rules 11.7) for the payment that brought someone here: a booking's first, or one after it. */
function thanksFor(booking: Booking, intentId: string): ToastMessage | undefined {
  const receipt = receiptOfIntent(booking, intentId)
  if (!receipt) return undefined
  return paymentSuccessful(
    isOfFirstPayment(booking, receipt) ? booking.paymentType : 'later',
    receipt.amountCents,
  )
}

/** The address alone proves nothing: only what this browser booked and paid is shown. */
async function newestOfThisBrowser(request: Request) {
  const browser = await knownBrowser(request)
  const booking = browser && newestPaidBy(browser)
  if (!booking) return data({ state: 'unknown' as const }, 404)
  const confirmation = `/booking-confirmation?booking_id=${booking.reference}`
  if (departureOf(booking).canceledAt) throw redirect(confirmation)
  return data(paid(booking, confirmation))
}

/** Anyone who may see this may also go to the traveler's own page (decision 006). */
const paid = (booking: Booking, confirmation: string) => ({
  state: 'paid' as const,
  booking: bookingFacts(booking),
  token: booking.linkToken,
  picture: tourPicture(departureOf(booking)).wide,
  confirmation,
})

const TITLES = {
  paid: 'Payment received',
  processing: 'Payment in progress',
  unconfirmed: 'Payment in progress',
  'given-back': 'Payment returned',
  'not-paid': 'Payment failed',
  'not-configured': 'Payment system unavailable',
} as const

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  pageHead({
    title: (page && page.state in TITLES && TITLES[page.state as keyof typeof TITLES]) || 'Booking error',
    description: 'Your payment for the tour.',
    path: '/payment-success',
    noindex: true,
    matches,
  })

export default function PaymentSuccessPage() {
  const page = useLoaderData<typeof loader>()
  switch (page.state) {
    case 'paid':
      return <Paid page={page} />
    case 'processing':
      return <PaymentPending />
    case 'unconfirmed':
      return <PaymentPending isBusy={page.isBusy} />
    case 'given-back':
      return <BookingError reason="Your payment is being returned to your card in full." />
    case 'not-paid':
      return <NotPaid again={page.again} isHeld={page.isHeld} />
    case 'not-configured':
      return <PaymentUnavailable />
    case 'inactive':
      return <BookingError reason="This booking was canceled" />
    default:
      return <BookingError reason="Invalid booking confirmation" />
  }
}

function Paid({ page }: { page: ReturnType<typeof paid> }) {
  const { booking, confirmation } = page
  return (
    <Karibu
      {...page}
      title={karibu(booking)}
      lead={`We received ${showCents(booking.paidTodayCents)}. A confirmation is on its way to ${booking.customer.email}.`}
      action={<ButtonLink to={confirmation}>See your booking</ButtonLink>}
      pointsAhead
      aside={
        <>
          <NextSteps {...booking} />
          <p className="flex flex-wrap gap-3 print:hidden">
            <ButtonLink to={booking.journey} tone="outline">
              Back to the tour
            </ButtonLink>
            <ButtonLink to="/contact" tone="outline">
              Contact us
            </ButtonLink>
          </p>
        </>
      }
    >
      <FlightsWait {...booking} />
      <Panel title="Booking summary">
        <SummaryList
          className="mt-3"
          rows={[
            referenceRow(booking.reference),
            { label: booking.tourName, value: showDays(booking.startsOn, booking.endsOn) },
            { label: 'Room', value: booking.roomName },
            booking.earlyBird && { label: 'Early bird', value: booking.earlyBird },
            ...priceRows(booking, 'Total'),
            { label: 'Paid today', value: showCents(booking.paidTodayCents), total: true },
            ...remainingRows(
              booking.remainingCents,
              dueTogether(booking.installments)
                .filter(({ owedCents }) => owedCents > 0)
                .map(({ name, amountCents, dueOn, waits }) => ({
                  label: name,
                  note: `Due ${showDay(dueOn)}${waits ? ', once the departure is guaranteed' : ''}`,
                  value: showCents(amountCents),
                })),
            ),
          ]}
        />
        <p className="mt-4 border-line border-t pt-4 text-sm">
          <TextLink to={`${confirmation}#terms`}>The refund terms you agreed to</TextLink>
        </p>
      </Panel>
    </Karibu>
  )
}

const NotPaid = ({ again, isHeld }: { again: string; isHeld: boolean }) => (
  <NarrowPage title="Payment Failed">
    <Notice
      tone="danger"
      role="alert"
      title="Your card was not charged"
      actions={<ButtonLink to={again}>{isHeld ? 'Try again' : 'Book again'}</ButtonLink>}
    >
      {isHeld
        ? `The payment was not completed. Your seat stays held for you until its ${HOLD_MINUTES} minutes are over, and what you typed is still there.`
        : `The payment was not completed. The ${HOLD_MINUTES} minutes for your seat are over or the card was declined too often, so we released it. You are welcome to book again.`}
    </Notice>
  </NarrowPage>
)
