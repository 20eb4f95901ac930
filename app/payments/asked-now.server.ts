import type { Booking } from '#app/bookings/find-booking.server'
import { isPaid } from '#app/bookings/status'
import { installmentName } from '#app/installments/installment-name'
import { owedByInstallment } from '#app/installments/owed'
import { type Installment, installmentsOf } from '#app/installments/settle-installments.server'
import { type Cents, cents } from '#app/money'
import { type Db, db } from '#db/connection.server'
import { isWholeRefundOrdered, keptCents } from './ledger.server'

export type InstallmentNow = Installment & {
  name: string
  /** What it asks for: less than planned where money was paid ahead, more where there are arrears; nothing once settled. */
  owedCents: Cents
  /** What a page shows for it: what it asks for, and once it is settled what it was. */
  shownCents: Cents
}

export type AskedNow = {
  /** What is left to pay: the sum of what the installments ask for. */
  remainingCents: Cents
  /** First due first. */
  installments: InstallmentNow[]
}

/**
 * Whether all that was paid is on its way back: the booking ends as soon as Stripe has made the refund, and takes no
 * money meanwhile. `kept` is what it keeps, for a caller that asks about the moment before.
 */
export const isBeingGivenBack = (
  booking: Booking,
  outer: Db = db,
  kept: Cents = keptCents(booking.id, outer),
): boolean => isPaid(booking.status) && (kept <= 0 || isWholeRefundOrdered(booking.id, outer))

/**
 * What a booking and each of its installments ask for now: the one answer for pages, letters, calls and lists. Nothing
 * of a booking that does not stand, or whose money is all on its way back. Amounts in cents.
 */
export function askedNow(booking: Booking, outer: Db = db): AskedNow {
  const kept = keptCents(booking.id, outer)
  return askedOf(
    booking,
    isBeingGivenBack(booking, outer, kept) ? cents(0) : kept,
    installmentsOf(booking.id, outer),
  )
}

/** The same where a list has read what the booking keeps, and its installments, already. */
export function askedOf(
  booking: Pick<Booking, 'status' | 'totalCents'>,
  kept: Cents,
  planned: Installment[],
): AskedNow {
  const isAsked = isPaid(booking.status) && kept > 0
  const remainingCents = cents(isAsked ? Math.max(0, booking.totalCents - kept) : 0)
  const installments = owedByInstallment(planned, remainingCents).map((installment) => ({
    ...installment,
    name: installmentName(installment.number, planned.length),
    shownCents: installment.owedCents > 0 ? installment.owedCents : installment.amountCents,
  }))
  return { remainingCents, installments }
}

/** The installment that is paid next. */
export const nextAsked = ({ installments }: AskedNow): InstallmentNow | undefined =>
  installments.find(({ owedCents }) => owedCents > 0)
