import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { receiptOf } from '#app/money/books/receipts.server'
import { ReceiptSheet } from '#app/routes/payment/receipt-sheet'
import { requireStaff } from '#app/server/guards/staff-session.server'
import { adminHead } from '#app/ui/admin/admin-parts'
import { AdminFailure } from '#app/ui/admin/admin-shell'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { bookingFacts } from '#app/views/booking-facts.server'
import { namedBooking } from './booking-command.server'

export const handle: PageHandle = { quiet: true, money: true }

/** The receipt as its traveler has it, without the link by which they act. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'see money')
  const booking = namedBooking(params)
  const receipt = receiptOf(booking, Number(params.id))
  if (!receipt) throw new Response(null, { status: 404 })
  return { receipt, booking: bookingFacts(booking) }
}

export const ErrorBoundary = () => (
  <div className="admin-page">
    <AdminFailure />
  </div>
)

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminHead(`Receipt ${data?.receipt.number ?? ''}`.trim())

export default function StaffsReceiptPage() {
  const { receipt, booking } = useLoaderData<typeof loader>()
  const { reference } = booking
  return (
    <ReceiptSheet
      receipt={receipt}
      booking={booking}
      paidBy={receipt.paidBy}
      back={{ to: `/admin/bookings/${reference}`, label: `Back to ${reference}` }}
    />
  )
}
