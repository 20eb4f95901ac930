import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { receiptOf } from '#app/money/books/receipts.server'
import { ReceiptSheet } from '#app/routes/payment/receipt-sheet'
import { pageHead } from '#app/ui/page-head'
import { UnknownLink } from '#app/ui/shell/contact-line'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { bookingFacts } from '#app/views/booking-facts.server'

export const handle: PageHandle = { quiet: true, money: true }

/** One movement of money, on one sheet of paper. */
export function loader({ params }: LoaderFunctionArgs) {
  const token = params.token ?? ''
  const booking = bookingByLink(token)
  const receipt = booking && receiptOf(booking, Number(params.id))
  if (!booking || !receipt) return data(null, 404)
  return data({ token, receipt, booking: bookingFacts(booking) })
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) =>
  pageHead({
    title: page ? `Receipt ${page.receipt.number}` : 'Receipt',
    description: 'A receipt for a payment.',
    path: '/booking',
    noindex: true,
    matches,
  })

export default function ReceiptPage() {
  const page = useLoaderData<typeof loader>()
  if (!page) return <UnknownLink />
  const { token, receipt, booking } = page
  return (
    <ReceiptSheet
      receipt={receipt}
      booking={booking}
      paidBy={receipt.paidBy}
      back={{ to: `/booking/${token}`, label: 'Back to your booking' }}
    />
  )
}
