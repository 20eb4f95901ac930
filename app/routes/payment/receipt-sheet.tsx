import { type ReactNode, useEffect, useState } from 'react'
import type { OwnSheet } from '#app/money/books/own-receipts.server'
import { showDay, showDays } from '#app/platform/days'
import { BRAND } from '#app/platform/words'
import { Button, ButtonLink } from '#app/ui/button'
import { Panel } from '#app/ui/panel'
import { priceRows, SummaryList } from '#app/ui/summary-list'
import type { BookingFacts } from '#app/views/booking-facts.server'

type Journey = Pick<BookingFacts, 'tourName' | 'startsOn' | 'endsOn' | 'reference'>

type Props = {
  receipt: OwnSheet
  /** Of one who pays by a link of their own the journey alone. */
  booking: Journey | BookingFacts
  /** Who paid, where it was not the lead traveler. */
  paidBy?: string | null
  back?: { to: string; label: string }
  /** What is said above it, on the screen alone. */
  before?: ReactNode
}

/** A receipt on paper, for who paid and for the books. */
export function ReceiptSheet({ receipt, booking, paidBy, back, before }: Props) {
  const whole = 'customer' in booking ? booking : null
  const { postalAddress, contactEmail, contactPhone } = receipt.company
  return (
    <div className="wrap-text pt-10 pb-20 print:pt-0">
      {before && <div className="mb-6 grid gap-4 print:hidden">{before}</div>}
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
                  {paidBy ?? (whole && <NameAndAddress {...whole.customer} />)}
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
                  {whole ? `${whole.roomName}, booking ` : 'Booking '}
                  <span className="whitespace-nowrap">{booking.reference}</span>
                </>
              ),
            },
            ...receipt.lines.flatMap((line) =>
              line.of === 'amount' ? [{ ...line, total: true }, ...(whole ? priceRows(whole) : [])] : line,
            ),
          ]}
        />
      </Panel>
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <PrintButton />
        {back && (
          <ButtonLink to={back.to} tone="outline">
            {back.label}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}

const NameAndAddress = ({ name, address, city, state, zipCode, country }: BookingFacts['customer']) => (
  <>
    {name}
    <br />
    {address}
    <br />
    {city}, {state} {zipCode}
    <br />
    {country}
  </>
)

function titleOf({ entry, amountCents }: OwnSheet): string {
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
