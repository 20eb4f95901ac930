import type { BOOKING_STATUSES, MONEY_STATES } from '#db/schema'

export type BookingStatus = (typeof BOOKING_STATUSES)[number]
export type MoneyState = (typeof MONEY_STATES)[number]

/** Each status as staff read it. What is paid says more: see money-words.ts. */
export const STATUS_NAMES: Record<BookingStatus, string> = {
  pending: 'Pending',
  deposit_paid: 'Deposit paid',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  payment_failed: 'Payment failed',
}

/** A place that was paid for, wholly or by its deposit. */
export const isPaid = (status: BookingStatus): boolean => status === 'deposit_paid' || status === 'completed'

/** The seat was given back because no money came; money that still comes may take one again (rules 2.11). */
export const lostItsSeat = (status: BookingStatus): boolean =>
  status === 'expired' || status === 'payment_failed'

/** The booking keeps a seat on the departure: held or paid for. */
export const holdsSeat = (status: BookingStatus): boolean => status === 'pending' || isPaid(status)
