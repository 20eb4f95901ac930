import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Booking, bookingFor } from '#app/bookings/find-booking.server'
import { dueTogether, installmentState, stateLine } from '#app/bookings/installments/due'
import { sumOnItsWay } from '#app/bookings/on-its-way'
import { isPaid } from '#app/bookings/status'
import { isBeingGivenBack } from '#app/money/books/amounts-owed.server'
import { confirmReturn, type Returned } from '#app/money/changes/paying/confirm-return.server'
import { now, today } from '#app/platform/clock.server'
import { showDays } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { Karibu, karibu } from '#app/routes/payment/karibu'
import {
  BookingError,
  FlightsWait,
  MoneyBadge,
  NextSteps,
  PaymentPending,
} from '#app/routes/payment/payment-parts'
import { stripeTrouble, withRetryAfter } from '#app/routes/payment/stripe-trouble.server'
import { bookingViewer } from '#app/server/guards/booking-viewer.server'
import { tourPicture } from '#app/site/page-words.server'
import { CANCELED, NOT_DUE_BEFORE } from '#app/tours/departure'
import { departureOf } from '#app/tours/departures.server'
import { ButtonLink } from '#app/ui/button'
import { Link, telHref } from '#app/ui/link'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { RefundTerms } from '#app/ui/refund-terms'
import { type PageHandle, useShellData } from '#app/ui/shell/page-handle'
import {
  balancingRows,
  EmailAddress,
  onItsWayRows,
  priceRows,
  referenceRow,
  remainingRows,
  SummaryList,
} from '#app/ui/summary-list'
import { type BookingFacts, bookingFacts } from '#app/views/booking-facts.server'

export const handle: PageHandle = { money: true }

export const headers = withRetryAfter

/**
 * The whole confirmation, for the browser that booked, or one that presents the secret of a payment (rules
 * 5.8). A return that says it succeeded is confirmed with Stripe and completes the booking (rules 1.10).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const id = query.get('booking_id')
  const intentId = query.get('payment_intent')
  if (!id) return data({ error: 'Invalid booking confirmation' }, 400)

  const booking = bookingFor(await bookingViewer(request), id)
  if (!booking) return data({ error: 'Booking not found' }, 404)

  if (booking.status === 'refunded' || booking.status === 'cancelled' || isBeingGivenBack(booking)) {
    return data({ error: 'This booking was canceled' }, 410)
  }

  if (isPaid(booking.status) && departureOf(booking).canceledAt)
    throw redirect(`/booking/${booking.linkToken}`)

  if (intentId && (query.get('redirect_status') === 'succeeded' || !isPaid(booking.status))) {
    try {
      const returned = await confirmReturn(id, intentId, now)
      if (!('refused' in returned)) return data(confirmed(returned.booking))
      if (returned.refused === 'processing') return data({ pending: true as const, isBusy: false })
      return data({ error: notConfirmed(returned) }, 409)
    } catch (error) {
      const { isBusy, init } = stripeTrouble(error)
      if (!isPaid(booking.status)) return data({ pending: true as const, isBusy }, init)
    }
  }
  if (!isPaid(booking.status)) return data({ error: 'Failed to confirm booking' }, 409)
  return data(confirmed(booking))
}

/** Money that came after the departure was canceled is on its way back already. */
const notConfirmed = (returned: Extract<Returned, { refused: string }>): string =>
  returned.refused === 'given-back' && departureOf(returned.booking).canceledAt
    ? `${CANCELED} Your payment is being returned to your card in full.`
    : 'Failed to confirm booking'

/** A guest who may see the whole confirmation may also go to the traveler's own page (decision 006). */
const confirmed = (booking: Booking) => ({
  booking: bookingFacts(booking),
  token: booking.linkToken,
  picture: tourPicture(departureOf(booking)).wide,
  today: today(),
})

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) =>
  pageHead({
    title:
      page && 'booking' in page
        ? 'Your booking'
        : page && 'pending' in page
          ? 'Payment in progress'
          : 'Booking error',
    description: 'Your seat on the tour.',
    path: '/booking-confirmation',
    noindex: true,
    matches,
  })

export default function BookingConfirmationPage() {
  const page = useLoaderData<typeof loader>()
  if ('error' in page) return <BookingError reason={page.error} />
  if ('pending' in page) return <PaymentPending isBusy={page.isBusy} />
  return <Confirmed {...page} />
}

