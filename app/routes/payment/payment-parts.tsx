import { useLocation } from '@remix-run/react'
import { dayWords, dueTogether, installmentState } from '#app/bookings/installments/due'
import { amountOnItsWay, onItsWayWords, sumOnItsWay } from '#app/bookings/on-its-way'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import { CONFIRMATION_HOURS } from '#app/tours/promises'
import { Badge, InstallmentBadge } from '#app/ui/badge'
import { ButtonLink } from '#app/ui/button'
import { Notice } from '#app/ui/notice'
import { NarrowPage } from '#app/ui/panel'
import { useShellData } from '#app/ui/shell/page-handle'
import { balancingRows, onItsWayRows, priceRows, remainingRows, type SummaryRow } from '#app/ui/summary-list'
import type { BookingFacts, ScheduledPayment } from '#app/views/booking-facts.server'
import { CONTACT_DAYS_BEFORE } from '#db/values'

/** What is paid of a booking that stands: about amounts, not about its status (rules 2.2). */
export function MoneyBadge({ booking }: { booking: Omit<BookingFacts, 'customer'> }) {
  const { isBeingGivenBack, isDepartureCanceled, writtenOffCents, remainingCents, paymentType } = booking
  if (isDepartureCanceled) return <Badge tone="failed">Departure canceled</Badge>
  if (isBeingGivenBack) return <Badge tone="wait">Being refunded</Badge>
  if (remainingCents === 0 && booking.onItsWay.length > 0)
    return <Badge tone="info">Payment on its way</Badge>
  if (remainingCents === 0 && writtenOffCents > 0)
    return <Badge tone="info">{showCents(writtenOffCents)} written off</Badge>
  if (remainingCents === 0) return <Badge tone="success">Paid in full</Badge>
  return <Badge tone="wait">{paymentType === 'full' ? 'Balance due' : 'Deposit paid'}</Badge>
}

/** That all is paid, and what comes next: before that, whether it runs where no one has decided yet. */
export function nothingDue(booking: Omit<BookingFacts, 'customer'>, today: Day): string {
  const { writtenOffCents, isUndecided, running, startsOn, onItsWay } = booking
  if (onItsWay.length > 0) return `${onItsWay.map(onItsWayWords).join('; ')}. ${NOTHING_TO_DO}`
  const paid =
    writtenOffCents > 0
      ? `${showCents(writtenOffCents)} was written off: nothing more is due.`
      : 'Your tour is paid in full.'
  if (hasBegun(booking, today)) return paid
  return isUndecided ? `${running} ${paid}` : `${paid} We look forward to ${showDay(startsOn)}.`
}

/** Beside what is on its way from a bank account. */
export const NOTHING_TO_DO = 'You don’t need to do anything: we’ll email you the receipt when it arrives.'

/** The schedule as it is told: what falls due on one day is one payment. */
export const scheduleTogether = (schedule: ScheduledPayment[]): ScheduledPayment[] =>
  dueTogether(
    schedule.map((payment) => ({ ...payment, name: payment.label, isPaid: payment.owedCents === 0 })),
  ).map(({ name, isPaid: _, ...payment }) => ({ ...payment, label: name }))

type Money = {
  booking: Omit<BookingFacts, 'customer'>
  schedule: ScheduledPayment[]
  due: { remainingCents: Cents }
  today: Day
}

/** The price, what of it is settled, and what remains with the payments that are still asked for. */
export function moneyRows({ booking, schedule, due, today }: Money): SummaryRow[] {
  const rowsOf = (payments: ScheduledPayment[]) => scheduleRows(payments, today)
  const settled = schedule.filter(({ owedCents, onItsWayCents }) => owedCents + onItsWayCents === 0)
  const coming = sumOnItsWay(booking.onItsWay)
  return [
    ...priceRows(booking),
    ...rowsOf(settled),
    ...balancingRows({ ...booking, remainingCents: due.remainingCents }, paidWith(settled) + coming),
    ...onItsWayRows(booking.onItsWay),
    ...remainingRows(due.remainingCents, rowsOf(schedule.filter(({ owedCents }) => owedCents > 0))),
  ]
}

const scheduleRows = (payments: ScheduledPayment[], today: Day): SummaryRow[] =>
  payments.map((payment) => ({
    label: payment.label,
    note: <ScheduleNote payment={payment} today={today} />,
    value: showCents(payment.owedCents > 0 ? payment.owedCents : payment.amountCents),
  }))

type Share = {
  share: { shareCents: Cents; paidCents: Cents; onItsWayCents: Cents; owedCents: Cents }
  schedule: ScheduledPayment[]
  today: Day
}

/** The same of one of a party who pays their own share; `label` is what the share is called. */
export const shareRows = ({ share, schedule, today }: Share, label: string): SummaryRow[] => [
  { label, value: showCents(share.shareCents) },
  ...(share.paidCents > 0 ? [{ label: 'Paid so far', value: showCents(share.paidCents) }] : []),
  ...(share.onItsWayCents > 0
    ? [{ label: 'On its way from a bank account', value: showCents(share.onItsWayCents) }]
    : []),
  ...remainingRows(share.owedCents, scheduleRows(schedule, today), 'Left to pay'),
]

