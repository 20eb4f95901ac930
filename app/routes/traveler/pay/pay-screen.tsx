import { useEffect, useRef } from 'react'
import { dueWords } from '#app/bookings/installments/due'
import { showDay, showDays } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { PaymentPending } from '#app/routes/checkout/confirmation-parts'
import { priceRows } from '#app/routes/traveler/price-rows'
import { moneyRows } from '#app/routes/traveler/schedule-rows'
import { IF_IT_DOES_NOT_RUN, NOT_DUE_BEFORE } from '#app/tours/running'
import { Notice } from '#app/ui/notice'
import { PageHeading, Panel } from '#app/ui/panel'
import { RefundTerms } from '#app/ui/refund-terms'
import { SummaryList, type SummaryRow } from '#app/ui/summary-list'
import { PayForm } from './pay-form'
import { NothingToPay, PaidReceipt } from './pay-outcomes'
import type { PayAnswer, PayPage } from './pay-page.server'
import { useLaterPayment } from './use-later-payment'

/** A traveler's payment link: the form while something is due, and kind words where nothing is. */
export function PayScreen({ page, answer }: { page: PayPage; answer?: PayAnswer }) {
  const { booking, due, returned, receipt } = page
  const isPayable = due.remainingCents > 0 && !page.isProcessing && page.stripe !== null
  const payment = useLaterPayment(page, isPayable)
  const refusal = payment.refusal ?? (answer ? { message: answer.refused } : null)
  if (returned === 'processing' || returned === 'unconfirmed')
    return <PaymentPending isBusy={page.isBusy} isBooked />
  if (receipt) return <PaidReceipt page={page} receipt={receipt} />

  const notice = refusal ? (
    <Refused message={refusal.message} next={refusal.next} isNew={refusal === payment.refusal} />
  ) : (
    returned && <Returned returned={returned} />
  )
  const came = page.cameSinceCents !== null && !refusal && (
    <CameSince page={page} came={page.cameSinceCents} />
  )
  return (
    <div className="wrap">
      <PageHeading
        title={came ? 'Thank you' : isPayable ? 'Pay for your safari' : 'Your payments'}
        lead={`${booking.tourName}, ${showDays(booking.startsOn, booking.endsOn)}`}
      />
      <div className="grid items-start gap-8 pb-20 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Summary page={page} isPayable={isPayable} />
        {isPayable ? (
          <div className="grid gap-8">
            {came}
            <PayForm page={page} typed={answer} payment={payment} notice={notice} />
          </div>
        ) : (
          <div className="grid gap-6">
            {notice}
            {came}
            <NothingToPay page={page} />
          </div>
        )}
      </div>
    </div>
  )
}

/**
 * On a narrow screen what is due comes before the form, its terms after it, and a message before what it is
 * about.
 */
function Summary({ page, isPayable }: { page: PayPage; isPayable: boolean }) {
  const { booking, schedule } = page
  const hasTerms = schedule.length > 0 || page.held !== null
  return (
    <aside className="contents lg:sticky lg:top-28 lg:order-last lg:grid lg:gap-6">
      <Panel className={`p-6 sm:p-8 ${isPayable ? '' : 'order-last'}`}>
        <h2 className="type-h3">Booking {booking.reference}</h2>
        <p className="mt-1 text-sm text-ink-soft" dir="auto">
          {booking.travelerName}, {booking.roomName.toLowerCase()}
        </p>
        {hasTerms && (
          <SummaryList className="mt-4" rows={page.held ? heldRows(booking, page.held) : moneyRows(page)} />
        )}
        {isPayable && booking.running && (
          <p className="mt-4 border-line border-t pt-4 text-sm">
            {booking.running} {page.waits && `${page.held ? IF_IT_DOES_NOT_RUN : ''} ${NOT_DUE_BEFORE}`}
          </p>
        )}
      </Panel>
      {hasTerms && (
        <RefundTerms
          refund={booking.refundTerms}
          // Those that a first payment accepts come before its button.
          className={`text-sm text-ink-soft lg:px-8 ${page.held ? '' : 'order-last'}`}
        />
      )}
    </aside>
  )
}

/** The price of seats that staff hold, what makes them the guest's, and what follows. */
const heldRows = (booking: PayPage['booking'], held: NonNullable<PayPage['held']>): SummaryRow[] => [
  ...priceRows(booking),
  {
    label: held.nowName,
    note: `Until ${showDay(held.heldUntil)}`,
    value: showCents(held.nowCents),
    total: true,
  },
  ...held.later.map(({ name, dueOn, amountCents }) => ({
    label: name,
    note: `Due ${showDay(dueOn)}`,
    value: showCents(amountCents),
  })),
]

/** What staff asked for by this link is paid already. */
const CameSince = ({ page: { due, today }, came }: { page: PayPage; came: Cents }) => (
  <Notice tone="success" title={`We received ${showCents(came)} since we sent you this link`}>
    {due.remainingCents > 0
      ? `So this payment is made. ${showCents(due.remainingCents)} is left to pay in all${due.next ? `, ${showCents(due.next.owedCents)} of it ${dueWords(due.next, today)}` : ''}.`
      : 'So this payment is made.'}
  </Notice>
)

/** Takes focus when it has just come; after a reload the page is read from its top. */
function Refused({ message, next, isNew }: { message: string; next?: string; isNew: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) place.current?.focus()
  }, [isNew])
  return (
    <Notice ref={place} tabIndex={-1} tone="danger" role="alert" title="Payment Failed">
      {message}
      {next && <p className="mt-1">{next}</p>}
    </Notice>
  )
}

const Returned = ({ returned }: { returned: NonNullable<PayPage['returned']> }) =>
  returned === 'given-back' ? (
    <Notice tone="info" role="status" title="Your payment is on its way back">
      It was no longer needed, so we are returning it to your card in full. You do not need to do anything.
    </Notice>
  ) : returned === 'not-paid' ? (
    <Notice tone="danger" role="alert" title="Your card was not charged">
      The payment was not completed. Please try again, or use another card.
    </Notice>
  ) : null
