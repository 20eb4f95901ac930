import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { businessDay } from '#app/clock.server'
import type { Day } from '#app/days'
import { owedByInstallment } from '#app/installments/owed'
import { installmentsOf } from '#app/installments/settle-installments.server'
import { type Cents, cents } from '#app/money'
import { ledgerOf, remainingCents } from '#app/payments/ledger.server'
import { type Db, db } from '#db/connection.server'

export type ScheduledPayment = {
  label: string
  amountCents: Cents
  /** What it still asks for: less than its amount where money was paid ahead, more where there are arrears. */
  owedCents: Cents
  /** Null for the first payment, which was due with the booking. */
  dueOn: Day | null
  /** The business's day; null while something is owed. */
  paidOn: Day | null
}

/** Every payment that a booking was made with: the first one, then its installments. Amounts in cents. */
export function paymentSchedule(booking: Booking, outer: Db = db): ScheduledPayment[] {
  const remaining = remainingCents(booking, outer)
  const installments = owedByInstallment(installmentsOf(booking.id, outer), remaining)
  return [
    firstPayment(booking, outer),
    ...installments.map(({ number, amountCents, owedCents, dueOn, paidAt }) => ({
      label: number === 1 ? 'First installment' : 'Final installment',
      amountCents,
      owedCents,
      dueOn,
      paidOn: owedCents === 0 && paidAt ? businessDay(paidAt) : null,
    })),
  ]
}

function firstPayment(booking: Booking, outer: Db): ScheduledPayment {
  const isFull = booking.paymentType === 'full'
  const amountCents = isFull ? booking.totalCents : booking.depositCents
  const first = ledgerOf(booking.id, outer).find(({ kind }) => kind === 'payment')
  return {
    label: isFull ? 'Full price' : 'Deposit',
    amountCents,
    owedCents: isPaid(booking.status) ? cents(0) : amountCents,
    dueOn: null,
    paidOn: first ? businessDay(first.createdAt) : null,
  }
}