/** What was paid with them: not what staff wrote off of them. */
const paidWith = (settled: ScheduledPayment[]): number =>
  settled.reduce((sum, { amountCents, writtenOffCents }) => sum + amountCents - writtenOffCents, 0)

function ScheduleNote({ payment, today }: { payment: ScheduledPayment; today: Day }) {
  const { owedCents, onItsWayCents, amountCents, dueOn, paidOn } = payment
  const state = installmentState(payment, paidOn !== null, today)
  if (owedCents === 0) {
    return (
      <Line>
        <InstallmentBadge state={state} />
        {paidOn && showDay(paidOn)}
      </Line>
    )
  }
  if (!dueOn) return <Line>Due with the booking</Line>
  return (
    <Line>
      <InstallmentBadge state={state} />
      {dayWords({ ...payment, dueOn }, today)}
      {onItsWayCents > 0 && `, ${amountOnItsWay(onItsWayCents)}`}
      {owedCents < amountCents &&
        onItsWayCents === 0 &&
        `, ${showCents(amountCents)} less what you paid ahead`}
      {owedCents > amountCents && ', including what was unpaid before'}
    </Line>
  )
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <span className="mt-1 flex flex-wrap items-center gap-2">{children}</span>
)

/** The confirmation's error state (rules 11.9). */
export const BookingError = ({ reason }: { reason: string }) => (
  <NarrowPage title="Booking Error">
    <Notice
      tone="danger"
      role="alert"
      title={reason}
      actions={
        <>
          <ButtonLink to={useShellData()?.journeys.first.to ?? '/journeys'}>Return to Safari Page</ButtonLink>
          <ButtonLink to="/my-booking" tone="outline">
            Send me my link
          </ButtonLink>
          <ButtonLink to="/contact" tone="outline">
            Contact us
          </ButtonLink>
        </>
      }
    >
      If you paid, your payment is safe: we match every payment with its booking and write to you. Contact us
      from the email address that you booked with.
    </Notice>
  </NarrowPage>
)

type WhetherItRuns = { running: string | null; isUndecided: boolean }

/** Above all else of a page that thanks: before someone buys a flight. */
export const FlightsWait = ({ running, isUndecided }: WhetherItRuns) =>
  running && isUndecided && <Notice tone="wait" title={running} className="mb-6" />

/** What Happens Next, in three steps (rules 1.12). */
export const NextSteps = ({ startsOn, running, isUndecided }: { startsOn: Day } & WhetherItRuns) => (
  <section aria-labelledby="next-steps">
    <h2 id="next-steps" className="type-h3">
      What Happens Next
    </h2>
    <ol className="mt-4 grid gap-4">
      <Step number={1} title="Confirmation email">
        Not in your inbox within {CONFIRMATION_HOURS} hours? Look in your spam folder, then contact us. Keep
        it: the reference in it is all we need to find you.
      </Step>
      <Step number={2} title="We contact you">
        {CONTACT_DAYS_BEFORE} days before the trip our team contacts you about flights, packing and the plan
        for each day.
      </Step>
      <Step number={3} title="Your adventure begins">
        On {showDay(startsOn)}, in Nairobi. {!isUndecided && running}
      </Step>
    </ol>
  </section>
)

const Step = ({ number, title, children }: { number: number; title: string; children: React.ReactNode }) => (
  <li className="grid grid-cols-[auto_1fr] gap-4">
    <span
      aria-hidden="true"
      className="grid size-9 place-items-center rounded-full bg-sand font-semibold text-umber tabular-nums"
    >
      {number}
    </span>
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-ink-soft">{children}</p>
    </div>
  </li>
)

/**
 * Stripe has not said yet whether the money came: nothing is claimed, and nothing is lost. `isBusy`: it was
 * not asked, because too many ask at this moment. `isBooked`: the money is for a booking that stands;
 * `isOwnLink`: its payer sees a link of their own alone.
 */
export const PaymentPending = ({ isBusy = false, isBooked = false, isOwnLink = false }) => {
  const { pathname, search } = useLocation()
  return (
    <NarrowPage title="We are confirming your payment">
      <Notice
        tone="wait"
        role="status"
        title={isBusy ? 'This page will update in a moment' : 'This is taking a little longer than usual'}
        actions={
          <ButtonLink to={pathname + search} reloadDocument>
            Check again
          </ButtonLink>
        }
      >
        Please do not pay a second time. As soon as the payment is confirmed,{' '}
        {isOwnLink
          ? 'you see it here.'
          : isBooked
            ? 'it is on your booking and the receipt goes out by email.'
            : 'your seat is yours and the confirmation goes out by email.'}
      </Notice>
    </NarrowPage>
  )
}
