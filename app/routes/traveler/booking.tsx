import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { bookingByLink, readByLink } from '#app/bookings/find-booking.server'
import { daysFrom, showDays } from '#app/platform/days'
import { MoneyBadge, moneyRows } from '#app/routes/payment/payment-parts'
import { rememberLink } from '#app/server/guards/guest-cookies.server'
import { readForm } from '#app/server/guards/read-form.server'
import { NOT_DUE_BEFORE } from '#app/tours/departure'
import type { TravelerStanding } from '#app/travelers/details.server'
import { Badge } from '#app/ui/badge'
import { TextLink, VisuallyHidden } from '#app/ui/link'
import { unlistedHead } from '#app/ui/page-head'
import { PageHeading, Panel } from '#app/ui/panel'
import { PrintBand } from '#app/ui/picture'
import { TripBookPanel, UnknownLink } from '#app/ui/shell/contact-line'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { EmailAddress, referenceRow, SummaryList } from '#app/ui/summary-list'
import { answerRequest, type BookingPage, bookingPage } from './booking-page.server'
import { BookingSteps } from './booking-steps'
import { ChangeOrCancel } from './change-or-cancel'
import { ChoiceNotice } from './choice-parts'
import { Balance, BookingOver, MoneyTable } from './money-panels'
import { RoomCompanion } from './room-companion'
import { SomebodyElse } from './shares/somebody-else'
import { PAYER_LINK_FIELDS, type PayerLinkAnswer } from './shares/somebody-else.server'
import { WhoPays } from './shares/who-pays'
import { answerPayers, type WhoPaysAnswer } from './shares/who-pays.server'

export const handle: PageHandle = { money: true }

/** The traveler's own page, for everyone who holds the link that every mail carries. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const page = readByLink(token, (booking) => bookingPage(booking, token))
  if (!page) return data(null, 404)
  return data(page, { headers: await rememberLink(request, token) })
}

/**
 * What the traveler asks staff to do, or takes back: stored, and written to staff. Or who pays: carried out
 * at once.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const token = params.token ?? ''
  const form = await readForm(request, ['kind', 'message', 'takeBack', ...PAYER_LINK_FIELDS])
  const booking = bookingByLink(token)
  if (!booking) throw new Response(null, { status: 404 })
  if (form.has('command')) return answerPayers(form, booking, `/booking/${token}`)
  return answerRequest(form, booking, `/booking/${token}`)
}

export const meta = unlistedHead(
  '/booking',
  'Your booking',
  'Your seat on the tour: schedule, payments and receipts.',
)

export default function MyBookingPage() {
  const page = useLoaderData<typeof loader>()
  return page ? <MyBooking page={page} /> : <UnknownLink />
}

/** Has a plan: not while everything is being paid back, nor after its departure was canceled. */
const isActive = ({ booking, isBooked }: BookingPage): boolean =>
  isBooked && !booking.isBeingGivenBack && !booking.isDepartureCanceled

function MyBooking({ page }: { page: BookingPage }) {
  const { booking, isBooked, receipts } = page
  const facts = <Facts page={page} />
  return (
    <>
      <div className="lg:wrap lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-center lg:gap-x-8 lg:py-10">
        <PrintBand
          picture={page.picture}
          sizes="(width >= 64rem) 24rem, 60rem"
          className="h-40 sm:h-64 lg:order-last lg:aspect-[16/9] lg:h-auto lg:rounded-card"
        />
        <div className="wrap lg:mx-0 lg:w-auto">
          <PageHeading
            title="Your booking"
            lead={`${booking.tourName}, ${showDays(booking.startsOn, booking.endsOn)}`}
            className="lg:py-0"
          />
          {isActive(page) && <Countdown page={page} />}
        </div>
      </div>
      <div className="wrap">
        {page.choice && <ChoiceNotice token={page.token} choice={page.choice} />}
        {isActive(page) && <BookingSteps page={page} />}
        <div className="grid items-start gap-6 pb-20 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-8">
          <div className="grid min-w-0 gap-6 empty:hidden lg:col-start-1">
            {!isBooked && <BookingOver page={page} />}
            {isActive(page) && <TravelersPanel token={page.token} travelers={page.travelers} />}
            {isActive(page) && <RoomCompanion token={page.token} room={page.roomCompanion} />}
            {page.tripBook && <TripBookPanel to={page.tripBook} />}
          </div>
          <div className="grid min-w-0 gap-6 empty:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
            {isBooked && <Balance page={page}>{isActive(page) && <Schedule page={page} />}</Balance>}
            {receipts.length > 0 && <MoneyTable page={page} />}
            {isActive(page) && facts}
          </div>
          <div className="grid min-w-0 gap-6 empty:hidden lg:col-start-1">
            {!isActive(page) && facts}
            {isActive(page) && <Payers page={page} />}
            {isActive(page) && <ChangeOrCancel page={page} />}
          </div>
        </div>
      </div>
    </>
  )
}

