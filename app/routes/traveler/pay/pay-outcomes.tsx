import { useLocation } from '@remix-run/react'
import { showDay } from '#app/days'
import type { Receipt } from '#app/dossiers/receipts.server'
import { showCents } from '#app/money'
import { ContactLine } from '#app/routes/traveler/contact-line'
import { ButtonLink } from '#app/ui/button-link'
import { Notice } from '#app/ui/notice'
import { PageHeading } from '#app/ui/page-heading'
import { Panel } from '#app/ui/panel'
import { SummaryList } from '#app/ui/summary-list'
import type { PayPage } from './pay-page.server'

/** The receipt, where a payment has just arrived. */
export function PaidReceipt({ page, receipt }: { page: PayPage; receipt: Receipt }) {
  const { token, booking, due } = page
  return (
    <div className="wrap-text pb-20">
      <PageHeading
        title="Thank you"
        lead={`We received ${showCents(receipt.amountCents)} for ${booking.tourName}. A receipt is on its way to you by email.`}
      />
      <Panel>
        <h2 className="type-h3">Receipt {receipt.number}</h2>
        <SummaryList
          className="mt-3"
          rows={[
            { label: 'Booking reference', value: booking.reference },
            { label: 'Date', value: showDay(receipt.day) },
            { label: 'This payment', value: showCents(receipt.amountCents) },
            {
              label: 'Still to pay',
              note: due.next && `Next: ${showCents(due.next.owedCents)}, due ${showDay(due.next.dueOn)}`,
              value: due.remainingCents > 0 ? showCents(due.remainingCents) : 'Nothing',
              total: true,
            },
          ]}
        />
      </Panel>
      <p className="mt-8 flex flex-wrap gap-3 print:hidden">
        <ButtonLink to={`/booking/${token}`}>See your booking</ButtonLink>
        <ButtonLink to={`/booking/${token}/receipts/${receipt.id}`} tone="outline">
          Receipt to print
        </ButtonLink>
        {due.remainingCents > 0 && (
          <ButtonLink to={`/pay/${token}`} reloadDocument tone="outline">
            Pay what is left
          </ButtonLink>
        )}
      </p>
      <ContactLine reference={booking.reference} className="mt-8 text-ink-soft" />
    </div>
  )
}

/**
 * Stripe has not said yet whether the money came: nothing is claimed, and nothing is lost. `isBusy`: it was not asked,
 * because too many ask at this moment.
 */
export function Confirming({ isBusy = false }: { isBusy?: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <div className="wrap-text pb-20">
      <PageHeading title="We are confirming your payment" />
      <Notice
        tone="wait"
        role="status"
        title={isBusy ? 'This page is up to date in a moment' : 'This takes a little longer than usual'}
        actions={
          <ButtonLink to={pathname + search} reloadDocument>
            Check again
          </ButtonLink>
        }
      >
        Please do not pay a second time. As soon as the payment is confirmed, it is on your booking and the
        receipt goes out by email.
      </Notice>
    </div>
  )
}
