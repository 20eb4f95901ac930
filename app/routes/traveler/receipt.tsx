import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { bookingByLink } from '#app/bookings/find-booking.server'
import { BRAND } from '#app/platform/brand'
import { showDay, showDays } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import type { loader as rootLoader } from '#app/root'
import { Button, ButtonLink } from '#app/ui/button'
import { pageHead } from '#app/ui/page-head'
import { Panel } from '#app/ui/panel'
import { RefundTerms } from '#app/ui/refund-terms'
import type { PageHandle } from '#app/ui/shell/page-handle'
import { SummaryList } from '#app/ui/summary-list'
import { bookingFacts } from '#app/views/booking-facts.server'
import { type Receipt, receiptOf } from '#app/views/receipts.server'
import { UnknownLink } from './contact-line'
import { nameOfMovement, showSigned } from './money-panels'
import { priceRows } from './price-rows'

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
  const settings = useRouteLoaderData<typeof rootLoader>('root')?.settings
  if (!page) return <UnknownLink />
  const { token, receipt, booking } = page
  const { customer } = booking
  return (
    <div className="wrap-text pt-10 pb-20 print:pt-0">
      <Panel>
        <p className="font-display text-xl text-umber">{BRAND}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {settings?.postalAddress}
          <br />
          {settings?.contactEmail} · {settings?.contactPhone}
        </p>
        <h1 className="type-h2 mt-6">{titleOf(receipt)}</h1>
        <SummaryList
          className="mt-4"
          rows={[
            { label: 'Number', value: receipt.number },
            { label: 'Date', value: showDay(receipt.day) },
            {
              label: receipt.corrects
                ? 'Traveler'
                : receipt.amountCents < 0
                  ? 'Paid back to'
                  : 'Received from',
              value: (
                <span dir="auto" className="break-words">
                  {customer.name}
                  <br />
                  {customer.address}
                  <br />
                  {customer.city}, {customer.state} {customer.zipCode}
                  <br />
                  {customer.country}
                </span>
              ),
            },
            {
              label: 'For',
              value: (
                <>
                  {booking.tourName}
                  <br />
                  {showDays(booking.startsOn, booking.endsOn)}
                  <br />
                  {booking.roomName}, booking {booking.reference}
                </>
              ),
            },
            { label: nameOfMovement(receipt), value: showSigned(receipt.amountCents), total: true },
            ...priceRows(booking),
            { label: 'Paid in all, with this', value: showSigned(receipt.paidCents) },
            { label: 'Left after this', value: showCents(receipt.leftCents) },
          ]}
        />
        <RefundTerms
          refund={booking.refundTerms}
          className="mt-4 border-t border-line pt-4 text-sm text-ink-soft"
        />
      </Panel>
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <PrintButton />
        <ButtonLink to={`/booking/${token}`} tone="outline">
          Back to your booking
        </ButtonLink>
      </p>
    </div>
  )
}

function titleOf({ corrects, amountCents }: Receipt): string {
  if (corrects) return 'Correction'
  return amountCents < 0 ? 'Refund' : 'Receipt'
}

/** Printing by button needs scripts; without them the browser's own menu prints the same page. */
function PrintButton() {
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  return hasScripts ? (
    <Button type="button" onClick={() => window.print()}>
      Print
    </Button>
  ) : null
}
