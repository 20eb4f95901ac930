import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { askedNow, type InstallmentNow } from '#app/money/asked-now.server'
import { firstPayment } from '#app/money/ledger.server'
import { businessDay } from '#app/platform/clock.server'
import type { Day } from '#app/platform/days'
import { type Cents, cents } from '#app/platform/money'

export type ScheduledPayment = {
  /** Null for the first payment. */
  number: number | null
  label: string
  amountCents: Cents
  /**
   * What it still asks for: less than its amount where money was paid ahead, more where there are arrears.
   */
  owedCents: Cents
  writtenOffCents: Cents
  /** Null for the first payment, which was due with the booking. */
  dueOn: Day | null
  /** Until it is decided that the departure runs. */
  waits?: boolean
  /** The business's day; null while something is owed, and of what was written off. */
  paidOn: Day | null
}

/** Every payment that a booking was made with: the first one, then its installments. Amounts in cents. */
export function paymentSchedule(booking: Booking): ScheduledPayment[] {
  const { installments } = askedNow(booking)
  return [
    firstScheduled(booking, installments),
    ...installments.map(
      ({ number, name, amountCents, owedCents, writtenOffCents, dueOn, paidAt, waits }) => ({
        ...(waits && { waits }),
        number,
        label: name,
        amountCents,
        owedCents,
        writtenOffCents,
        dueOn,
        paidOn: owedCents === 0 && paidAt ? businessDay(paidAt) : null,
      }),
    ),
  ]
}

/**
 * The deposit, or the whole price: once it was paid, what was paid that day; until then what is asked for.
 */
function firstScheduled(booking: Booking, installments: InstallmentNow[]): ScheduledPayment {
  const isFull = booking.paymentType === 'full'
  const askedAgain = installments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const amountCents = isFull ? cents(booking.totalCents - askedAgain) : booking.depositCents
  const first = firstPayment(booking.id)
  return {
    number: null,
    label: isFull ? 'Full price' : 'Deposit',
    amountCents: first && isPaid(booking.status) ? first.amountCents : amountCents,
    owedCents: isPaid(booking.status) ? cents(0) : amountCents,
    writtenOffCents: cents(0),
    dueOn: null,
    paidOn: first ? businessDay(first.createdAt) : null,
  }
}
