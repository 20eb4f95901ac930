import { useEffect, useState } from 'react'
import type { CompanyReceipt, Receipt } from '#app/money/books/receipts.server'
import { showDay, showDays } from '#app/platform/days'
import { BRAND } from '#app/platform/words'
import { Button, ButtonLink } from '#app/ui/button'
import { Panel } from '#app/ui/panel'
import { priceRows, SummaryList } from '#app/ui/summary-list'
import type { bookingFacts } from '#app/views/booking-facts.server'

type Props = {
  receipt: CompanyReceipt
  booking: ReturnType<typeof bookingFacts>
  back: { to: string; label: string }
}

/** A receipt on paper, for its traveler and for the books. */
export function ReceiptSheet({ receipt, booking, back }: Props) {
  const { customer } = booking
  const { postalAddress, contactEmail, contactPhone } = receipt.company
  return (
    <div className="wrap-text pt-10 pb-20 print:pt-0">
      <Panel>
        <p className="font-display text-xl text-umber">{BRAND}</p>
        <p className="mt-1 text-sm text-ink-soft">
          {postalAddress}
          {postalAddress && <br />}
          {contactEmail}
          {contactEmail && contactPhone && <br />}
          {contactPhone}
        </p>
        <h1 className="type-h2 mt-6">{titleOf(receipt)}</h1>
        <SummaryList
          className="mt-4"
          rows={[
            { label: 'Number', value: receipt.number },
            { label: 'Date', value: showDay(receipt.day) },
            {
              label:
                receipt.entry === 'correction'
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
                  {booking.roomName}, booking <span className="whitespace-nowrap">{booking.reference}</span>
                </>
              ),
            },
            ...receipt.lines.flatMap((line) =>
              line.of === 'amount' ? [{ ...line, total: true }, ...priceRows(booking)] : line,
            ),
          ]}
        />
      </Panel>
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <PrintButton />
        <ButtonLink to={back.to} tone="outline">
          {back.label}
        </ButtonLink>
      </p>
    </div>
  )
}

function titleOf({ entry, amountCents }: Receipt): string {
  if (entry === 'correction') return 'Correction'
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