/** Who of the party pays, and who else. */
function Payers({ page: { token, whoPays, payerLinks, today } }: { page: BookingPage }) {
  const answer = useActionData<WhoPaysAnswer | PayerLinkAnswer | { form?: undefined }>()
  const shares = whoPays?.eachPays ? whoPays.shares.filter(({ owedCents }) => owedCents > 0) : []
  return (
    <>
      {whoPays && (
        <WhoPays {...{ token, whoPays, today }} answer={answer?.form === 'who-pays' ? answer : undefined} />
      )}
      {payerLinks && (
        <SomebodyElse
          here={`/booking/${token}`}
          payerLinks={payerLinks}
          shares={shares.map(({ position, isLead, called }) => ({
            whose: String(position),
            words: isLead ? 'Your share' : `${called}’s share`,
          }))}
          answer={answer?.form === 'payer-link' ? answer : undefined}
        />
      )}
    </>
  )
}

/** How long it is until they meet; nothing from the first day on. */
function Countdown({ page: { booking, today } }: { page: BookingPage }) {
  const days = daysFrom(today, booking.startsOn)
  return (
    days > 0 && (
      <p className="-mt-4 pb-8 lg:mt-4 lg:pb-0">
        <span className="type-figure mr-0.5">{days}</span> {days === 1 ? 'day' : 'days'} to go
      </p>
    )
  )
}

function Facts({ page }: { page: BookingPage }) {
  const { booking } = page
  const { customer } = booking
  return (
    <Panel as="section" title="Booking details">
      <SummaryList
        className="mt-3"
        rows={[
          referenceRow(booking.reference),
          { label: 'Status', value: <Status page={page} /> },
          {
            label: 'Traveler',
            value: (
              <span dir="auto" className="break-words">
                {customer.name}
                <br />
                <EmailAddress address={customer.email} />
              </span>
            ),
          },
          isActive(page) && booking.running && { label: 'Departure', value: booking.running },
          { label: 'Room', value: booking.roomName },
          isActive(page) && booking.earlyBird && { label: 'Early bird', value: booking.earlyBird },
          { label: 'Booked on', value: booking.bookedAt },
          ...booking.notes,
        ]}
      />
    </Panel>
  )
}

function Status({ page: { booking, returned } }: { page: BookingPage }) {
  switch (booking.status) {
    case 'deposit_paid':
    case 'completed':
      return <MoneyBadge booking={booking} />
    case 'pending':
      return booking.isDepartureCanceled ? (
        <Badge tone="failed">Departure canceled</Badge>
      ) : (
        <Badge tone="wait">Waiting for the first payment</Badge>
      )
    case 'cancelled':
      return <Badge tone="failed">Canceled</Badge>
    case 'refunded':
      return (
        <Badge tone="failed">
          {returned.failedCents + returned.otherwiseCents > 0 ? 'Canceled' : 'Refunded'}
        </Badge>
      )
    default:
      return <Badge tone="wait">Seat released</Badge>
  }
}

/** In the panel of what is left to pay. */
const Schedule = ({ page }: { page: BookingPage }) => (
  <section aria-labelledby="schedule" className="mt-6 border-line border-t pt-5">
    <h3 id="schedule" className="font-semibold">
      Payment schedule
    </h3>
    <SummaryList className="mt-1" rows={moneyRows(page)} />
    {page.booking.waits && <p className="mt-2 text-sm">{NOT_DUE_BEFORE}</p>}
  </section>
)

/** Who travels, and how far their details have come. */
const TravelersPanel = ({ token, travelers }: Pick<BookingPage, 'token' | 'travelers'>) => (
  <Panel as="section" id="travelers" title="Travelers">
    <p className="mt-2 text-sm">
      Your guide, the lodges and the parks need to know a few things about everyone who is traveling. You can
      answer a few at a time.
    </p>
    <ul className="mt-3">
      {travelers.map((traveler) => (
        <li
          key={traveler.position}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t py-3 first:border-t-0"
        >
          <div className="min-w-0">
            <p dir="auto" className="break-words font-medium">
              {traveler.called}
            </p>
            <p className="mt-1 flex flex-wrap gap-2">
              <Standing traveler={traveler} />
            </p>
          </div>
          <div className="grid sm:justify-items-end">
            {traveler.toSign.length > 0 && (
              <TextLink
                to={`/booking/${token}/travelers/${traveler.position}#sign`}
                className="inline-block py-1 text-sm"
              >
                Read and sign
                <VisuallyHidden>
                  {' '}
                  for <bdi>{traveler.called}</bdi>
                </VisuallyHidden>
              </TextLink>
            )}
            <TextLink
              to={`/booking/${token}/travelers/${traveler.position}`}
              className="inline-block py-1 text-sm"
            >
              {traveler.missing.length > 0 ? 'Fill in' : 'See'}
              <VisuallyHidden>
                {' '}
                the details of <bdi>{traveler.called}</bdi>
              </VisuallyHidden>
            </TextLink>
          </div>
        </li>
      ))}
    </ul>
  </Panel>
)

const Standing = ({
  traveler: { missing, answered, toSign, passportEndsTooSoon },
}: {
  traveler: TravelerStanding
}) => (
  <>
    {missing.length === 0 ? (
      <Badge tone="success">Complete</Badge>
    ) : (
      <Badge tone="quiet">{answered} questions answered</Badge>
    )}
    {toSign.length > 0 && <Badge tone="wait">{toSign.length} to sign</Badge>}
    {passportEndsTooSoon && <Badge tone="failed">Passport expires too soon</Badge>}
  </>
)
