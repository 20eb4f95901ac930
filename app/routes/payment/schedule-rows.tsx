import { dayWords, dueTogether, installmentState } from '#app/bookings/installments/due'
import { type Day, showDay } from '#app/platform/days'
import { type Cents, showCents } from '#app/platform/money'
import { InstallmentBadge } from '#app/ui/badge'
import { type Priced, priceRows, remainingRows } from '#app/ui/booking-money'
import type { SummaryRow } from '#app/ui/summary-list'
import type { ScheduledPayment } from '#app/views/booking-facts.server'

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
