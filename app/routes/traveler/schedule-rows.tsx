import { dueTogether, installmentState } from '#app/bookings/installments/due'
import { type Day, showDay } from '#app/platform/days'
import { showCents } from '#app/platform/money'
import { InstallmentBadge } from '#app/ui/installment-badge'
import type { SummaryRow } from '#app/ui/summary-list'
import type { ScheduledPayment } from '#app/views/payment-schedule.server'

/** The schedule as it is told: what falls due on one day is one payment. */
export const scheduleTogether = (schedule: ScheduledPayment[]): ScheduledPayment[] =>
  dueTogether(
    schedule.map((payment) => ({ ...payment, name: payment.label, isPaid: payment.owedCents === 0 })),
  ).map(({ name, isPaid: _, ...payment }) => ({ ...payment, label: name }))

/** The schedule as lines of a summary: what each payment asks for, and whether it is paid, due or overdue. */
export const scheduleRows = (schedule: ScheduledPayment[], today: Day): SummaryRow[] =>
  schedule.map((payment) => ({
    label: payment.label,
    note: <ScheduleNote payment={payment} today={today} />,
    value: showCents(payment.owedCents > 0 ? payment.owedCents : payment.amountCents),
  }))

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
      {showDay(dueOn)}
      {owedCents < amountCents && `, ${showCents(amountCents)} less what you paid ahead`}
      {owedCents > amountCents && ', with what is open from before'}
    </Line>
  )
}

const Line = ({ children }: { children: React.ReactNode }) => (
  <span className="mt-1 flex flex-wrap items-center gap-2">{children}</span>
)
