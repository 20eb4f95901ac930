import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, Outlet, useLoaderData } from '@remix-run/react'
import { historyOf } from '#app/audit/history.server'
import type { Booking } from '#app/bookings/find-booking.server'
import { bookingAddress, payAddress } from '#app/bookings/links.server'
import { moneyWords, openCents } from '#app/bookings/money-words'
import { holdsSeat, isPaid, lostItsSeat } from '#app/bookings/status'
import { showDays, showInstant } from '#app/days'
import { bookingDossier } from '#app/dossiers/booking-dossier.server'
import { env } from '#app/env.server'
import { pageAsked } from '#app/lists/page-cursor'
import { showCents } from '#app/money'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { Badge } from '#app/ui/badge'
import { deskButton } from '#app/ui/desk/desk-button'
import { deskHead } from '#app/ui/desk/desk-head'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { HistoryList } from '#app/ui/desk/history-list'
import { BookingFacts } from './booking-facts'
import { BookingNotices } from './booking-notices'
import { InstallmentsTable, LedgerTable, MailsTable } from './booking-tables'
import { namedBooking } from './named-booking.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see bookings')
  const booking = namedBooking(params)
  const { tour, openIntent, ...dossier } = bookingDossier(booking)
  return {
    ...dossier,
    booking: shown(booking),
    tour: { name: tour.name, days: showDays(tour.startsOn, tour.endsOn) },
    ledger: dossier.ledger.map(dated),
    refundsOnTheirWay: dossier.refundsOnTheirWay.map(dated),
    openDisputes: dossier.openDisputes.map((one) => ({ ...one, openedAt: when(one.openedAt) })),
    installments: dossier.installments.map(({ number, name, amountCents, owedCents, dueOn, paidAt }) => ({
      number,
      name,
      amountCents,
      owedCents,
      dueOn,
      paidAt: paidAt && when(paidAt),
    })),
    mails: dossier.mails.map((mail) => ({ ...dated(mail), sentAt: mail.sentAt && when(mail.sentAt) })),
    openIntent: openIntent && {
      amountCents: openIntent.amountCents,
      isProcessing: openIntent.processingAt !== null,
      since: when(openIntent.createdAt),
    },
    history: historyOf(`booking:${booking.reference}`, pageAsked(new URL(request.url).searchParams)),
  }
}

const when = (instant: Date) => showInstant(instant, env.BUSINESS_TIMEZONE)

const dated = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: when(row.createdAt) })

const shown = (booking: Booking) => ({
  reference: booking.reference,
  status: booking.status,
  money: moneyWords(booking),
  openCents: openCents(booking),
  name: booking.customerName,
  email: booking.customerEmail,
  phone: booking.customerPhone,
  address: booking.customerAddress,
  place: [booking.customerCity, `${booking.customerState} ${booking.customerZipCode}`.trim()]
    .filter(Boolean)
    .join(', '),
  country: booking.customerCountry,
  roomType: booking.roomType,
  guests: booking.numberOfGuests,
  totalCents: booking.totalCents,
  bookedAt: when(booking.createdAt),
  cancelledAt: booking.cancelledAt && when(booking.cancelledAt),
  holdEndsAt: booking.status === 'pending' ? when(booking.holdEndsAt) : null,
  earlyBirdOffer: booking.earlyBirdOffer,
  refundTerms: booking.refundTerms,
  mayCancel: holdsSeat(booking.status),
  mayPay: holdsSeat(booking.status) || lostItsSeat(booking.status),
  links: isPaid(booking.status) ? { page: bookingAddress(booking), pay: payAddress(booking) } : null,
})

export type BookingPageFacts = ReturnType<typeof useLoaderData<typeof loader>>

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  deskHead(`Booking ${data?.booking.reference ?? ''}`.trim())

export default function BookingPage() {
  const facts = useLoaderData<typeof loader>()
  const { booking } = facts
  const here = `/admin/bookings/${booking.reference}`
  const hasMoney = booking.mayPay || facts.byHandCents > 0
  return (
    <>
      <p className="desk-no-print mb-3 text-sm">
        <Link to="/admin/bookings" className="font-medium text-umber underline underline-offset-3">
          Safari Bookings
        </Link>
      </p>
      <DeskHeading
        title={`Booking ${booking.reference}`}
        badge={<Badge tone={booking.money.tone}>{booking.money.words}</Badge>}
        lead={
          <>
            <bdi>{booking.name}</bdi>, {showCents(facts.keptCents)} of {showCents(booking.totalCents)} paid
          </>
        }
      >
        {hasMoney && (
          <Link to={`${here}/payment`} preventScrollReset className={deskButton('main')}>
            Record payment
          </Link>
        )}
        {facts.refundableCents > 0 && (
          <Link to={`${here}/refund`} preventScrollReset className={deskButton('plain')}>
            Refund to card
          </Link>
        )}
        {booking.mayCancel && (
          <Link to={`${here}/cancel`} preventScrollReset className={deskButton('danger')}>
            Cancel booking
          </Link>
        )}
      </DeskHeading>
      <Outlet />
      <BookingNotices facts={facts} />
      <BookingFacts facts={facts} />
      <LedgerTable rows={facts.ledger} />
      <InstallmentsTable rows={facts.installments} isOwed={booking.links !== null} />
      <MailsTable rows={facts.mails} />
      <h2 className="mt-8 mb-3 font-semibold text-control">History</h2>
      <HistoryList
        {...facts.history}
        label={`History of ${booking.reference}`}
        empty="Nothing has happened yet"
        hideSubject
      />
    </>
  )
}
