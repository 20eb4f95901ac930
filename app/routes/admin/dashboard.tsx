import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { siteTotals } from '#app/analytics/site-totals.server'
import { showInstant } from '#app/days'
import { env } from '#app/env.server'
import { showCents } from '#app/money'
import { newestBookings } from '#app/payments/newest-bookings.server'
import { requireStaff } from '#app/routes/admin/staff-session.server'
import { ROOM_NAMES } from '#app/tour/room-type'
import { Badge } from '#app/ui/badge'
import { DeskHeading } from '#app/ui/desk/desk-heading'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return {
    totals: siteTotals(),
    bookings: newestBookings().map((booking) => ({
      ...booking,
      bookedAt: showInstant(booking.createdAt, env.BUSINESS_TIMEZONE),
    })),
  }
}

export const meta: MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Dashboard',
    description: 'For staff.',
    path: '/admin/dashboard',
    noindex: true,
    matches,
  })

type Booking = Awaited<ReturnType<typeof loader>>['bookings'][number]

export default function DashboardPage() {
  const { totals, bookings } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHeading title="Dashboard" />
      <dl className="grid gap-4 sm:grid-cols-3">
        <Total label="Total contacts" value={totals.totalContacts} />
        <Total label="Total bookings" value={totals.totalBookings} />
        <Total label="Subscribers" value={totals.totalNewsletterSubscribers} />
      </dl>
      <h2 className="type-h3 mt-10 mb-4">Newest bookings</h2>
      {bookings.length === 0 ? (
        <Panel>
          <p className="font-semibold">No bookings yet</p>
          <p className="text-sm text-ink-soft">Booked tours will appear here.</p>
        </Panel>
      ) : (
        <Panel className="overflow-x-auto p-2">
          <table className="w-full text-left text-sm tabular-nums">
            <thead className="text-xs text-ink-soft">
              <tr>
                {['Reference', 'Customer', 'Room', 'Booked', 'Paid of total', 'Status'].map((column) => (
                  <th key={column} scope="col" className="p-3 font-semibold whitespace-nowrap">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bookings.map((booking) => (
                <BookingRow key={booking.reference} booking={booking} />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </>
  )
}

const Total = ({ label, value }: { label: string; value: number }) => (
  <Panel className="p-5">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="type-figure mt-1">{value.toLocaleString('en-US')}</dd>
  </Panel>
)

const BookingRow = ({ booking }: { booking: Booking }) => (
  <tr className="border-t border-line align-top">
    <th scope="row" className="p-3 font-medium whitespace-nowrap">
      {booking.reference}
    </th>
    <td className="p-3" dir="auto">
      {booking.customerName}
      <span className="block text-ink-soft">{booking.customerEmail}</span>
    </td>
    <td className="p-3 whitespace-nowrap">{ROOM_NAMES[booking.roomType]}</td>
    <td className="p-3 whitespace-nowrap">{booking.bookedAt}</td>
    <td className="p-3 text-right whitespace-nowrap">
      {showCents(booking.paidCents)} of {showCents(booking.totalCents)}
    </td>
    <td className="p-3">
      <StatusBadge status={booking.status} />
    </td>
  </tr>
)

const STATUS_LOOKS = {
  pending: ['info', 'Pending'],
  deposit_paid: ['wait', 'Deposit paid'],
  completed: ['success', 'Completed'],
  expired: ['failed', 'Expired'],
  cancelled: ['failed', 'Cancelled'],
  refunded: ['failed', 'Refunded'],
  payment_failed: ['failed', 'Payment failed'],
} as const

function StatusBadge({ status }: { status: Booking['status'] }) {
  const [tone, label] = STATUS_LOOKS[status]
  return <Badge tone={tone}>{label}</Badge>
}