function Confirmed(page: ReturnType<typeof confirmed>) {
  const { booking, token, today } = page
  const rowsOf = (isWanted: (one: BookingFacts['installments'][number]) => boolean) =>
    dueTogether(booking.installments)
      .filter(isWanted)
      .map(({ name, amountCents, isPaid, ...asks }) => ({
        label: name,
        note: stateLine(installmentState(asks, isPaid, today), asks, today),
        value: showCents(amountCents),
      }))
  const paidLaterCents = booking.installments
    .filter(({ owedCents, onItsWayCents }) => owedCents + onItsWayCents === 0)
    .reduce(
      (sum, { amountCents, writtenOffCents }) => sum + amountCents - writtenOffCents,
      sumOnItsWay(booking.onItsWay) as number,
    )
  return (
    <Karibu
      {...page}
      title="Booking Confirmed"
      lead={`${karibu(booking)} A confirmation email was sent to you.`}
      action={<ButtonLink to={`/booking/${token}`}>Open your booking page</ButtonLink>}
      aside={
        <>
          <CustomerInformation customer={booking.customer} />
          <NextSteps {...booking} />
          <Questions />
          <p className="print:hidden">
            <ButtonLink to={booking.journey} tone="outline">
              Back to the tour
            </ButtonLink>
          </p>
        </>
      }
    >
      <FlightsWait {...booking} />
      <Panel title="Booking details">
        <SummaryList
          className="mt-3"
          rows={[
            referenceRow(booking.reference),
            { label: 'Payment status', value: <MoneyBadge booking={booking} /> },
            { label: 'Tour package', value: booking.tourName },
            { label: 'Dates', value: <Dates {...booking} /> },
            { label: 'Room type', value: booking.roomName },
            booking.earlyBird && { label: 'Early bird', value: booking.earlyBird },
            ...booking.notes,
            ...priceRows(booking, 'Total amount'),
            { label: 'Paid today', value: showCents(booking.paidTodayCents) },
            ...rowsOf(({ owedCents, onItsWayCents }) => owedCents + onItsWayCents === 0),
            ...balancingRows(booking, booking.paidTodayCents + paidLaterCents),
            ...onItsWayRows(booking.onItsWay),
            ...remainingRows(
              booking.remainingCents,
              rowsOf(({ owedCents }) => owedCents > 0),
            ),
          ]}
        />
        {booking.waits && <p className="mt-2 text-sm">{NOT_DUE_BEFORE}</p>}
        <div id="terms">
          <RefundTerms refund={booking.refundTerms} />
        </div>
      </Panel>
    </Karibu>
  )
}

/** Whether it runs stands above all else while that is undecided. */
const Dates = ({ startsOn, endsOn, running, isUndecided }: BookingFacts) => (
  <>
    {showDays(startsOn, endsOn)}
    {running && !isUndecided && <span className="block font-normal text-ink-soft text-xs">{running}</span>}
  </>
)

/** The address runs on, as on an envelope read aloud: they typed it a minute ago. */
const CustomerInformation = ({ customer }: Pick<BookingFacts, 'customer'>) => (
  <Panel title="Customer information">
    <p className="mt-3 break-words text-sm" dir="auto">
      <strong className="font-semibold">{customer.name}</strong>
      <br />
      <EmailAddress address={customer.email} />
    </p>
    <address className="mt-2 text-ink-soft text-sm not-italic break-words" dir="auto">
      {customer.address}, {customer.city}, {customer.state} {customer.zipCode}, {customer.country}
    </address>
  </Panel>
)

const LINK = 'text-umber underline underline-offset-4'

function Questions() {
  const settings = useShellData()?.settings
  return (
    <p className="text-ink-soft text-sm">
      Questions?{' '}
      {settings?.contactEmail && (
        <>
          Write to{' '}
          <a className={LINK} href={`mailto:${settings.contactEmail}`}>
            {settings.contactEmail}
          </a>
          ,{' '}
        </>
      )}
      {settings?.contactPhone && (
        <>
          {settings.contactEmail ? 'call' : 'Call'}{' '}
          <a className={`${LINK} whitespace-nowrap`} href={telHref(settings.contactPhone)}>
            {settings.contactPhone}
          </a>
        </>
      )}
      {settings?.contactEmail || settings?.contactPhone ? ' or use the ' : 'Use the '}
      <Link className={LINK} to="/contact">
        contact page
      </Link>
      .
    </p>
  )
}
