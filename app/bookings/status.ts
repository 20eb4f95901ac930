import type { MONEY_STATES } from '#db/schema'
import { type BOOKING_STATUSES, PAID_STATUSES, SEAT_STATUSES } from './booking-statuses'

export type BookingStatus = (typeof BOOKING_STATUSES)[number]
/** What the database keeps, and apart from what is paid in full, whose rest was written off (`moneyStateOf`). */
export type MoneyState = (typeof MONEY_STATES)[number] | 'written-off'

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

const isOneOf = (statuses: readonly BookingStatus[]) => (status: BookingStatus) => statuses.includes(status)

export const isPaid = isOneOf(PAID_STATUSES)
export const holdsSeat = isOneOf(SEAT_STATUSES)

/** The seat was given back because no money came; money that still comes may take one again (rules 2.11). */
export const lostItsSeat = (status: BookingStatus): boolean =>
  status === 'expired' || status === 'payment_failed'
