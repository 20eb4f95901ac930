import { dayWords, dueTogether, installmentState } from '#app/bookings/installments/due'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { hasBegun } from '#app/tours/departure'
import { Badge, InstallmentBadge } from '#app/ui/badge'
import { type Priced, priceRows, remainingRows, type SummaryRow } from '#app/ui/summary-list'
import type { BookingFacts, ScheduledPayment } from '#app/views/booking-facts.server'

/** What is paid of a booking that stands: about amounts, not about its status (rules 2.2). */
export function MoneyBadge({ booking }: { booking: Omit<BookingFacts, 'customer'> }) {
  const { isBeingGivenBack, isDepartureCanceled, writtenOffCents, remainingCents, paymentType } = booking
  if (isDepartureCanceled) return <Badge tone="failed">Departure canceled</Badge>
  if (isBeingGivenBack) return <Badge tone="wait">Being refunded</Badge>
  if (remainingCents === 0 && writtenOffCents > 0)
    return <Badge tone="info">{showCents(writtenOffCents)} written off</Badge>
  if (remainingCents === 0) return <Badge tone="success">Paid in full</Badge>
  return <Badge tone="wait">{paymentType === 'full' ? 'Balance open' : 'Deposit paid'}</Badge>
}

/** That all is paid, and what comes next: before that, whether it runs where no one has decided yet. */
export function nothingDue(booking: Omit<BookingFacts, 'customer'>, today: Day): string {
  const { writtenOffCents, isUndecided, running, startsOn } = booking
  const paid =
    writtenOffCents > 0
      ? `${showCents(writtenOffCents)} was written off: nothing more is due.`
      : 'Your tour is paid in full.'
  if (hasBegun(booking, today)) return paid
  return isUndecided ? `${running} ${paid}` : `${paid} We look forward to ${showDay(startsOn)}.`
}

/** The schedule as it is told: what falls due on one day is one payment. */
export const scheduleTogether = (schedule: ScheduledPayment[]): ScheduledPayment[] =>
  dueTogether(
    schedule.map((payment) => ({ ...payment, name: payment.label, isPaid: payment.owedCents === 0 })),
  ).map(({ name, isPaid: _, ...payment }) => ({ ...payment, label: name }))

type Money = { booking: Priced; schedule: ScheduledPayment[]; due: { remainingCents: Cents }; today: Day }

/** The price, what of it is settled, and what remains with the payments that are still asked for. */
export function moneyRows({ booking, schedule, due, today }: Money): SummaryRow[] {
  const rowsOf = (payments: ScheduledPayment[]) =>
    payments.map((payment) => ({
      label: payment.label,
      note: <ScheduleNote payment={payment} today={today} />,
      value: showCents(payment.owedCents > 0 ? payment.owedCents : payment.amountCents),
    }))
  return [
    ...priceRows(booking),
    ...rowsOf(schedule.filter(({ owedCents }) => owedCents === 0)),
    ...remainingRows(due.remainingCents, rowsOf(schedule.filter(({ owedCents }) => owedCents > 0))),
  ]
}

function ScheduleNote({ payment, today }: { payment: ScheduledPayment; today: Day }) {
  const { owedCents, amountCents, dueOn, paidOn } = payment
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
      {owedCents < amountCents && `, ${showCents(amountCents)} less what you paid ahead`}
      {owedCents > amountCents && ', with what is open from before'}
    </Line>
  )
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <span className="mt-1 flex flex-wrap items-center gap-2">{children}</span>
)
